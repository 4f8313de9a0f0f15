import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const own = ["opencode", "kilo"] as const;

/** Values of settings that turn skills off, add folders of them, or end the program. */
const values: readonly object[] = [
  { permission: 1 },
  { permission: null },
  { permission: [] },
  { permission: "no" },
  { permission: { skill: 1 } },
  { permission: { skill: null } },
  { permission: { skill: "no" } },
  { permission: { skill: ["deny"] } },
  { permission: { skill: { alpha: "no" } } },
  { permission: { skill: { alpha: 1, beta: "deny" } } },
  { permission: { skill: { alpha: null, beta: "deny" } } },
  { permission: { skill: { alpha: false } } },
  { permission: { skill: { alpha: { x: "deny" } } } },
  { permission: { edit: "no", skill: { alpha: "deny" } } },
  { permission: { bash: 1, skill: { alpha: "deny" } } },
  { permission: { foo: "deny", skill: { alpha: "deny" } } },
  { permission: { foo: 3, skill: { alpha: "deny" } } },
  { permission: { webfetch: { "*": "deny" }, skill: { alpha: "deny" } } },
  { permission: { todowrite: { "*": "deny" }, skill: { alpha: "deny" } } },
  { permission: { __originalKeys: ["x"], skill: { alpha: "deny" } } },
  { tools: ["skill"] },
  { tools: "skill" },
  { tools: { skill: "false" } },
  { tools: { skill: null } },
  { tools: { "sk*": false } },
  { tools: { "*": false } },
  { tools: { "*": false, skill: true } },
  { agent: [] },
  { agent: { build: "x" } },
  { agent: { build: { permission: 1 } } },
  { agent: { build: { tools: { skill: false } } } },
  { agent: { build: { disable: true } } },
  { agent: { build: { mode: "x", permission: { skill: "deny" } } } },
  { agent: { build: { prompt: 1, permission: { skill: "deny" } } } },
  { agent: { mine: { mode: 3 } }, permission: { skill: { alpha: "deny" } } },
  { mode: { build: { permission: { skill: { alpha: "deny" } } } } },
  { mode: { build: { tools: { skill: false } } } },
  { default_agent: "plan", agent: { plan: { permission: { skill: { alpha: "deny" } } } } },
  { default_agent: "nobody" },
  { unknown: 1, permission: { skill: { alpha: "deny" } } },
  { skills: { paths: ["./more"] } },
  { skills: { paths: "./more" } },
  { skills: { paths: ["{world}/app/more"] } },
  { skills: { paths: ["~/more"] } },
  { skills: ["./more"] },
  { skills: { urls: "x", paths: ["./more"] } },
  { skills: { x: 1, paths: ["./more"] } },
  { skills: { paths: ["./nothing", "./more"] } },
  { skills: { paths: ["./more/epsilon"] } },
  { model: 1, permission: { skill: { alpha: "deny" } } },
  { instructions: "x", permission: { skill: { alpha: "deny" } } },
  { instructions: ["notes.md"], permission: { skill: { alpha: "deny" } } },
  { plugin: "x", permission: { skill: { alpha: "deny" } } },
  { mcp: [], permission: { skill: { alpha: "deny" } } },
  { share: "x", permission: { skill: { alpha: "deny" } } },
  { $schema: 1, permission: { skill: { alpha: "deny" } } },
  { command: { alpha: { template: "Do it" } } },
  { command: { alpha: {} }, permission: { skill: { beta: "deny" } } },
  { lsp: 1, permission: { skill: { alpha: "deny" } } },
  { snapshot: "x", permission: { skill: { alpha: "deny" } } },
  { experimental: { x: 1 }, permission: { skill: { alpha: "deny" } } },
  ...[{ color: "x" }, { color: "#ff0000" }, { temperature: "x" }, { steps: 0 }, { options: 5 }].map((plan) => ({
    agent: { plan },
  })),
  ...[{ command: ["x"] }, { type: "local", command: "x" }, { type: "remote", url: 5 }, { enabled: false }].map((m) => ({
    mcp: { m },
  })),
  ...[{ models: { a: { limit: { context: 5 } } } }, { options: { timeout: 0 } }, { env: "x" }].map((p) => ({
    provider: { p },
  })),
  ...[{ typescript: {} }, { mine: { command: ["x"] } }, { mine: { disabled: true } }].map((lsp) => ({ lsp })),
  ...[{ formatter: { prettier: { disabled: "x" } } }, { references: { a: {} } }, { plugin: [["x", {}]] }],
];

