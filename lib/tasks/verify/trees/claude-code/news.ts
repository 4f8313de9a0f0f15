import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const git = {
  "app/.git/HEAD": "ref: refs/heads/main\n",
  "app/.git/config": "[core]\n\trepositoryformatversion = 0\n",
  "app/.git/objects/": "",
  "app/.git/refs/heads/": "",
};

/** Skills of this name with a number behind it. */
function numbered(name: string, count: number, text: (index: number) => string) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${name}${index}`, usualSkill(`${name}${index}`, text(index))]),
  );
}

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree>): Tree {
  return { name: `news-${name}`, why, only: ["claude-code"], files, ...more };
}

const one = { ...git, ...skillsIn("app/a/.claude/skills", { one: usualSkill("one", "in a") }) };

/** What is told of skills that are found later on: with how much room, and for which files. */
export const newsTrees: readonly Tree[] = [
  tree(
    "room",
    "new rows have all the room",
    {
      ...skillsIn(
        "app/a/.claude/skills",
        numbered("n", 12, (index) => "x".repeat(600 + index)),
      ),
      ...skillsIn(
        "{project}",
        numbered("p", 12, () => "y".repeat(600)),
      ),
      "app/a/x.ts": "x",
    },
    { reads: ["app/a/x.ts"] },
  ),
  tree(
    "twice",
    "new rows twice",
    {
      ...skillsIn(
        "app/a/.claude/skills",
        numbered("n", 8, () => "x".repeat(900)),
      ),
      ...skillsIn(
        "app/b/.claude/skills",
        numbered("m", 8, () => "y".repeat(900)),
      ),
      "app/a/x.ts": "x",
      "app/b/x.ts": "x",
    },
    { reads: ["app/a/x.ts", "app/b/x.ts"] },
  ),
  tree(
    "long",
    "a single long one after a full list",
    {
      ...skillsIn("app/a/.claude/skills", { n: usualSkill("n", "x".repeat(1530)) }),
      ...skillsIn(
        "{project}",
        numbered("p", 30, () => "y".repeat(300)),
      ),
      "app/a/x.ts": "x",
    },
    { reads: ["app/a/x.ts"] },
  ),
  tree(
    "many",
    "many in a folder below",
    {
      ...git,
      ...skillsIn(
        "app/a/.claude/skills",
        numbered("n-", 40, (index) => `nested ${index} ${"words ".repeat(30)}`),
      ),
      "app/a/x.ts": "x",
    },
    { reads: ["app/a/x.ts"] },
  ),
  tree("missing", "a file that is not there", one, { reads: ["app/a/none.ts"] }),
  tree(
    "links",
    "files read by links",
    { ...one, "app/a/x.ts": "x" },
    {
      reads: ["app/lnk.ts", "app/la/x.ts"],
      links: { "app/lnk.ts": "a/x.ts", "app/la": "a" },
    },
  ),
];
