import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const numbered = (count: number, nameOf: (number: string) => string, description = "d") =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const name = nameOf(String(index).padStart(4, "0"));
      return [name, usualSkill(name, description)];
    }),
  );
const numberedFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`data/f${index}.txt`, "x"]));

const spread = numbered(700, (number) => `skill-${number}`);
const besides = Object.keys(spread).flatMap((folder) =>
  ["assets", "references", "scripts"].map((name) => [`{project}/${folder}/${name}/a.txt`, "a"]),
);

const keyLines = Array.from({ length: 800 }, (_, index) => `  key-${index}: value ${index}`).join("\n");

/** More of something than a program has room or patience for. */
export const crowdTrees: readonly Tree[] = [
  {
    name: "crowd-called",
    why: "more text than there is room for, and a line that calls the last skill",
    only: ["claude-code"],
    files: skillsIn(
      "{project}",
      numbered(20, (number) => `skill-${number}`, "text ".repeat(60).trim()),
    ),
    line: "/skill-0019 x",
  },
  {
    name: "crowd-below-settings",
    why: "a person's own settings of the repository, above the working folder",
    only: ["claude-code"],
    cwd: "app/pkg",
    files: {
      ...skillsIn("app/pkg/.claude/skills", { alpha: usualSkill("alpha", "text ".repeat(60).trim()) }),
      "app/.git/HEAD": "ref: refs/heads/main\n",
      "app/.git/objects/": "",
      "app/.git/refs/heads/": "",
      "app/.claude/settings.local.json": '{"skillListingMaxDescChars": 40}',
    },
  },
  {
    name: "crowd-skills",
    why: "more than two thousand skills",
    files: skillsIn(
      "{project}",
      numbered(2_005, (number) => `skill-${number}`),
    ),
    calls: [["skill-2004"]],
  },
  {
    name: "crowd-keys",
    why: "hundreds of keys in one frontmatter",
    files: skillsIn("{project}", { alpha: usualSkill("alpha", "a", "Body.", `metadata:\n${keyLines}`) }),
    calls: [["alpha"]],
  },
  {
    name: "crowd-folders",
    why: "more than two thousand folders, most of them inside skills",
    files: { ...skillsIn("{project}", spread), ...Object.fromEntries(besides) },
    calls: [["skill-0699"]],
  },
  {
    name: "crowd-names",
    why: "names that are too long together",
    files: skillsIn(
      "{project}",
      numbered(600, (number) => `skill-${number}${"-more".repeat(10)}`),
    ),
  },
  {
    name: "crowd-words",
    why: "descriptions that are too long together",
    files: skillsIn(
      "{project}",
      numbered(300, (number) => `skill-${number}`, "All of it. ".repeat(80).trim()),
    ),
  },
  {
    name: "crowd-resources",
    why: "a skill with more than a thousand files",
    files: below("{project}/one", { "SKILL.md": usualSkill("one", "d"), ...numberedFiles(1_200) }),
    calls: [["one"]],
  },
  {
    name: "crowd-levels",
    why: "files in twenty folders one in another",
    files: below("{project}/one", {
      "SKILL.md": usualSkill("one", "d"),
      [`${"a/".repeat(20)}b.txt`]: "b",
      [`${"c/".repeat(6)}SKILL.md`]: usualSkill("six", "d"),
      [`${"d/".repeat(9)}SKILL.md`]: usualSkill("nine", "d"),
    }),
    calls: [["one"], ["six"], ["nine"]],
  },
  {
    name: "crowd-keys",
    why: "frontmatter with four hundred keys, and one of 30,000 characters",
    files: skillsIn("{project}", {
      keys: usualSkill(
        "keys",
        "d",
        "Body.",
        Array.from({ length: 400 }, (_, index) => `key${index}: ${index}`).join("\n"),
      ),
      long: usualSkill("long", `${"words ".repeat(5_000)}end`),
      list: usualSkill(
        "list",
        "d",
        "Body.",
        `allowed-tools: [${Array.from({ length: 500 }, () => "Read").join(", ")}]`,
      ),
      last: usualSkill("last", "d"),
    }),
    calls: [["keys"], ["long"], ["list"]],
  },
  {
    name: "crowd-body",
    why: "instructions of 300,000 characters",
    files: skillsIn("{project}", { big: usualSkill("big", "d", "A line of words.\n".repeat(17_600)) }),
    calls: [["big"]],
  },
  {
    name: "crowd-nested",
    why: "values in a hundred lists one in another",
    files: skillsIn("{project}", {
      nested: usualSkill("nested", "d", "Body.", `metadata: ${"[".repeat(100)}${"]".repeat(100)}`),
      deep: usualSkill("deep", "d", "Body.", `metadata: ${"{a: ".repeat(100)}1${"}".repeat(100)}`),
      last: usualSkill("last", "d"),
    }),
  },
];