const texts = [
  "[]",
  '"x"',
  "",
  "{",
  "null",
  '{"permission":{"skill":{"alpha":"deny"}},"permission":{"skill":{"beta":"deny"}}}',
  '{"permission":{"skill":{"alpha":"{env:HOME}"}}}',
  '{"permission":{"skill":{"alpha":"deny{env:NOTHERE}"}}}',
  '{"permission":{"skill":{"alpha":"{file:./word.txt}"}}}',
  '{"permission":{"skill":{"alpha":"{file:./none.txt}"}}}',
  '﻿{"permission": {"skill": {"alpha": "deny"}}}',
];

/** Values that only OpenCode is asked for. */
const ofOpenCode = [
  '{"username": "{file:./none.txt}"}',
  '// {file:./none.txt}\n{"username": "x"}',
  '{"mcp": {"m": {"type": "local", "command": ["x"], "timeout": {}}}}',
  '{"plugin": [["x", 5]]}',
  '{"experimental": {"policies": ["x"]}}',
  '{"experimental": {"policies": [{"action": "provider.use", "effect": "deny", "resource": "x"}]}}',
];

const plain = (name: string) => usualSkill(name, `is ${name}`);
const skills = {
  ...skillsIn("{project}", { alpha: plain("alpha"), beta: plain("beta") }),
  "app/word.txt": "deny",
};

/** Folders of skills that settings may add. */
const folders = {
  ...below("app/more", { "epsilon/SKILL.md": plain("epsilon"), "delta/SKILL.md": plain("delta") }),
  ...below("app/deep", {
    "a/b/c/SKILL.md": plain("c"),
    ".h/x/SKILL.md": plain("x"),
    "node_modules/m/SKILL.md": plain("m"),
    "low/skill.md": plain("low"),
  }),
  "app/other/alpha/SKILL.md": plain("alpha"),
  "app/pkg/more/inner/SKILL.md": plain("inner"),
  "home/more/zeta/SKILL.md": plain("zeta"),
  "shared/gamma/SKILL.md": plain("gamma"),
  "more/top/SKILL.md": plain("top"),
};

const paths: readonly (readonly string[])[] = [
  ["./more"],
  ["more"],
  ["{world}/app/more"],
  ["~/more"],
  ["./more/epsilon"],
  ["./more/epsilon/SKILL.md"],
  ["../shared"],
  ["./nothing", "./more"],
  ["./more", "~/more", "./other"],
  ["./other"],
  ["./deep"],
  ["."],
  [""],
  ["./linked"],
];

function tree(program: string, name: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  const calls: Tree["calls"] = [["alpha"], ["beta"], ["epsilon"], ["nope"]];
  const why = Object.values(files).join();
  return {
    name: `${program}-${name}`,
    why,
    only: [program],
    line: "/alpha x",
    calls,
    ...more,
    files: { ...skills, ...files },
  };
}

/** Trees of OpenCode, and those of its fork, whose files have its name. */
export const openCodeSettingTrees: readonly Tree[] = own.flatMap((program) => {
  const settings = `app/${program}.json`;
  const added = (name: string, files: Tree["files"], more: Partial<Tree> = {}) =>
    tree(program, `path-${name}`, { ...folders, ...files }, { links: { "app/linked": "{world}/shared" }, ...more });
  const more = JSON.stringify({ skills: { paths: ["./more"] } });
  return [
    ...[...values.map((value) => JSON.stringify(value)), ...texts].map((text, index) =>
      tree(program, `setting-${index}`, { [settings]: text, "app/more/epsilon/SKILL.md": plain("epsilon") }),
    ),
    ...(program === "opencode" ? ofOpenCode : []).map((text, index) =>
      tree(program, `further-${index}`, { [settings]: text }),
    ),
    ...paths.map((list, index) => added(String(index), { [settings]: JSON.stringify({ skills: { paths: list } }) })),
    ...['{"tools":true}', "{", '{"username":"{file:./none.txt}"}'].flatMap((text, index) => [
      tree(program, `person-${index}`, { [`home/.config/${program}/${program}.jsonc`]: text }),
      tree(program, `person-own-${index}`, { [`home/.${program}/${program}.json`]: text }),
    ]),
    added("own", { [`app/.${program}/${program}.json`]: more }),
    added("above", { [`${program}.json`]: more }),
    added("below", { [settings]: more }, { cwd: "app/pkg" }),
    added("both", {
      [settings]: more,
      [`app/.${program}/${program}.json`]: JSON.stringify({ skills: { paths: ["./deep"] } }),
    }),
    added("under-others", { [settings]: more, [`app/.${program}/${program}.json`]: "{}" }),
  ];
});
