import { skillsIn, skillText, type Tree, usualSkill } from "../tree.ts";

const names = [
  ...["lower", "UPPER", "Mixed-Case", "with_under", "with.dot", "9lives", "-dash", "dash-", "a--b", "_under", ".dot"],
  ...["with blank", "two  blanks", "a\tb", "a/b", "a\\b", "a,b", "a+b", "a@b", "a&b", "a:b", ":b", "ünï", "日本", "🚀"],
  ...["a'b", "a(b)", "a!b", "a#b", "a$b", "a%b", "a=b", "a~b", "x", "true", "null", "1.5", "[x]", "{x}", "<x>"],
  ...["n".repeat(63), "n".repeat(64), "n".repeat(65), "n".repeat(200)],
];

const folderNames = [
  "plain",
  "With Blank",
  "UPPER",
  "under_score",
  "dot.ted",
  "9",
  "ünï",
  "日本",
  "a&b",
  "-dash",
  "a--b",
];

const inQuotes = (text: string) => JSON.stringify(text);

/** Valid and invalid names, and whether the folder's name is used if there is none. */
export const nameTrees: readonly Tree[] = [
  {
    name: "names-written",
    why: "names of all kinds, in quotes",
    files: skillsIn(
      "{project}",
      Object.fromEntries(names.map((name, index) => [`f${index}`, usualSkill(inQuotes(name), `the ${index}th`)])),
    ),
  },
  {
    name: "names-of-folders",
    why: "no name: the folder's",
    files: skillsIn(
      "{project}",
      Object.fromEntries(folderNames.map((name) => [name, skillText(`description: in ${name}`)])),
    ),
  },
  {
    name: "names-of-both",
    why: "names that are their folders'",
    files: skillsIn(
      "{project}",
      Object.fromEntries(folderNames.map((name) => [name, usualSkill(inQuotes(name), `in ${name}`)])),
    ),
  },
  {
    name: "names-order",
    why: "names and folders in other orders",
    files: skillsIn("{project}", {
      z: usualSkill("a1", "in z"),
      y: usualSkill("B1", "in y"),
      x: usualSkill("c1", "in x"),
      "group/w": usualSkill("a2", "in group/w"),
      a: usualSkill("z1", "in a"),
    }),
  },
  {
    name: "names-in-case",
    why: "names that differ in case alone",
    files: skillsIn("{project}", {
      one: usualSkill("Same", "first"),
      two: usualSkill("same", "second"),
      three: usualSkill("SAME", "third"),
    }),
    calls: [["SAME"], ["same"], ["sAME"]],
  },
  {
    name: "names-of-commands",
    why: "a skill whose name is a command's, and one that is the program's own skill's",
    files: skillsIn("{project}", {
      alpha: usualSkill("help", "named as a command"),
      beta: usualSkill("init", "named as a skill of some programs"),
    }),
    calls: [["alpho"], ["hel"], ["help"], ["init"]],
  },
  ...["", "''", "~", "[a, b]", "{a: b}", "true", "1.5", "2026-01-01", "|\n  block", "'  '", "a # b"].map(
    (name, index): Tree => ({
      name: `name-${index}`,
      why: `name: ${name}`,
      files: skillsIn("{project}", { one: skillText(`name: ${name}\ndescription: d`) }),
      calls: [["one"]],
    }),
  ),
];
