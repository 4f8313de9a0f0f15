import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const plain = (name: string) => usualSkill(name, `is ${name}`);
const skills = {
  ...skillsIn("{project}", { alpha: plain("alpha"), beta: plain("beta") }),
  ...skillsIn("app/.agents/skills", { gamma: plain("gamma") }),
  ...skillsIn("app/.claude/skills", { delta: plain("delta") }),
  ...skillsIn("{home}", { one: plain("one") }),
  ...skillsIn("home/.agents/skills", { two: plain("two") }),
};

function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return {
    name: `copilot-${name}`,
    why,
    only: ["copilot-cli"],
    files: { ...skills, ...files },
    calls: [["alpha"], ["one"], ["nope"]],
    ...more,
  };
}

const settings = "home/.copilot/settings.json";
const ignored: readonly unknown[] = [
  ["project"],
  ["user"],
  ["personal"],
  [".github/skills"],
  [".agents/skills"],
  ["agents"],
  [".claude"],
  ["claude"],
  ["~/.agents/skills"],
  ["personal-agents"],
  ["/mnt/app/.github/skills"],
  "agents",
  [],
];
const lists: readonly object[] = [
  { disabledSkills: "alpha" },
  { disabledSkills: ["Alpha"] },
  { disabledSkills: [" alpha "] },
  { disabledSkills: ["nope", 1, null, "beta"] },
  { disabledSkills: { alpha: true } },
  { disabledSkills: ["customize-cloud-agent"] },
  { disabledSkills: ["alpha"], disabled_skills: ["beta"] },
  { skills: { disabled: ["alpha"] } },
  { enableSkills: false },
  { skillDirectories: ["{world}/shared/more"] },
];
const texts = [
  '// c\n{"disabledSkills": ["alpha"]}',
  '{"disabledSkills": ["alpha"],}',
  "{",
  "[]",
  '\ufeff{"disabledSkills": ["alpha"]}',
];

const files = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `{project}/alpha/references/r${String(index).padStart(3, "0")}.md`,
      "r\n",
    ]),
  );
const beside = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [`{project}/alpha/${path}`, "r\n"]));
const many = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index));

/** More files than are listed one by one, in various folders. */
const layouts: Readonly<Record<string, readonly string[]>> = {
  "at-top": many(60, (index) => `f${index}.md`),
  "in-folders": Array.from({ length: 30 }, (_, index) => [
    `references/s${index}/a.md`,
    `references/s${index}/b.md`,
  ]).flat(),
  "in-one-of-two": [...many(51, (index) => `a/f${index}.md`), "b/x.md", "b/y.md", "top.md"],
  "among-folders": [...many(49, (index) => `a/f${index}.md`), ...many(5, (index) => `a/s${index}/x.md`)],
  "below-many": [...many(51, (index) => `a/b/f${index}.md`), "a/x.md"],
  "two-large": [...many(51, (index) => `b/f${index}.md`), ...many(60, (index) => `a/f${index}.md`)],
  "in-total": many(400, (index) => `d${index % 10}/f${index}.md`),
  "in-total-120": many(120, (index) => `d${index % 4}/f${index}.md`),
  "hidden-large": many(60, (index) => `.h/f${index}.md`),
  "with-dots": [...many(45, (index) => `a/f${index}.md`), ...many(10, (index) => `a/.f${index}.md`)],
};

/** Folders that tools make, and files that systems leave behind. */
const made = {
  "of-tools":
    "node_modules bower_components vendor dist build out target bin obj lib tmp temp logs coverage .nyc_output .next .nuxt .output .svelte-kit .turbo .parcel-cache .yarn .gradle .terraform .serverless",
  "of-python":
    "__pycache__ .cache .venv venv env .env.d .tox .pytest_cache .mypy_cache .ruff_cache .ipynb_checkpoints .eggs pkg.egg-info site-packages __PYCACHE__ .Cache cache __tests__",
  "of-editors":
    ".git .hg .svn .bzr CVS .idea .vscode .github .claude .DS_Store.d __MACOSX .Trash $RECYCLE.BIN .sass-cache .npm .pnpm-store",
} as const;
const left =
  ".DS_Store Thumbs.db desktop.ini a.pyc b.log c.tmp d.swp e~ .env .gitkeep .gitignore .npmrc package-lock.json skill.md SKILL.md.bak Skill.md";

