import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);
const date = "2026-11-01T00:00:00.000Z";
const home = "home/.claude/plugins";

/** A marketplace of these plugins that the program knows. */
function market(
  name: string,
  plugins: readonly string[],
  more: object = {},
): readonly [name: string, known: object, list: Readonly<Record<string, string>>] {
  const at = `${home}/marketplaces/${name}`;
  const list = {
    name,
    owner: { name: "Someone" },
    plugins: plugins.map((each) => ({ name: each, source: `./${each}`, version: "1.0.0" })),
    ...more,
  };
  return [
    name,
    { source: { source: "github", repo: "owner/name" }, installLocation: `{world}/${at}`, lastUpdated: date },
    { [`${at}/.claude-plugin/marketplace.json`]: JSON.stringify(list) },
  ];
}

function known(...markets: readonly ReturnType<typeof market>[]): Record<string, string> {
  return Object.assign(
    {
      [`${home}/known_marketplaces.json`]: JSON.stringify(
        Object.fromEntries(markets.map(([name, entry]) => [name, entry])),
      ),
    },
    ...markets.map(([, , list]) => list),
  ) as Record<string, string>;
}

interface Entry {
  readonly scope?: string;
  readonly version?: string;
  readonly projectPath?: string;
  readonly installPath?: string;
}

function registry(plugins: Readonly<Record<string, readonly Entry[]>>, version = 2): Record<string, string> {
  const entry = (id: string, { scope = "user", version: of = "1.0.0", ...more }: Entry) => {
    const [plugin, at] = id.split("@");
    return {
      scope,
      version: of,
      installPath: `{world}/${home}/cache/${at}/${plugin}/${of}`,
      installedAt: date,
      lastUpdated: date,
      ...more,
    };
  };
  return {
    [`${home}/installed_plugins.json`]: JSON.stringify({
      version,
      plugins: Object.fromEntries(
        Object.entries(plugins).map(([id, entries]) => [id, entries.map((each) => entry(id, each))]),
      ),
    }),
  };
}

/** A plugin in the cache, by its name and marketplace as the program writes them. */
function files(id: string, version: string, skill: string, more: Readonly<Record<string, string>> = {}) {
  const [name = "", at = ""] = id.split("@");
  return below(`${home}/cache/${at}/${name}/${version}`, {
    ".claude-plugin/plugin.json": JSON.stringify({ name, version }),
    [`skills/${skill}/SKILL.md`]: plain(skill),
    ...more,
  });
}

const switches = (path: string, enabledPlugins: object) => ({ [path]: JSON.stringify({ enabledPlugins }) });
const person = "home/.claude/settings.json";
const project = "app/.claude/settings.json";
const local = "app/.claude/settings.local.json";
const inMarket = known(market("market", ["pa", "pb"]));
const twoVersions = { ...files("pa@market", "1.0.0", "one"), ...files("pa@market", "2.0.0", "two") };

function tree(name: string, why: string, parts: Readonly<Record<string, string>>, more: Partial<Tree> = {}): Tree {
  return {
    name: `installed-${name}`,
    why,
    only: ["claude-code"],
    files: { ...inMarket, ...parts },
    calls: [["pa:one"], ["pa:two"], ["one"]],
    ...more,
  };
}

const on = switches(person, { "pa@market": true });
const usual = files("pa@market", "1.0.0", "one");

