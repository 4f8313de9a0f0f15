import { below, type Tree, usualSkill } from "../../tree.ts";

/** What the list of skills in its settings may be, and may name. */
const lists: readonly unknown[] = [
  1,
  "x",
  {},
  [null],
  [1],
  ["./more"],
  ["more"],
  ["../shared"],
  ["{world}/app/more"],
  ["~/more"],
  ["./more/epsilon"],
  ["./more/epsilon/SKILL.md"],
  ["./none", "./more"],
  ["skills2"],
  ["./dup"],
  ["./deep"],
  ["."],
  ["./m*"],
  ["./.hid"],
  { customDirectories: ["more"] },
  ["./more", "!one"],
  ["./more", "o?e"],
  ["./more", "l*", "+more/one"],
];

const others: readonly object[] = [
  { packages: 1 },
  { prompts: 1 },
  { theme: 1 },
  { defaultModel: 1 },
  { packages: [5] },
  { packages: [{}] },
];

const plain = (name: string) => usualSkill(name, `is ${name}`);

/** Folders beside its settings, below the working folder and elsewhere. */
const files = {
  ...below("app/.pi", {
    "skills/alpha/SKILL.md": plain("alpha"),
    "skills2/two/SKILL.md": plain("two"),
    "more/one/SKILL.md": plain("one"),
    "more/loose.md": plain("loose"),
    "dup/alpha/SKILL.md": plain("alpha"),
    "deep/a/b/c/SKILL.md": plain("c"),
    "deep/.h/x/SKILL.md": plain("x"),
    ".hid/y/SKILL.md": plain("y"),
  }),
  ...below("app", { "more/epsilon/SKILL.md": plain("epsilon"), "shared/near/SKILL.md": plain("near") }),
  ...below("home/.pi/agent", { "skills2/mine/SKILL.md": plain("mine"), "more/own/SKILL.md": plain("own") }),
  "home/more/zeta/SKILL.md": plain("zeta"),
  "shared/gamma/SKILL.md": plain("gamma"),
};

function tree(name: string, settings: string, value: unknown): Tree {
  const text = JSON.stringify(value);
  return { name: `pi-${name}`, why: text, only: ["pi"], files: { ...files, [settings]: text }, line: "Hello there" };
}

/** Folders that its settings add, and values that end it. */
export const piSettingValueTrees: readonly Tree[] = [
  ...["app/.pi/settings.json", "home/.pi/agent/settings.json"].flatMap((settings, at) =>
    lists.map((skills, index) => tree(`path-${at * lists.length + index}`, settings, { skills })),
  ),
  ...others.map((value, index) => tree(`setting-${index}`, "app/.pi/settings.json", value)),
  {
    name: "pi-text-and-no-skill",
    why: "a text in place of the list, and no skill in the project",
    only: ["pi"],
    files: { "app/.pi/settings.json": '{"skills":"alpha"}', "{home}/alpha/SKILL.md": plain("alpha") },
    line: "Hello there",
  },
];