const deep = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`{project}/alpha/${"d/".repeat(index)}f.md`, "r\n"]));

const installed = "home/.copilot/installed-plugins/market/kit";

const config = "home/.copilot/config.json";

const kit = below(installed, {
  "plugin.json": JSON.stringify({ name: "kit", version: "1.0.0" }),
  "skills/three/SKILL.md": plain("three"),
  "commands/four.md": "Four.\n",
});

/** Its list of installed plugins, as it writes it. */
function pluginList(isOn: boolean): string {
  const plugin = {
    name: "kit",
    marketplace: "market",
    version: "1.0.0",
    installed_at: "2026-11-27T23:16:48.076107455Z",
    cache_path: `{world}/${installed}`,
    enabled: isOn,
  };
  return `// This file is managed automatically.\n${JSON.stringify({ installedPlugins: [plugin] }, null, 2)}\n`;
}

export const copilotFolderTrees: readonly Tree[] = [
  ...ignored.map((ignoredSkillsLocations, index) =>
    tree(`ignores-${index}`, JSON.stringify(ignoredSkillsLocations), {
      [settings]: JSON.stringify({ ignoredSkillsLocations }),
    }),
  ),
  ...lists.map((list, index) => tree(`off-${index}`, JSON.stringify(list), { [settings]: JSON.stringify(list) })),
  ...texts.map((text, index) => tree(`text-${index}`, text, { [settings]: text })),
  ...[20, 49, 50, 51, 101, 260].map((count) =>
    tree(`files-${count}`, `${count} files beside it`, files(count), { calls: [["alpha"]] }),
  ),
  ...Object.entries(layouts).map(([name, paths]) =>
    tree(`files-${name}`, `files beside it: ${name}`, beside(paths), { calls: [["alpha"]] }),
  ),
  ...Object.entries(made).map(([name, folders]) =>
    tree(`files-${name}`, `folders beside it: ${name}`, beside(folders.split(" ").map((folder) => `${folder}/f.md`)), {
      calls: [["alpha"]],
    }),
  ),
  tree(
    "files-left-behind",
    "files beside it that systems and tools leave behind, folders of tools further below, and some that are files",
    beside([
      ...left.split(" "),
      "a/node_modules/x.md",
      "a/__pycache__/x.md",
      "b/.cache/x.md",
      "c/.git",
      "d/node_modules",
    ]),
    { calls: [["alpha"]] },
  ),
  tree("files-deep", "files at many depths", deep(12), { calls: [["alpha"]] }),
  tree(
    "files-kinds",
    "kinds of files",
    below("{project}/alpha", {
      ".hidden": "h",
      ".git/config": "c",
      "node_modules/x.js": "x",
      "a/SKILL.md": plain("inner"),
      "b.MD": "b",
      "c d.txt": "c",
      "é.md": "e",
      "<d>.md": "d",
      "empty/": "",
      LICENSE: "l",
      "z/.gitignore": "*\n",
      "z/z.md": "z",
      ".gitignore": "b.MD\n",
    }),
    { calls: [["alpha"]] },
  ),
  tree(
    "files-linked",
    "links beside it",
    { "shared/x/y.md": "y\n" },
    {
      links: {
        "{project}/alpha/link.md": "{world}/shared/x/y.md",
        "{project}/alpha/folder": "{world}/shared/x",
        "{project}/alpha/gone": "{world}/nowhere",
        "{project}/alpha/loop": ".",
      },
      calls: [["alpha"]],
    },
  ),
  tree(
    "plugin",
    "an installed plugin, in a list of another form",
    {
      ...below(installed, { "plugin.json": JSON.stringify({ name: "kit" }), "skills/three/SKILL.md": plain("three") }),
      "home/.copilot/config.json": JSON.stringify({
        installedPlugins: [
          { name: "kit", marketplace: "market", version: "1.0.0", enabled: true, cache_path: `/mnt/${installed}` },
        ],
      }),
    },
    { calls: [["three"], ["kit:three"]] },
  ),
  tree(
    "plugin-alone",
    "an installed plugin that no file lists",
    below(installed, { "plugin.json": JSON.stringify({ name: "kit" }), "skills/three/SKILL.md": plain("three") }),
  ),
  tree(
    "plugin-listed",
    "an installed plugin, in a list of another form",
    { ...kit, [config]: pluginList(true) },
    { calls: [["three"], ["four"]] },
  ),
  tree("plugin-listed-off", "an installed plugin that is off", { ...kit, [config]: pluginList(false) }),
  tree("plugin-set-off", "an installed plugin that its settings turn off", {
    ...kit,
    [config]: pluginList(true),
    [settings]: JSON.stringify({ enabledPlugins: { "kit@market": false } }),
  }),
  tree("plugin-in-place", "a plugin of a marketplace on this disk, which nobody installed", {
    ...below("shared", {
      ".claude-plugin/marketplace.json": JSON.stringify({
        name: "market",
        owner: { name: "Someone" },
        plugins: [{ name: "kit", source: "./kit" }],
      }),
      "kit/plugin.json": JSON.stringify({ name: "kit" }),
      "kit/skills/three/SKILL.md": plain("three"),
    }),
    [settings]: JSON.stringify({
      extraKnownMarketplaces: { market: { source: { source: "directory", path: "{world}/shared" } } },
      enabledPlugins: { "kit@market": true },
    }),
  }),
  tree("plugin-claude", "a plugin that the project's settings of Claude Code enable", {
    "app/.claude/settings.json": JSON.stringify({ enabledPlugins: { "kit@market": true } }),
  }),
  tree(
    "command-folders",
    "commands in folders and of a skill's name",
    {
      "app/.claude/commands/alpha.md": "Do it.\n",
      "app/.claude/commands/sub/deep.md": "Deep.\n",
      "app/.claude/commands/new.md": "---\ndescription: new\n---\nNew.\n",
      "app/.claude/commands/Up.MD": "Up.\n",
    },
    { calls: [["alpha"], ["new"], ["deep"], ["Up"]] },
  ),
  tree("command-skill-folder", "a folder with a SKILL.md among commands", {
    "app/.claude/commands/beta/SKILL.md": plain("beta"),
    "app/.claude/commands/top.md": "---\ndescription: t\n---\nTop.\n",
  }),
  tree("folders-of-packages", "skills in folders of packages, and in hidden ones", {
    ...skillsIn("{project}/node_modules", { inner: plain("inner") }),
    ...skillsIn("{project}/group/node_modules/x", { deep: plain("deep") }),
    ...skillsIn("{project}/.hidden", { hidden: plain("hidden") }),
  }),
  tree("root-folder", "a folder called SKILL.md in the folder itself", { "{project}/SKILL.md/x": "x\n" }),
  tree("group-folder", "a folder called SKILL.md further below", {
    "{project}/group/SKILL.md/x": "x\n",
    ...skillsIn("{project}/group", { deep: plain("deep") }),
  }),
  tree("root-file", "a SKILL.md in the folder itself", { "{project}/SKILL.md": plain("whole") }),
  tree(
    "above",
    "started below, with folders above",
    {
      "app/pkg/x.txt": "x\n",
      "app/.git/HEAD": "ref: refs/heads/main\n",
      "app/.git/objects/": "",
      "app/.git/refs/heads/": "",
      ...skillsIn("app/pkg/.github/skills", { alpha: usualSkill("alpha", "below") }),
    },
    { cwd: "app/pkg" },
  ),
];