const ofClaudeCode: readonly Tree[] = [
  tree("two-versions", "two versions for one scope", {
    ...twoVersions,
    ...registry({ "pa@market": [{}, { version: "2.0.0" }] }),
    ...on,
  }),
  tree("two-scopes", "a version for the person, another one for the project", {
    ...twoVersions,
    ...registry({ "pa@market": [{}, { scope: "project", version: "2.0.0", projectPath: "{world}/app" }] }),
    ...on,
  }),
  tree("two-scopes-turned", "the same, the project's first", {
    ...twoVersions,
    ...registry({ "pa@market": [{ scope: "project", version: "2.0.0", projectPath: "{world}/app" }, {}] }),
    ...on,
  }),
  tree("local-scope", "a version for this project alone", {
    ...twoVersions,
    ...registry({ "pa@market": [{}, { scope: "local", version: "2.0.0", projectPath: "{world}/app" }] }),
    ...switches(local, { "pa@market": true }),
  }),
  tree("other-project", "installed for another project", {
    ...usual,
    ...registry({ "pa@market": [{ scope: "project", projectPath: "{world}/other" }] }),
    ...on,
  }),
  tree("other-project-on-here", "installed for another project, on in this one", {
    ...usual,
    ...registry({ "pa@market": [{ scope: "local", projectPath: "{world}/other" }] }),
    ...switches(project, { "pa@market": true }),
  }),
  tree("managed-scope", "installed by an administrator", {
    ...usual,
    ...registry({ "pa@market": [{ scope: "managed" }] }),
    ...on,
  }),
  tree("unknown-scope", "a scope that is no word of it", {
    ...usual,
    ...registry({ "pa@market": [{ scope: "team" }] }),
    ...on,
  }),
  tree(
    "project-below",
    "started below the project for which it is installed",
    { ...usual, ...registry({ "pa@market": [{ scope: "project", projectPath: "{world}/app" }] }), ...on },
    { cwd: "app/pkg" },
  ),
  tree("path-elsewhere", "installed in a folder outside the cache", {
    ...below("shared/pa", { "skills/one/SKILL.md": plain("one") }),
    ...registry({ "pa@market": [{ installPath: "{world}/shared/pa" }] }),
    ...on,
  }),
  tree("path-relative", "a relative path", {
    ...usual,
    ...registry({ "pa@market": [{ installPath: "cache/market/pa/1.0.0" }] }),
    ...on,
  }),
  tree("path-gone", "a path that leads nowhere", {
    ...usual,
    ...registry({ "pa@market": [{ installPath: "{world}/nowhere" }] }),
    ...on,
  }),
  tree("no-entries", "an empty list of places", { ...usual, ...registry({ "pa@market": [] }), ...on }),
  tree("first-registry", "the registry's first version", {
    ...usual,
    [`${home}/installed_plugins.json`]: JSON.stringify({
      version: 1,
      plugins: {
        "pa@market": {
          version: "1.0.0",
          installedAt: date,
          lastUpdated: date,
          installPath: `{world}/${home}/cache/market/pa/1.0.0`,
          isLocal: false,
        },
      },
    }),
    ...on,
  }),
  tree("next-registry", "a registry of a later version", { ...usual, ...registry({ "pa@market": [{}] }, 3), ...on }),
  tree("two-markets", "one plugin of two marketplaces", {
    ...known(market("market", ["pa"]), market("other", ["pa"])),
    ...usual,
    ...files("pa@other", "1.0.0", "two"),
    ...registry({ "pa@market": [{}], "pa@other": [{}] }),
    ...switches(person, { "pa@market": true, "pa@other": true }),
  }),
  tree("off-in-project", "on for the person, off for the project, on here", {
    ...usual,
    ...registry({ "pa@market": [{}] }),
    ...on,
    ...switches(project, { "pa@market": false }),
    ...switches(local, { "pa@market": true }),
  }),
  tree("market-unnamed-plugin", "a switch without a marketplace", {
    ...usual,
    ...registry({ "pa@market": [{}] }),
    ...switches(person, { pa: true }),
  }),
  tree("id-in-capitals", "a switch in capitals", {
    ...usual,
    ...registry({ "pa@market": [{}] }),
    ...switches(person, { "PA@market": true }),
  }),
  tree("extra-market", "a marketplace that the project's settings bring", {
    ...usual,
    ...registry({ "pa@extra": [{ installPath: `{world}/${home}/cache/market/pa/1.0.0` }] }),
    [project]: JSON.stringify({
      enabledPlugins: { "pa@extra": true },
      extraKnownMarketplaces: { extra: { source: { source: "directory", path: "{world}/shared/extra" } } },
    }),
    "shared/extra/.claude-plugin/marketplace.json": JSON.stringify({
      name: "extra",
      owner: { name: "x" },
      plugins: [{ name: "pa", source: "./pa" }],
    }),
    ...below("shared/extra/pa", { "skills/two/SKILL.md": plain("two") }),
  }),
  tree(
    "in-home-folder",
    "a person's skills folder with a plugin's name",
    {
      ...usual,
      ...registry({ "pa@market": [{}] }),
      ...on,
      ...skillsIn("{home}", { "pa:one": usualSkill("'pa:one'", "not the plugin's") }),
      ...skillsIn("{project}", { pa: plain("pa"), one: plain("one") }),
    },
    { line: "/pa:one x" },
  ),
  tree(
    "everything",
    "a plugin with all that plugins may have",
    {
      ...files("pa@market", "1.0.0", "one", {
        "agents/helper.md": "---\nname: helper\ndescription: helps\n---\nHelp.\n",
        "hooks/hooks.json": '{"hooks":{}}',
        ".mcp.json": '{"mcpServers":{}}',
        ".lsp.json": "{}",
        "output-styles/o.md": "---\nname: o\ndescription: o\n---\nO\n",
        "bin/tool": "#!/bin/sh\n",
        "settings.json": '{"agent":"helper"}',
        "README.md": "# pa\n",
        "skills/one/references/r.md": "R\n",
        "commands/c.md": `---\ndescription: c\nargument-hint: [x]\n---\nC $1 \${CLAUDE_PLUGIN_ROOT} \${CLAUDE_PLUGIN_DATA}\n`,
      }),
      ...registry({ "pa@market": [{}] }),
      ...on,
    },
    { line: "/pa:c x y", calls: [["pa:one"], ["pa:c", "z"], ["pa:helper"]] },
  ),
  tree(
    "hidden-skills",
    "skills of a plugin that are hidden",
    {
      ...files("pa@market", "1.0.0", "one", {
        "skills/quiet/SKILL.md": usualSkill("quiet", "q", "Q", "disable-model-invocation: true"),
        "skills/model/SKILL.md": usualSkill("model", "m", "M", "user-invocable: false"),
        "skills/waits/SKILL.md": usualSkill("waits", "w", "W", "paths: '*.ts'"),
        "commands/h.md": "---\ndescription: h\ndisable-model-invocation: true\n---\nH\n",
      }),
      ...registry({ "pa@market": [{}] }),
      ...on,
      "app/a.ts": "a\n",
    },
    { line: "/pa:model x", reads: ["app/a.ts"], calls: [["pa:quiet"], ["pa:model"], ["pa:waits"], ["pa:h"]] },
  ),
  tree(
    "names-of-skills",
    "folders of a plugin's skills with signs",
    {
      ...files(
        "pa@market",
        "1.0.0",
        "one",
        Object.fromEntries(
          ["With Blank", "UPPER", "dot.ted", "ünï", "a:b", "-dash"].map((name) => [
            `skills/${name}/SKILL.md`,
            usualSkill(`other-${name.length}`, `in ${name}`),
          ]),
        ),
      ),
      ...registry({ "pa@market": [{}] }),
      ...on,
    },
    { calls: [["pa:With Blank"], ["pa:upper"], ["pa:other-3"], ["pa:a:b"], ["pa:other"], ["UPPER"]] },
  ),
  tree(
    "linked-skills",
    "links in a plugin",
    { ...usual, ...skillsIn("shared", { two: plain("two") }), ...registry({ "pa@market": [{}] }), ...on },
    {
      links: {
        [`${home}/cache/market/pa/1.0.0/skills/two`]: "{world}/shared/two",
        [`${home}/cache/market/pa/1.0.0/skills/gone`]: "{world}/nowhere",
      },
    },
  ),
  tree(
    "many",
    "forty plugins",
    {
      ...known(
        market(
          "market",
          Array.from({ length: 40 }, (_, index) => `p${index}`),
        ),
      ),
      ...Object.assign({}, ...Array.from({ length: 40 }, (_, index) => files(`p${index}@market`, "1.0.0", "one"))),
      ...registry(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}@market`, [{}]]))),
      ...switches(
        person,
        Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${39 - index}@market`, true])),
      ),
    },
    { line: "/one x" },
  ),
];

