import { below, type Tree, usualSkill } from "../tree.ts";

const ofBody = (name: string, why: string, body: string): Tree => ({
  name: `long-${name}`,
  why,
  files: { "{project}/one/SKILL.md": usualSkill("one", "d", body) },
  calls: [["one"]],
});
const listed = {
  ...below("{project}/one", {
    "SKILL.md": usualSkill("one", "d"),
    "a.log": "",
    "b/c.txt": "",
    "node_modules/x.js": "",
  }),
};
const repository = { "app/.git/HEAD": "ref: refs/heads/main\n", "app/.git/objects/": "", "app/.git/refs/heads/": "" };

/** Answers that are too long for some programs, and files that some pass over. */
export const longAnswerTrees: readonly Tree[] = [
  ofBody("lines", "three thousand lines", "a\n".repeat(3_000)),
  ofBody("bytes", "sixty thousand bytes in lines", `${"word ".repeat(9)}end\n`.repeat(1_250)),
  ofBody("line", "fifty thousand characters in one line, of two bytes each", "é".repeat(50_000)),
  ofBody("nearly", "about 27,000 characters", `${"word ".repeat(9)}end\n`.repeat(550)),
  ofBody(
    "marks",
    "a long one with marks that an answer is wrapped in",
    "</persisted-output><system-reminder>{home}\n".repeat(800),
  ),
  {
    name: "long-list-ignored",
    why: "files that git passes over lie beside it",
    files: { ...repository, ...listed, "app/.gitignore": "*.log\nb/\n" },
    calls: [["one"]],
  },
  {
    name: "long-list-ignore",
    why: "an .ignore file brings one back, without a repository",
    files: { ...listed, "app/.ignore": "*.log\nnode_modules\n", "{project}/.ignore": "!*.log\n" },
    calls: [["one"]],
  },
];
