import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const date = "2026-01-01T00:00:00.000Z";
const user = "home/.claude/settings.json";
const market = "home/.claude/plugins/marketplaces/m";
const cache = "home/.claude/plugins/cache/m";

const json = (path: string, value: unknown) => ({ [path]: JSON.stringify(value) });
const manifest = (name: string, more: object = {}) => json(".claude-plugin/plugin.json", { name, ...more });
const copied = (name: string, files: Readonly<Record<string, string>>) => below(`${cache}/${name}/1.0.0`, files);

function registry(...names: readonly string[]) {
  const install = (name: string) => ({
    scope: "user",
    installPath: `{world}/${cache}/${name}/1.0.0`,
    version: "1.0.0",
    installedAt: date,
    lastUpdated: date,
  });
  const plugins = Object.fromEntries(names.map((name) => [`${name}@m`, [install(name)]]));
  return json("home/.claude/plugins/installed_plugins.json", { version: 2, plugins });
}

function known(source: object = { source: "github", repo: "o/m" }, folder = market) {
  const entry = { source, installLocation: `{world}/${folder}`, lastUpdated: date };
  return json("home/.claude/plugins/known_marketplaces.json", { m: entry });
}

const listing = (plugins: readonly object[], folder = market) =>
  json(`${folder}/.claude-plugin/marketplace.json`, { name: "m", owner: { name: "o" }, plugins });
const on = (...names: readonly string[]) => ({
  enabledPlugins: Object.fromEntries(names.map((name) => [`${name}@m`, true])),
});
const pa = { name: "pa", source: "./pa" };
const skill = (name: string, description: string) => ({ [`skills/${name}/SKILL.md`]: usualSkill(name, description) });

const workflow = (name: string) => `export const meta = { name: "${name}", description: "Flow." };\n`;

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `plugin-form-${name}`, why, only: ["claude-code"], files, ...more };
}

/** Entries of a marketplace that is to say all (`strict: false`), or not, and manifests of their plugin. */
const strict: Readonly<Record<string, readonly [entry: object, own: object]>> = {
  none: [{ strict: false }, {}],
  entry: [{ strict: false, skills: ["./a"] }, {}],
  own: [{ strict: false }, { skills: ["./b"] }],
  commands: [{ strict: false, skills: ["./a"] }, { commands: ["./c.md"] }],
  servers: [{ strict: false, skills: ["./a"] }, { mcpServers: {} }],
  hooks: [{ strict: false, hooks: {} }, { skills: ["./b"] }],
  agents: [{ strict: false, commands: ["./c.md"] }, { agents: ["./ag.md"] }],
  true: [{ strict: true, skills: ["./a"] }, { skills: ["./b"] }],
  styles: [{ strict: false, skills: ["./a"] }, { outputStyles: "./s" }],
  empty: [{ strict: false, skills: ["./a"] }, { skills: [] }],
  text: [{ strict: "false", skills: ["./a"] }, { skills: ["./b"] }],
  "text-alone": [{ strict: "false", skills: ["./a"] }, {}],
  null: [{ strict: null, skills: ["./a"] }, { skills: ["./b"] }],
};

/** Marketplaces of a plugin that nobody has installed. */
const sources: Readonly<Record<string, readonly [source: object, folder: string, more: Tree["files"]]>> = {
  folder: [{ source: "directory", path: "{world}/home/market" }, "home/market", {}],
  "folder-registry": [{ source: "directory", path: "{world}/home/market" }, "home/market", registry()],
  file: [{ source: "file", path: "{world}/home/market/.claude-plugin/marketplace.json" }, "home/market", {}],
  github: [{ source: "github", repo: "o/m" }, market, {}],
  git: [{ source: "git", url: "https://x.y/z.git" }, market, {}],
  "github-registry": [{ source: "github", repo: "o/m" }, market, registry("other")],
};

/** Commands by name in a manifest. */
const commands: Readonly<Record<string, object>> = {
  source: { about: { source: "./README.md" } },
  more: {
    about: {
      source: "./README.md",
      description: "D <x>",
      argumentHint: "[a]",
      model: "haiku",
      allowedTools: ["Bash"],
    },
  },
  content: { inline: { content: "# Head\n\nInline $ARGUMENTS", description: "in line" } },
  "content-plain": { inline: { content: "---\ndescription: in frontmatter\n---\nInline" } },
  names: {
    "two words": { source: "./cmds/x.md" },
    "a:b": { source: "./cmds/x.md" },
    Upper: { source: "./cmds/y.md" },
  },
  folder: { dir: { source: "./cmds" } },
  "wrong-number": { about: 5, x: { source: "./cmds/x.md" } },
  "wrong-empty": { about: {}, x: { source: "./cmds/x.md" } },
  "wrong-source": { about: { source: 5 }, x: { source: "./cmds/x.md" } },
  "wrong-both": { about: { source: "./README.md", content: "C" }, x: { source: "./cmds/x.md" } },
  "wrong-path": { about: { source: "README.md" }, x: { source: "./cmds/x.md" } },
  "wrong-outside": { about: { source: "../README.md" }, x: { source: "./cmds/x.md" } },
  "wrong-gone": { about: { source: "./gone.md" }, x: { source: "./cmds/x.md" } },
  "wrong-list": ["./cmds/x.md", 5],
  "wrong-text": ["./cmds/x.md", "cmds/y.md"],
  "gone-in-list": ["./cmds/x.md", "./gone.md"],
};