const codexCache = "home/.codex/plugins/cache/market";
const codexPlugin = (plugin: string, version: string, manifest: object, more: Readonly<Record<string, string>> = {}) =>
  below(`${codexCache}/${plugin}/${version}`, {
    ".codex-plugin/plugin.json": JSON.stringify({ name: plugin, ...manifest }),
    "skills/one/SKILL.md": plain("one"),
    "extra/two/SKILL.md": plain("two"),
    ...more,
  });
const codexOn = (...lines: readonly string[]) => ({
  "home/.codex/config.toml": lines
    .map((line) => (line.startsWith("[") ? line : `[plugins."${line}"]\nenabled = true\n`))
    .join("\n"),
});
const codexTree = (
  name: string,
  why: string,
  parts: Readonly<Record<string, string>>,
  line = "/pa:one and $one",
): Tree => ({ name: `codex-plugin-${name}`, why, only: ["codex"], files: parts, line });

const ofCodex: readonly Tree[] = [
  codexTree("usual", "a plugin that is on", { ...codexPlugin("pa", "1.0.0", {}), ...codexOn("pa@market") }),
  codexTree("off", "one that is off, one of which nothing is said", {
    ...codexPlugin("pa", "1.0.0", {}),
    ...codexPlugin("pb", "1.0.0", {}),
    ...codexOn('[plugins."pa@market"]\nenabled = false\n'),
  }),
  codexTree("listed", "a manifest with skills", {
    ...codexPlugin("pa", "local", { skills: "./extra" }),
    ...codexOn("pa@market"),
  }),
  codexTree("listed-many", "a manifest with a list of skills", {
    ...codexPlugin("pa", "local", { skills: ["./extra", "./skills/one"] }),
    ...codexOn("pa@market"),
  }),
  codexTree("listed-unsorted", "a manifest that lists skills one by one, out of order", {
    ...codexPlugin(
      "pa",
      "local",
      { skills: ["./skills/one", "./skills/b-c", "./extra", "./skills/b/c"] },
      { "skills/b-c/SKILL.md": plain("three"), "skills/b/c/SKILL.md": plain("four") },
    ),
    ...codexOn("pa@market"),
  }),
  codexTree("listed-outside", "a manifest with skills outside", {
    ...codexPlugin("pa", "local", { skills: "../out" }),
    ...below(`${codexCache}/pa/out`, { "three/SKILL.md": plain("three") }),
    ...codexOn("pa@market"),
  }),
  codexTree("versions", "two versions", {
    ...codexPlugin("pa", "1.0.0", {}),
    ...codexPlugin("pa", "0.9.0", { skills: "./extra" }),
    ...codexPlugin("pa", "1.10.0", { skills: "./extra" }),
    ...codexOn("pa@market"),
  }),
  codexTree("version-local", "a version and a local one", {
    ...codexPlugin("pa", "1.0.0", {}),
    ...codexPlugin("pa", "local", { skills: "./extra" }),
    ...codexOn("pa@market"),
  }),
  codexTree("other-name", "a manifest with another name", {
    ...codexPlugin("pa", "1.0.0", { name: "other" }),
    ...codexOn("pa@market"),
  }),
  codexTree("no-manifest", "no manifest", {
    ...below(`${codexCache}/pa/1.0.0`, { "skills/one/SKILL.md": plain("one") }),
    ...codexOn("pa@market"),
  }),
  codexTree("of-claude", "a manifest of Claude Code's", {
    ...below(`${codexCache}/pa/1.0.0`, {
      ".claude-plugin/plugin.json": '{"name":"pa"}',
      "skills/one/SKILL.md": plain("one"),
      "commands/c.md": "---\ndescription: c\n---\nC\n",
    }),
    ...codexOn("pa@market"),
  }),
  codexTree("two", "two plugins, and a skill of a person", {
    ...codexPlugin("pa", "1.0.0", {}),
    ...codexPlugin("pb", "1.0.0", {}),
    ...codexOn("pb@market", "pa@market"),
    ...skillsIn("{home}", { one: plain("one") }),
  }),
  codexTree("disabled-skill", "a plugin's skill that is turned off by name", {
    ...codexPlugin("pa", "1.0.0", {}),
    ...codexOn("pa@market", '[[skills.config]]\nname = "pa:one"\nenabled = false\n'),
  }),
  codexTree("policies", "plugin's skills with policies", {
    ...codexPlugin(
      "pa",
      "1.0.0",
      {},
      {
        "skills/one/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
        "skills/deep/er/SKILL.md": plain("er"),
        "skills/SKILL.md": plain("rooty"),
      },
    ),
    ...codexOn("pa@market"),
  }),
];

