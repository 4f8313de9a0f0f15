import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const cache = "home/.claude/plugins/cache/market";
const plain = (name: string) => usualSkill(name, `is ${name}`);
const date = "2026-11-01T00:00:00.000Z";

interface Installed {
  readonly files: Readonly<Record<string, string>>;
  /** Absent: the settings do not mention it. */
  readonly isOn?: boolean;
  readonly manifest?: unknown;
}

/**
 * The program's record of a marketplace, without which no plugin is loaded; for a marketplace that is a folder on this disk, without its
 * copy.
 */
function market(plugins: readonly string[]): Record<string, string> {
  const at = "home/.claude/plugins/marketplaces/market";
  const known = {
    source: { source: "github", repo: "owner/name" },
    installLocation: `{world}/${at}`,
    lastUpdated: date,
  };
  const listed = plugins.map((name) => ({ name, source: `./${name}`, description: name, version: "1.0.0" }));
  return {
    "home/.claude/plugins/known_marketplaces.json": JSON.stringify({ market: known }),
    [`${at}/.claude-plugin/marketplace.json`]: JSON.stringify({
      name: "market",
      owner: { name: "Someone" },
      plugins: listed,
    }),
  };
}

/** Plugins of one marketplace, as the program's own installer leaves them. */
function installed(plugins: Readonly<Record<string, Installed>>): Record<string, string> {
  const files = Object.entries(plugins).flatMap(([name, { files, manifest }]) => {
    const at = `${cache}/${name}/1.0.0`;
    const own = manifest === undefined ? {} : { [`${at}/.claude-plugin/plugin.json`]: JSON.stringify(manifest) };
    return Object.entries({ ...below(at, files), ...own });
  });
  const entries = Object.keys(plugins).map((name) => {
    const installPath = `{world}/${cache}/${name}/1.0.0`;
    return [
      `${name}@market`,
      [{ scope: "user", installPath, version: "1.0.0", installedAt: date, lastUpdated: date }],
    ] as const;
  });
  const on = Object.entries(plugins).flatMap(([name, { isOn }]) =>
    isOn === undefined ? [] : [[`${name}@market`, isOn] as const],
  );
  return {
    ...Object.fromEntries(files),
    ...market(Object.keys(plugins)),
    "home/.claude/plugins/installed_plugins.json": JSON.stringify({
      version: 2,
      plugins: Object.fromEntries(entries),
    }),
    "home/.claude/settings.json": JSON.stringify({ enabledPlugins: Object.fromEntries(on) }),
  };
}

const tree = (
  name: string,
  why: string,
  plugins: Readonly<Record<string, Installed>>,
  more: Partial<Tree> = {},
): Tree => ({
  name: `plugin-${name}`,
  why,
  only: ["claude-code"],
  ...more,
  files: { ...installed(plugins), ...more.files },
});

const usual = { name: "pa", version: "1.0.0", description: "A plugin" };
const own = skillsIn("skills", { one: plain("one"), two: usualSkill("other", "has another name") });

const settings = (enabledPlugins: object) => ({ "home/.claude/settings.json": JSON.stringify({ enabledPlugins }) });
const knownMarkets = "home/.claude/plugins/known_marketplaces.json";
const manifestOf = (name: string) => `${cache}/${name}/1.0.0/.claude-plugin/plugin.json`;
const both = { pb: { isOn: true, files: own }, pa: { isOn: true, files: own } };
const described = (text: string) => `---\ndescription: ${text}\n---\nC $ARGUMENTS\n`;

