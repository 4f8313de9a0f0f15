import { below, skillsIn, type Tree, usualSkill } from "../tree.ts";

const cache = "home/.claude/plugins/cache/market";
const plain = (name: string) => usualSkill(name, `is ${name}`);
const date = "2026-11-01T00:00:00.000Z";

interface Installed {
  readonly files: Readonly<Record<string, string>>;
  /** Absent: the settings say nothing of it. */
  readonly isOn?: boolean;
  readonly manifest?: unknown;
}

/** What the program keeps of a marketplace: without it, no plugin is loaded; of one that is a folder of this disk, not its copy. */
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

/** What is made of plugins that are installed. */
export const pluginTrees: readonly Tree[] = [
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
