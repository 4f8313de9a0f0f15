import type { Tree } from "../../tree.ts";

const home = "home/.claude/plugins";
const skill = (name: string) => `---\nname: ${name}\ndescription: Of ${name}.\n---\nBody\n`;
const install = (id: string, more: object = {}) => {
  const [name, market] = id.split("@");
  const installPath = `{world}/${home}/cache/${market}/${name}/1`;
  return { scope: "user", installPath, version: "1", installedAt: "2026-11-01", lastUpdated: "2026-11-01", ...more };
};

/** The files about a plugin `pa` that is installed, and about `pb` in a marketplace that is a folder of this disk. */
interface Parts {
  readonly plugins: Record<string, unknown>;
  readonly known: Record<string, object>;
  readonly market: Record<string, unknown>;
  readonly manifest: Record<string, unknown>;
}

function tree(why: string, change: (parts: Parts) => void): Tree {
  const known = (source: object, at: string) => ({
    source,
    installLocation: `{world}/${at}`,
    lastUpdated: "2026-11-01",
  });
  const parts: Parts = {
    plugins: { "pa@m": [install("pa@m")] },
    known: {
      m: known({ source: "github", repo: "owner/name" }, `${home}/marketplaces/m`),
      n: known({ source: "directory", path: "{world}/home/n" }, "home/n"),
    },
    market: { name: "m", owner: { name: "Someone" }, plugins: [{ name: "pa", source: "./pa" }] },
    manifest: { name: "pa", version: "1" },
  };
  change(parts);
  const files = {
    [`${home}/installed_plugins.json`]: { version: 2, plugins: parts.plugins },
    [`${home}/known_marketplaces.json`]: parts.known,
    [`${home}/marketplaces/m/.claude-plugin/marketplace.json`]: parts.market,
    [`${home}/cache/m/pa/1/.claude-plugin/plugin.json`]: parts.manifest,
    "home/n/.claude-plugin/marketplace.json": {
      name: "n",
      owner: { name: "Someone" },
      plugins: [{ name: "pb", source: "./pb" }],
    },
    "home/.claude/settings.json": { enabledPlugins: { "pa@m": true, "pb@n": true } },
  };
  return {
    name: `plugin-value-${why.replace(/\W+/g, "-")}`,
    why,
    only: ["claude-code"],
    files: {
      ...Object.fromEntries(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)])),
      [`${home}/cache/m/pa/1/skills/one/SKILL.md`]: skill("one"),
      [`${home}/cache/m/pa/1/more/two/SKILL.md`]: skill("two"),
      "home/n/pb/skills/three/SKILL.md": skill("three"),
    },
  };
}

const field = { type: "string", title: "t", description: "d" };
const fields = [
  ...[{ required: "x" }, { default: {} }, { default: 5 }, { min: "x" }, { other: 5 }],
  ...[{ options: ["a"] }, { options: ["a"], default: "a" }, { options: ["a"], required: true }],
];

