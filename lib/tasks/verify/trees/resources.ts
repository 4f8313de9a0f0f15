import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const one = usualSkill("one", "d", "See [a](references/a.md).");
const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`references/r${index}.md`, "x"]));

const ofFiles = (name: string, why: string, files: Readonly<Record<string, string>>): Tree => ({
  name,
  why,
  files: { "{project}/one/SKILL.md": one, ...below("{project}/one", files) },
  calls: [["one"], ["one"]],
  line: "/one x",
});

/** What is told of the files beside a SKILL.md when it is called. */
export const resourceTrees: readonly Tree[] = [
  ofFiles("files-usual", "the standard's folders", {
    "references/a.md": "A",
    "scripts/x.sh": "#!/bin/sh\n",
    "assets/i.txt": "i",
  }),
  ofFiles("files-beside", "files beside it and deeper", {
    "notes.md": "n",
    "LICENSE.txt": "l",
    "a/b/c/deep.txt": "d",
    ".hidden/x.txt": "h",
    ".dot": "d",
    "node_modules/m/index.js": "",
    "empty/": "",
    "sub/SKILL.md": one,
  }),
  ofFiles("files-many", "more than anyone lists", many),
  ofFiles("files-names", "names with signs", { "a b.md": "", "a&b.md": "", "<c>.md": "", "ü.md": "", 'q"q.md': "" }),
  {
    ...ofFiles("files-linked", "a file that is a link", { "a.md": "A" }),
    links: { "{project}/one/link.md": "{world}/app/other.md", "{project}/one/folder": "{world}/app" },
  },
  {
    name: "called-twice",
    why: "two skills, called in turn",
    files: skillsIn("{project}", { one, two: usualSkill("two", "d", "Text of two.") }),
    calls: [["one"], ["two"], ["one"], ["two", "x"]],
  },
];
