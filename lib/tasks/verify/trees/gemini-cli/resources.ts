import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const root = "{project}/one";
const numbered = (count: number, name: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), "x"]));
const sets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ignored: { "node_modules/a.js": "x", "dist/b.js": "x", "__pycache__/c": "x", ".git/d": "x", "build/e": "x" },
  "ignored-deep": { "lib/dist/b.js": "x", "lib/node_modules/": "", "Dist/x": "x", dist2: "x" },
  hidden: {
    ".env": "x",
    ".hidden/x": "x",
    ".gitignore": "lib\n",
    ".geminiignore": "notes.txt\n",
    "lib/x": "x",
    "notes.txt": "x",
  },
  empty: { "empty/": "", "lib/empty/": "" },
  order: { "b.txt": "x", "B.txt": "x", "a/x": "x", "A/x": "x", _x: "x", "1": "x", "10": "x", "2": "x", é: "x" },
  names: { "a b.txt": "x", "<b>.txt": "x", "${x}.txt": "x", "a\nb.txt": "x", "{tree}.txt": "x" },
  "files-199": numbered(199, (index) => `f${index}.txt`),
  "files-200": numbered(200, (index) => `f${index}.txt`),
  "folders-199": numbered(199, (index) => `d${index}/x`),
  "folders-200": numbered(200, (index) => `d${index}/x`),
  "files-in-folder": numbered(250, (index) => `lib/f${index}.txt`),
  "two-folders": { ...numbered(150, (index) => `a/f${index}.txt`), ...numbered(150, (index) => `b/f${index}.txt`) },
  "ignored-and-full": { ...numbered(198, (index) => `f${index}.txt`), "dist/x": "x", "lib/x": "x" },
  deep: { [`${"d/".repeat(30)}x`]: "x" },
};

/** What a call tells of a skill's folder. */
export const geminiResourceTrees: readonly Tree[] = [
  ...Object.entries(sets).map(
    ([name, files]): Tree => ({
      name: `gemini-folder-${name}`,
      why: `a folder: ${Object.keys(files).slice(0, 8).join(", ")}`,
      only: ["gemini-cli"],
      files: { ...skillsIn("{project}", { one: usualSkill("one", "d") }), ...below(root, files) },
      calls: [["one"]],
    }),
  ),
  {
    name: "gemini-folder-links",
    why: "links in a skill's folder",
    only: ["gemini-cli"],
    files: { ...skillsIn("{project}", { one: usualSkill("one", "d") }), "app/there/x": "x" },
    links: {
      [`${root}/file`]: "{world}/app/there/x",
      [`${root}/folder`]: "{world}/app/there",
      [`${root}/gone`]: "nowhere",
    },
    calls: [["one"]],
  },
  {
    name: "gemini-folder-root",
    why: "a skill in the root, with others beside it",
    only: ["gemini-cli"],
    files: {
      "{project}/SKILL.md": usualSkill("rooty", "r"),
      ...skillsIn("{project}", { one: usualSkill("one", "d") }),
    },
    calls: [["rooty"], ["one"]],
  },
];