/** What enables a plugin, which marketplaces count, and what a manifest must contain. */
const loadTrees: readonly Tree[] = [
  tree("order", "settings that name plugins in another order", both, {
    files: settings({ "pa@market": true, "pb@market": true }),
  }),
  tree(
    "unknown-market",
    "a marketplace that the program does not know",
    { pa: { isOn: true, files: own } },
    {
      files: { [knownMarkets]: "{}" },
    },
  ),
  tree(
    "no-markets",
    "no list of marketplaces that can be read",
    { pa: { isOn: true, files: own } },
    {
      files: { [knownMarkets]: "[" },
    },
  ),
  tree(
    "folder-market",
    "a marketplace that is a folder of this disk",
    { pa: { isOn: true, files: own } },
    {
      files: {
        [knownMarkets]: JSON.stringify({
          market: {
            source: { source: "directory", path: "{world}/shared/market" },
            installLocation: "{world}/shared/market",
            lastUpdated: date,
          },
        }),
        "shared/market/.claude-plugin/marketplace.json": JSON.stringify({
          name: "market",
          owner: { name: "Someone" },
          plugins: [{ name: "pa", source: "./here", version: "1.0.0" }],
        }),
        ...skillsIn("shared/market/here/skills", { there: plain("there") }),
      },
      calls: [["pa:there"]],
    },
  ),
  tree(
    "not-in-market",
    "a plugin that its marketplace does not list",
    { pa: { isOn: true, files: own } },
    {
      files: market(["pb"]),
    },
  ),
  tree(
    "not-installed",
    "a plugin that is on and not installed",
    { pa: { isOn: true, files: own } },
    {
      files: { "home/.claude/plugins/installed_plugins.json": JSON.stringify({ version: 2, plugins: {} }) },
    },
  ),
  tree(
    "no-registry",
    "no list of what is installed",
    { pa: { isOn: true, files: own } },
    {
      files: { "home/.claude/plugins/installed_plugins.json": "" },
    },
  ),
  tree(
    "undescribed",
    "a plugin's skill without a description",
    {
      pa: {
        isOn: true,
        files: skillsIn("skills", {
          none: "Just a body.\n",
          when: "---\nwhen_to_use: on Mondays\n---\nB\n",
          named: "---\nname: other\n---\nB\n",
        }),
      },
    },
    { calls: [["pa:none"], ["pa:other"]] },
  ),
  tree(
    "commands",
    "commands with descriptions",
    {
      pa: {
        isOn: true,
        manifest: usual,
        files: {
          ...own,
          "commands/c.md": described("a command"),
          "commands/one.md": described("called like a skill"),
          "commands/sub/d.md": described("deeper"),
          "commands/w.md": "---\nwhen_to_use: on Mondays\n---\nW\n",
          "commands/n.md": "---\nname: other name\ndescription: named\n---\nN\n",
          "commands/dir/SKILL.md": described("a folder"),
          "commands/z.MD": described("capitals"),
          "commands/e.md": "",
          "commands/h.md": "# Heading\n\ntext\n",
        },
      },
    },
    {
      line: "/pa:c x",
      calls: [
        ["pa:one"],
        ["pa:d"],
        ["pa:n"],
        ["n"],
        ["pa:dir"],
        ["pa:other name"],
        ["pa:e"],
        ["pa:h"],
        ["d"],
        ["sub:d"],
      ],
    },
  ),
  tree(
    "bare-command",
    "a plugin's command by its short name",
    {
      pa: { isOn: true, manifest: usual, files: { "commands/c.md": described("a command") } },
    },
    { line: "/c x", calls: [["c"], ["/c"], ["pa:c"], ["pa:cc"]] },
  ),
  tree("commands-named", "a manifest that lists commands with descriptions", {
    pa: {
      isOn: true,
      manifest: { ...usual, commands: ["./more/c.md", "./cmds"] },
      files: {
        "more/c.md": described("one"),
        "cmds/e.md": described("two"),
        "commands/f.md": described("three"),
      },
    },
  }),
  ...[true, false, "yes", ["1.0.0"], { enabled: true }, null].map((value, index) =>
    tree(
      `switch-${index}`,
      `enabledPlugins: ${JSON.stringify(value)}`,
      { pa: { files: own } },
      {
        files: settings({ "pa@market": value }),
      },
    ),
  ),
  tree(
    "switch-project",
    "settings of the project",
    { pa: { isOn: false, files: own } },
    {
      files: { "app/.claude/settings.json": JSON.stringify({ enabledPlugins: { "pa@market": true } }) },
    },
  ),
  tree(
    "switch-local",
    "local settings of the project",
    { pa: { isOn: true, files: own } },
    {
      files: { "app/.claude/settings.local.json": JSON.stringify({ enabledPlugins: { "pa@market": false } }) },
    },
  ),
  ...[
    "{",
    "[]",
    '{"name":"Other Name"}',
    '{"name":""}',
    '{"name":"pa","version":1}',
    '{"name":"pa","unknown":1}',
    '{"name":"pa","description":7}',
    '{"name":"pa","skills":null}',
    '{"name":"pa","skills":["./skills/one",7]}',
    '{"name":"pa","skills":["./nowhere"]}',
    '{"name":"pa","commands":"extra.md"}',
    '{"name":"pa","commands":"./nowhere.md"}',
    '{"name":"pa","author":"x"}',
    '{"name":"pa","author":{"name":"x"}}',
    '{"name":"a:b"}',
    '{"name":"P_a.b"}',
  ].map((text, index) =>
    tree(
      `manifest-${index}`,
      `a manifest ${text}`,
      { pa: { isOn: true, files: own } },
      { files: { [manifestOf("pa")]: text } },
    ),
  ),
  ...[
    { skills: ["./extra"] },
    { skills: ["./extra/more"], strict: false },
    { skills: "./extra", source: "./" },
    { commands: ["./cmds"] },
    { strict: false, commands: ["./cmds/e.md"] },
    { description: 7 },
    { skills: ["extra"] },
    { skills: "../out" },
    { skills: 7 },
    { name: "pa", commands: "cmds" },
    { source: 7 },
    { source: "pa" },
  ].map((entry, index) =>
    tree(
      `entry-${index}`,
      `its marketplace says ${JSON.stringify(entry)}`,
      {
        pa: {
          isOn: true,
          files: {
            ...own,
            ...skillsIn("extra", { more: plain("more") }),
            "cmds/e.md": described("e"),
            "commands/usual.md": described("usual"),
          },
        },
      },
      {
        files: {
          "home/.claude/plugins/marketplaces/market/.claude-plugin/marketplace.json": JSON.stringify({
            name: "market",
            owner: { name: "Someone" },
            plugins: [{ name: "pa", source: "./pa", version: "1.0.0", ...entry }],
          }),
        },
      },
    ),
  ),
];