/** What manifests, marketplaces and settings may say of plugins, against each other. */
export const pluginFormTrees: readonly Tree[] = [
  ...Object.entries(strict).map(([name, [entry, own]]) =>
    tree(`strict-${name}`, `strict in a marketplace: ${name}`, {
      ...copied("pa", {
        ...manifest("pa", own),
        "a/SKILL.md": usualSkill("a", "sk a"),
        "b/SKILL.md": usualSkill("b", "sk b"),
        ...skill("usual", "usual"),
        "c.md": "C",
        "ag.md": "---\nname: ag\ndescription: d\n---\nA",
        "s/x.md": "S",
      }),
      ...registry("pa"),
      ...known(),
      ...listing([{ ...pa, ...entry }]),
      ...json(user, on("pa")),
    }),
  ),
  ...Object.entries(sources).map(([name, [source, folder, more]]) =>
    tree(
      `uninstalled-${name}`,
      `turned on and never installed, from a marketplace that is here: ${name}`,
      {
        ...below(`${folder}/pa`, { ...manifest("pa"), ...skill("one", "1"), "commands/c.md": "C" }),
        ...listing([pa, { name: "pb", source: { source: "github", repo: "o/pb" } }], folder),
        ...known(source, folder),
        ...more,
        ...json(user, on("pa", "pb")),
      },
      { calls: [["pa:one"]] },
    ),
  ),
  tree("uninstalled-cached", "not in the list, though a copy is in the cache", {
    ...copied("pa", { ...manifest("pa"), ...skill("one", "cached") }),
    ...listing([pa]),
    ...known(),
    ...json(user, on("pa")),
  }),
  ...Object.entries(commands).map(([name, named]) =>
    tree(
      `commands-${name}`,
      `commands by name in a manifest: ${name}`,
      {
        ...copied("pa", {
          ...manifest("pa", { commands: named }),
          "README.md": "---\ndescription: of the file\nargument-hint: x\n---\n# About\n\nText $ARGUMENTS",
          "cmds/x.md": "X first line",
          "cmds/y.md": "# Y",
          "commands/z.md": "Z",
          ...skill("sk", "skill"),
        }),
        ...registry("pa"),
        ...known(),
        ...listing([pa]),
        ...json(user, on("pa")),
      },
      { line: "/pa:inline x", calls: [["pa:about", "y"], ["pa:inline", "z"], ["pa:z"]] },
    ),
  ),
  tree(
    "workflows",
    "workflows in their usual folder and in one that the manifest names, with names of a skill and a command",
    {
      ...copied("pa", {
        ...manifest("pa"),
        ...skill("one", "skill"),
        "commands/c.md": "---\ndescription: command\n---\nC",
        ...below("workflows", { "a.js": workflow("one"), "b.js": workflow("c"), "d.js": workflow("flow") }),
      }),
      ...copied("pb", {
        ...manifest("pb", { workflows: "./flows" }),
        ...skill("two", "skill"),
        "flows/e.js": workflow("named"),
        "workflows/f.js": workflow("unnamed"),
      }),
      ...registry("pa", "pb"),
      ...known(),
      ...listing([pa, { name: "pb", source: "./pb" }]),
      ...json(user, on("pa", "pb")),
    },
  ),
  tree("order", "skills whose names sort otherwise than their folders", {
    ...copied("pa", {
      ...manifest("pa"),
      ...Object.assign({}, ...["B", "a", "_c", "é", "z(", "0x"].map((name) => skill(name, "d"))),
    }),
    ...registry("pa"),
    ...known(),
    ...listing([pa]),
    ...json(user, on("pa")),
  }),
  tree(
    "file-names",
    "names with other characters, and with the plugin's before them, in files that lie directly in a folder of skills",
    {
      ...copied("pa", { ...manifest("pa"), "skills/SKILL.md": usualSkill("ünï (b)", "one") }),
      ...copied("pb", { ...manifest("pb"), "skills/SKILL.md": usualSkill("pb:c.d", "two") }),
      ...registry("pa", "pb"),
      ...known(),
      ...listing([pa, { name: "pb", source: "./pb" }]),
      ...json(user, { enabledPlugins: { "pa@m": true, "pb@m": true } }),
    },
    { line: "/pb:c-d x", calls: [["pa:-n---b-"], ["pb:c-d"]] },
  ),
  tree(
    "denied-short",
    "rules with the name, or the beginning of the name, that skills have without their plugin's",
    {
      ...copied("pa", {
        ...manifest("pa"),
        ...skill("one", "1"),
        "skills/two/SKILL.md": usualSkill("label", "2"),
        "commands/sub/c.md": "C",
      }),
      ...registry("pa"),
      ...known(),
      ...listing([pa]),
      ...below("app/.claude/commands", { "x/deep.md": "Deep" }),
      ...json(user, {
        ...on("pa"),
        permissions: { deny: ["Skill(on:*)", "Skill(deep)", "Skill(sub:c)", "Skill(label)"] },
      }),
    },
    { calls: [["pa:one"], ["x:deep"], ["pa:sub:c"], ["pa:two"]] },
  ),
  tree(
    "denied-both",
    "a rule with a name that a person's and a plugin's skill have",
    {
      ...copied("pa", { ...manifest("pa"), ...skill("one", "1") }),
      ...skillsIn("{project}", { one: usualSkill("one", "mine") }),
      ...registry("pa"),
      ...known(),
      ...listing([pa]),
      ...json(user, { ...on("pa"), permissions: { deny: ["Skill(one)"] } }),
    },
    { calls: [["pa:one"], ["one"]] },
  ),
];