/** Values for the keys of a manifest. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  author: ["x", { name: "" }, { name: "x", url: 1 }],
  description: [1, null],
  homepage: ["x"],
  keywords: ["x", [1]],
  license: [1],
  repository: [{ type: "git", url: "https://a.example" }],
  defaultEnabled: ["x", false],
  dependencies: ["x", [1], ["a b"], ["other"], {}, []],
  hooks: ["x", "./h.json", 1, {}, { PreToolUse: 1 }, [1], [], { Stop: 1 }, [{ Stop: 1 }], { hooks: { PreToolUse: 1 } }],
  commands: [
    ...["c", "./c.md", { a: {} }, { a: { source: "./a.md", content: "x" } }, 1],
    ...[{ source: "./a.md", model: 5 }, { content: "" }, { content: "{}" }, 5].map((a) => ({ a })),
  ],
  agents: ["./a", "./a.md", "a.md"],
  skills: ["./more", "more", 1, ["./more"], { a: 1 }, "../x", "."],
  outputStyles: ["x", "./x", 1],
  themes: ["x", ["./x"]],
  workflows: ["x"],
  channels: [1, [{}], [{ server: "x" }], [{ server: "x", other: 1 }], [{ server: "x", displayName: 5 }]],
  mcpServers: [
    ...["x", "./x.json", 1, { a: {} }, { a: { command: "x", env: {} } }, [], ["x.json"], "https://x"],
    ...[{ url: "https://a.b" }, { type: "sse", url: "x" }, { type: "x", command: "x" }, { command: "" }].map((a) => ({
      a,
    })),
    { a: { command: "x" }, b: 5 },
  ],
  lspServers: [
    ...[1, "./x.json", { a: {} }, [5]],
    ...[{}, { ".x": "y" }, { x: "y" }, { ".x": 5 }].map((map) => ({ a: { command: "x", extensionToLanguage: map } })),
    ...[{ command: "x y" }, { transport: "x" }, { other: 1 }, { startupTimeout: 0 }].map((more) => ({
      a: { command: "x", extensionToLanguage: { ".x": "y" }, ...more },
    })),
  ],
  monitors: [
    ...[1, [{}], [{ name: "a", command: "b", description: "c" }]],
    ...[{ name: "" }, { when: "x" }, { when: "on-skill-invoke:x" }, { other: 5 }].map((more) => [
      { name: "a", command: "b", description: "c", ...more },
    ]),
  ],
  settings: [1],
  types: ["x", "./x.d.ts"],
  userConfig: [1, { "a b": {} }, { a: {} }, { a: field }, ...fields.map((more) => ({ a: { ...field, ...more } }))],
  experimental: [1, { themes: 1 }],
  name: ["", 1, "a b", "a/b"],
  version: [1, null],
};

const manifestTrees = Object.entries(values).flatMap(([key, each]) =>
  each.map((value, index) =>
    tree(`${key} ${index} of a manifest`, ({ manifest }) => {
      manifest[key] = value;
    }),
  ),
);

/** What an entry in the list of installed plugins has instead. */
const installs: Readonly<Record<string, object>> = {
  "no scope": { scope: undefined },
  "an unknown scope": { scope: "team" },
  "an administrator's scope": { scope: "managed" },
  "a project's scope without one": { scope: "project" },
  "no path": { installPath: undefined },
  "a date that is a number": { installedAt: 1 },
  "a version that is null": { version: null },
  "a resolved version that is a number": { resolvedVersion: 1 },
  "auto that is a text": { auto: "yes" },
  "a key of its own": { more: 1 },
};

const installTrees = Object.entries(installs).map(([what, more]) =>
  tree(`another plugin is installed with ${what}`, ({ plugins }) => {
    plugins["pb@n"] = [install("pb@n", more)];
  }),
);

const listTrees = ["pz", "p z@m", "a@b@m", "_a@m"].map((id, index) =>
  tree(`a plugin is installed under the odd name ${index}`, ({ plugins }) => {
    plugins[id] = [{}];
  }),
);

/** What the marketplace `m` has instead, among those that are known. */
const markets: Readonly<Record<string, object>> = {
  "no date": { lastUpdated: undefined },
  "no place": { installLocation: undefined },
  "no source": { source: undefined },
  "a source that is a text": { source: "owner/name" },
  "an unknown kind of source": { source: { source: "other" } },
  "no repository": { source: { source: "github" } },
  "a git address": { source: { source: "git", url: "https://a.example/b.git" } },
  "updates that are a text": { autoUpdate: "yes" },
  "a key of its own": { more: 1 },
};

const knownTrees = Object.entries(markets).map(([what, more]) =>
  tree(`a marketplace is known with ${what}`, ({ known }) => {
    known.m = { ...known.m, ...more };
  }),
);

/** What the marketplace's own file has instead. */
const own: Readonly<Record<string, object>> = {
  "no owner": { owner: undefined },
  "an owner that is a text": { owner: "x" },
  "an owner without a name": { owner: {} },
  "an owner with an odd address": { owner: { name: "x", email: "no" } },
  "no name": { name: undefined },
  "another name": { name: "other" },
  "two words for a name": { name: "a b" },
  "no plugins": { plugins: undefined },
  "metadata that is a number": { metadata: 1 },
  "a plugin without a source": { plugins: [{ name: "pa" }] },
  "a plugin from elsewhere": { plugins: [{ name: "pa", source: { source: "github", repo: "a/b" } }] },
  "null beside the plugin": { plugins: [{ name: "pa", source: "./pa" }, null] },
};

const marketTrees = Object.entries(own).map(([what, more]) =>
  tree(`a marketplace has ${what}`, ({ market }) => {
    Object.assign(market, more);
  }),
);

/** Values in what the program keeps about plugins, one wrong one at a time. */
export const pluginValueTrees: readonly Tree[] = [
  tree("all is right", () => undefined),
  ...manifestTrees,
  ...installTrees,
  ...listTrees,
  ...knownTrees,
  ...marketTrees,
];