/** What becomes of installed plugins. */
export const pluginTrees: readonly Tree[] = [
  ...loadTrees,
  tree(
    "usual",
    "skills and commands of a plugin",
    {
      pa: {
        isOn: true,
        manifest: usual,
        files: {
          ...own,
          "commands/c.md": "---\ndescription: a command\n---\nC $ARGUMENTS\n",
          "commands/sub/d.md": "D\n",
        },
      },
    },
    {
      line: "/pa:one x",
      calls: [["pa:one"], ["one"], ["pa:two"], ["pa:other"], ["other"], ["pa:c", "y"], ["c"], ["pa:sub:d"], ["pa:d"]],
    },
  ),
  tree(
    "bare-line",
    "a plugin's skill by its short name",
    { pa: { isOn: true, manifest: usual, files: own } },
    { line: "/one x" },
  ),
  tree("unnamed", "settings that say nothing of it", { pa: { manifest: usual, files: own } }),
  tree("off", "one that is turned off", {
    pa: { isOn: false, manifest: usual, files: own },
    pb: { isOn: true, files: own },
  }),
  tree("no-manifest", "one without a manifest", { pa: { isOn: true, files: own } }, { calls: [["pa:one"]] }),
  tree("manifest-name", "a manifest with another name", {
    pa: { isOn: true, manifest: { name: "other" }, files: own },
  }),
  tree("nameless", "a manifest without a name", { pa: { isOn: true, manifest: { version: "1.0.0" }, files: own } }),
  ...["./extra", "./extra/", ["./extra"], ["./skills/one"], "../out", "./nowhere", [], "extra", 7].map(
    (skills, index) =>
      tree(`listed-${index}`, `a manifest with skills: ${JSON.stringify(skills)}`, {
        pa: {
          isOn: true,
          manifest: { ...usual, skills },
          files: { ...own, ...skillsIn("extra", { more: plain("more") }), "extra/SKILL.md": plain("rooty") },
        },
      }),
  ),
  tree(
    "itself",
    "a plugin that is one skill",
    { pa: { isOn: true, manifest: usual, files: { "SKILL.md": plain("rooty") } } },
    { calls: [["pa:pa"], ["pa:rooty"], ["pa:1.0.0"]] },
  ),
  tree("itself-and-skills", "a SKILL.md beside a folder of skills", {
    pa: { isOn: true, manifest: usual, files: { ...own, "SKILL.md": plain("rooty") } },
  }),
  tree("root-of-skills", "a SKILL.md in the folder of skills", {
    pa: { isOn: true, manifest: usual, files: { ...own, "skills/SKILL.md": plain("rooty") } },
  }),
  tree("deep", "folders of folders", {
    pa: {
      isOn: true,
      manifest: usual,
      files: skillsIn("skills", { "group/inner": plain("inner"), one: plain("one"), "one/sub": plain("sub") }),
    },
  }),
  tree(
    "beside-own",
    "a person's skill of the same name",
    { pa: { isOn: true, manifest: usual, files: own } },
    {
      files: skillsIn("{project}", { one: usualSkill("one", "of the project") }),
      line: "/one x",
      calls: [["one"], ["pa:one"]],
    },
  ),
  tree(
    "two",
    "two plugins with skills of one name",
    { pb: { isOn: true, files: own }, pa: { isOn: true, files: own } },
    { line: "/one x", calls: [["one"], ["pb:one"]] },
  ),
  tree(
    "variables",
    "variables in a plugin's skill",
    {
      pa: {
        isOn: true,
        manifest: usual,
        files: skillsIn("skills", { one: usualSkill("one", "d", `\${CLAUDE_PLUGIN_ROOT}/x \${CLAUDE_SKILL_DIR}`) }),
      },
    },
    { calls: [["pa:one"]], line: "/pa:one" },
  ),
  tree(
    "override",
    "skillOverrides for a plugin's skill",
    { pa: { isOn: true, files: own } },
    {
      files: {
        "app/.claude/settings.json": JSON.stringify({
          skillOverrides: { "pa:one": "off", one: "off", "pa:two": "name-only" },
        }),
      },
      calls: [["pa:one"]],
    },
  ),
  tree("commands-listed", "a manifest that lists commands", {
    pa: {
      isOn: true,
      manifest: { ...usual, commands: ["./more/c.md", "./cmds"] },
      files: { ...own, "more/c.md": "C\n", "cmds/e.md": "E\n", "commands/f.md": "F\n" },
    },
  }),
  {
    name: "plugin-in-root",
    why: "a skill's folder that is a plugin",
    only: ["claude-code"],
    files: {
      ...skillsIn("{project}", {
        "my-plugin/skills/inner": plain("inner"),
        "my-plugin": plain("my-plugin"),
        alpha: plain("alpha"),
      }),
      "{project}/my-plugin/.claude-plugin/plugin.json": JSON.stringify({ name: "my-plugin" }),
    },
  },
];
