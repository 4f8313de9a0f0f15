import { type Tree, usualSkill } from "../tree.ts";

const places: Readonly<Record<string, string>> = {
  "app/notes/in.md": "of the working folder",
  "{project}/near/references/in.md": "of a skill in the working folder",
  "{home}/far/references/in.md": "of a skill at home",
  "home/notes/in.md": "elsewhere at home",
  "other/in.md": "outside of both",
};
const skills = {
  "{project}/near/SKILL.md": usualSkill("near", "is near"),
  "{home}/far/SKILL.md": usualSkill("far", "is far"),
};

/** What a model may read unasked. */
export const accessTrees: readonly Tree[] = [
  {
    name: "access-read",
    why: "files in and outside the working folder, and those of skills",
    files: {
      ...skills,
      ...Object.fromEntries(Object.entries(places).map(([path, text]) => [path, `Text ${text}.\n`])),
    },
    reads: Object.keys(places),
    isGuarded: true,
  },
];