const extension = (folder: string, manifest: string, at: string) =>
  below(`home/${folder}/extensions/ext`, {
    [manifest]: JSON.stringify({ name: "ext", version: "1.0.0" }),
    [`${at}/one/SKILL.md`]: plain("one"),
    [`${at}/SKILL.md`]: plain("rooty"),
    "commands/c.toml": 'prompt = "C"\n',
  });

/** Extensions and plugins of the other programs. */
const ofOthers: readonly Tree[] = [
  {
    name: "extension-gemini",
    why: "an extension with skills",
    only: ["gemini-cli"],
    files: extension(".gemini", "gemini-extension.json", "skills"),
    calls: [["one"], ["rooty"]],
  },
  {
    name: "extension-gemini-beside",
    why: "an extension's skill beside a person's",
    only: ["gemini-cli"],
    files: {
      ...extension(".gemini", "gemini-extension.json", "skills"),
      ...skillsIn("{home}", { one: usualSkill("one", "of the person") }),
    },
    calls: [["one"]],
  },
  {
    name: "extension-qwen",
    why: "an extension with skills",
    only: ["qwen-code"],
    files: extension(".qwen", "qwen-extension.json", "skills"),
    calls: [["one"], ["rooty"], ["ext:one"]],
  },
  {
    name: "extension-qwen-beside",
    why: "an extension's skill beside a person's",
    only: ["qwen-code"],
    files: {
      ...extension(".qwen", "qwen-extension.json", "skills"),
      ...skillsIn("{home}", { one: usualSkill("one", "of the person") }),
    },
    calls: [["one"]],
  },
];

/** Where installed plugins lie, and which of several counts. */
export const pluginPlaceTrees: readonly Tree[] = [...ofClaudeCode, ...ofCodex, ...ofOthers];
