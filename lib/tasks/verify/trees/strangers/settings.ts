import { below, skillsIn, type Tree, usualSkill } from "../../tree.ts";

const s = (name: string, description = `${name} skill`, more = "", body = `Body of ${name}.`) =>
  usualSkill(name, description, body, more);
const j = (value: unknown) => JSON.stringify(value, null, 2);
const app = "app/.claude/settings.json";
const local = "app/.claude/settings.local.json";
const home = "home/.claude/settings.json";
const skills = skillsIn("{project}", {
  a: s("a"),
  b: s("b", "B", "disable-model-invocation: true"),
  c: s("c", "C", "user-invocable: false"),
  d: s("d"),
});
const calls = [["a"], ["b"], ["c"], ["d"]] as const;
function tree(name: string, why: string, files: Tree["files"], more: Partial<Tree> = {}): Tree {
  return { name: `strangers-settings-${name}`, why, only: ["claude-code"], files: { ...skills, ...files }, ...more };
}

const date = "2026-10-01T10:00:00.000Z";
const marketAt = "home/.claude/plugins/marketplaces/mk";
interface Plugin {
  readonly files: Record<string, string>;
  readonly manifest?: unknown;
  readonly entry?: object;
  readonly on?: unknown;
  readonly scope?: string;
  readonly projectPath?: string;
}
function plugins(all: Readonly<Record<string, Plugin>>, settings: object = {}): Record<string, string> {
  const entries = Object.entries(all);
  const at = (name: string) => `home/.claude/plugins/cache/mk/${name}/1.0.0`;
  return {
    ...Object.assign(
      {},
      ...entries.map(([name, { files, manifest }]) => ({
        ...below(at(name), files),
        ...(manifest === undefined
          ? {}
          : { [`${at(name)}/.claude-plugin/plugin.json`]: typeof manifest === "string" ? manifest : j(manifest) }),
      })),
    ),
    [`${marketAt}/.claude-plugin/marketplace.json`]: j({
      name: "mk",
      owner: { name: "Me" },
      plugins: entries.map(([name, { entry }]) => ({ name, source: `./plugins/${name}`, description: name, ...entry })),
    }),
    "home/.claude/plugins/known_marketplaces.json": j({
      mk: { source: { source: "github", repo: "me/mk" }, installLocation: `{world}/${marketAt}`, lastUpdated: date },
    }),
    "home/.claude/plugins/installed_plugins.json": j({
      version: 2,
      plugins: Object.fromEntries(
        entries.map(([name, { scope = "user", projectPath }]) => [
          `${name}@mk`,
          [
            {
              scope,
              installPath: `{world}/${at(name)}`,
              version: "1.0.0",
              installedAt: date,
              lastUpdated: date,
              ...(projectPath && { projectPath }),
            },
          ],
        ]),
      ),
    }),
    [home]: j({
      enabledPlugins: Object.fromEntries(
        entries.flatMap(([name, { on = true }]) => (on === null ? [] : [[`${name}@mk`, on]])),
      ),
      ...settings,
    }),
  };
}
const pskills = (...names: string[]) => Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, s(name)]));

/** Settings and plugins as strangers combine them. */
export const strangerSettingsTrees: readonly Tree[] = [
  tree(
    "overrides",
    "overrides in three files that disagree",
    {
      [app]: j({ skillOverrides: { a: "off", d: "name-only" } }),
      [local]: j({ skillOverrides: { a: "on", c: "off" } }),
      [home]: j({ skillOverrides: { d: "off", b: "on", c: "on" } }),
    },
    { calls },
  ),
  tree(
    "overrides-typed",
    "a skill that is off is typed",
    { [app]: j({ skillOverrides: { a: "off" } }) },
    { line: "/a x" },
  ),
  tree(
    "overrides-user",
    "user-invocable-only for all four, typed",
    { [app]: j({ skillOverrides: { a: "user-invocable-only", b: "user-invocable-only", c: "user-invocable-only" } }) },
    { line: "/c x", calls },
  ),
  tree("overrides-name", "name-only over the budget", {
    [app]: j({ skillOverrides: { a: "name-only", "filler-1": "name-only" } }),
    ...skillsIn(
      "{home}",
      Object.fromEntries(
        Array.from({ length: 14 }, (_, i) => [`filler-${i}`, s(`filler-${i}`, "long words ".repeat(60))]),
      ),
    ),
  }),
  tree(
    "overrides-label",
    "overrides by the name in frontmatter, by another case, by a path",
    {
      ...skillsIn("{project}", { folder: s("shown", "Differs"), Upper: s("Upper") }),
      [app]: j({ skillOverrides: { shown: "off", upper: "off", "project:a": "off", "./d": "off" } }),
    },
    { calls: [["folder"], ["shown"], ["Upper"]] },
  ),
  tree(
    "overrides-commands",
    "overrides of commands",
    {
      ...below("app/.claude/commands", { "x.md": "X\n", "g/y.md": "Y\n" }),
      [app]: j({ skillOverrides: { x: "off", "g:y": "name-only", y: "off" } }),
    },
    { calls: [["x"], ["g:y"]] },
  ),
  tree(
    "overrides-builtin",
    "overrides of bundled skills",
    { [app]: j({ skillOverrides: { init: "off", dataviz: "name-only", loop: "user-invocable-only", run: "off" } }) },
    { calls: [["run"], ["loop"]] },
  ),
  tree(
    "no-bundled",
    "no bundled ones, and a budget",
    { [app]: j({ disableBundledSkills: true, skillListingBudgetFraction: 0.002 }) },
    { calls: [["init"], ["a"]] },
  ),
  tree("max-chars", "a maximum and long descriptions", {
    ...skillsIn("{home}", { long: s("long", "x ".repeat(400)), wide: s("wide", "字".repeat(300)) }),
    [home]: j({ skillListingMaxDescChars: 120 }),
  }),
  tree("max-chars-local", "a maximum in three files", {
    ...skillsIn("{home}", { long: s("long", "x ".repeat(400)) }),
    [home]: j({ skillListingMaxDescChars: 120 }),
    [app]: j({ skillListingMaxDescChars: 60 }),
    [local]: j({ skillListingMaxDescChars: 30 }),
  }),
  tree(
    "deny",
    "denied skills in their spellings",
    { [app]: j({ permissions: { deny: ["Skill(a)", "Skill(d:*)"], allow: ["Skill(a)"] } }) },
    { calls: [["a"], ["d"], ["d", "x"]] },
  ),
  tree("deny-all", "all skills denied", { [local]: j({ permissions: { deny: ["Skill"] } }) }, { calls, line: "/a x" }),
  tree("deny-star", "a star", { [home]: j({ permissions: { deny: ["Skill(*)"] } }) }, { calls }),
  tree(
    "deny-plugin",
    "a plugin's skills denied",
    { ...plugins({ p: { files: pskills("x", "y") } }, { permissions: { deny: ["Skill(p:*)", "Skill(a *)"] } }) },
    { calls: [["p:x"], ["x"], ["a"], ["a", "z"]] },
  ),
  tree(
    "allow",
    "allowed, with tools in the skill",
    {
      ...skillsIn("{project}", { t: s("t", "T", "allowed-tools: Bash(ls:*)"), u: s("u", "U", "model: haiku") }),
      [app]: j({ permissions: { allow: ["Skill(t)", "Skill(u:*)"] } }),
    },
    { calls: [["t"], ["t", "x"], ["u"], ["u", "y"]] },
  ),
  tree(
    "ask",
    "asked",
    { [app]: j({ permissions: { ask: ["Skill(a)", "Skill(d *)"] } }) },
    { calls: [["a"], ["d"], ["d", "x"]] },
  ),
  tree(
    "modes",
    "a default mode and additional folders",
    {
      ...skillsIn("other/{folder}", { o: s("o") }),
      [app]: j({ permissions: { defaultMode: "plan", additionalDirectories: ["{world}/other"] } }),
    },
    { calls: [["o"], ["a"]] },
  ),
  tree(
    "broken",
    "broken settings beside good ones",
    { [app]: '{"skillOverrides": {"a": "off"},}', [home]: j({ skillOverrides: { d: "off" } }) },
    { calls },
  ),
  tree("comments", "settings with comments", { [app]: '{\n  // off\n  "skillOverrides": {"a": "off"}\n}' }, { calls }),
  tree(
    "bom",
    "settings with a mark and CRLF",
    { [app]: `\ufeff${j({ skillOverrides: { a: "off" } }).replaceAll("\n", "\r\n")}` },
    { calls },
  ),
  tree(
    "wrong-types",
    "wrong types in settings",
    {
      [app]: j({ skillOverrides: ["a"], permissions: "x" }),
      [local]: j({ skillOverrides: { a: false, d: "OFF", c: null, b: "hidden" } }),
    },
    { calls },
  ),
  tree("env", "an environment in settings", { [app]: j({ env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "300", FOO: "1" } }) }),
  tree("env-home", "an environment in home's settings, and a fraction", {
    ...skillsIn("{home}", { long: s("long", "y ".repeat(300)) }),
    [home]: j({ env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: 900 }, skillListingBudgetFraction: 0.5 }),
  }),
  tree(
    "disable-all",
    "switches with other names",
    { [app]: j({ disableSkills: true, skills: { a: "off" }, disableSlashCommands: true, disableAllHooks: true }) },
    { calls },
  ),
  tree(
    "model-setting",
    "a model in the settings",
    { [app]: j({ model: "claude-haiku-4-5", effortLevel: "low" }) },
    { calls: [["a"]] },
  ),
  tree(
    "sub-settings",
    "settings in a folder below and above",
    {
      ...skillsIn("app/pkg/{folder}", { p: s("p") }),
      "app/pkg/.claude/settings.json": j({ skillOverrides: { a: "off", p: "off" } }),
      [app]: j({ skillOverrides: { d: "off" } }),
      "app/.git/HEAD": "ref: refs/heads/main\n",
      "app/.git/objects/": "",
      "app/.git/refs/heads/": "",
    },
    { cwd: "app/pkg", calls: [["a"], ["p"], ["d"]] },
  ),
  tree(
    "two-plugins",
    "two plugins with one skill's name, and the project's",
    plugins({
      p: { files: pskills("a", "x"), manifest: { name: "p" } },
      q: { files: pskills("a", "x"), manifest: { name: "q", description: "Q" } },
    }),
    { calls: [["a"], ["x"], ["p:a"], ["q:x"], ["z:x"]] },
  ),
  tree(
    "plugin-off",
    "one off, one unset, one on",
    plugins({
      p: { files: pskills("x"), on: false },
      q: { files: pskills("y"), on: null },
      r: { files: pskills("z") },
    }),
    { calls: [["p:x"], ["q:y"], ["r:z"], ["z"]] },
  ),
  tree("plugin-levels", "home turns on, project turns off, local on", {
    ...plugins({ p: { files: pskills("x") }, q: { files: pskills("y") }, r: { files: pskills("z"), on: false } }),
    [app]: j({ enabledPlugins: { "p@mk": false, "q@mk": false, "r@mk": true } }),
    [local]: j({ enabledPlugins: { "q@mk": true } }),
  }),
  tree(
    "plugin-commands",
    "commands, skills and agents in a plugin",
    plugins({
      p: {
        files: {
          ...pskills("x"),
          "commands/c.md": `---\ndescription: C\nargument-hint: [x]\n---\nC $ARGUMENTS \${CLAUDE_PLUGIN_ROOT}\n`,
          "commands/g/d.md": "D\n",
          "agents/e.md": "---\nname: e\ndescription: E\n---\nE\n",
          "hooks/hooks.json": "{}",
          "README.md": "x",
        },
        manifest: { name: "p", version: "1.0.0" },
      },
    }),
    { line: "/p:c one two" },
  ),
  tree(
    "plugin-bare",
    "a plugin's command typed without its plugin",
    plugins({ p: { files: { ...pskills("x"), "commands/c.md": "C $ARGUMENTS\n" } } }),
    { line: "/c one" },
  ),
  tree(
    "plugin-dir",
    "variables in a plugin's skill",
    plugins({
      p: {
        files: {
          "skills/x/SKILL.md": s(
            "x",
            "X",
            "",
            `\${CLAUDE_PLUGIN_ROOT}|\${CLAUDE_SKILL_DIR}|\${CLAUDE_PLUGIN_DATA}|\${CLAUDE_PROJECT_DIR}|$ARGUMENTS`,
          ),
        },
      },
    }),
    { calls: [["p:x", "q"], ["x"]] },
  ),
  tree(
    "plugin-paths",
    "manifest with lists of skills and commands",
    plugins({
      p: {
        files: {
          "tools/x/SKILL.md": s("x"),
          "tools/y/SKILL.md": s("y"),
          "cmds/c.md": "C\n",
          "skills/z/SKILL.md": s("z"),
          "commands/w.md": "W\n",
        },
        manifest: { name: "p", skills: ["./tools/x", "./tools"], commands: ["./cmds/c.md"] },
      },
    }),
    { calls: [["p:x"], ["p:y"], ["p:z"], ["p:c"], ["p:w"]] },
  ),
  tree(
    "plugin-command-map",
    "manifest with a map of commands",
    plugins({
      p: {
        files: { "cmds/c.md": "C\n", ...pskills("z") },
        manifest: {
          name: "p",
          commands: {
            run: { source: "./cmds/c.md", description: "Runs" },
            say: { content: "Say $ARGUMENTS", description: "Says", argumentHint: "[x]" },
          },
        },
      },
    }),
    { calls: [["p:run"], ["p:say", "hi"], ["p:c"]] },
  ),
  tree(
    "plugin-entry",
    "an entry in the marketplace with skills, strict off",
    plugins({
      p: { files: { "extra/x/SKILL.md": s("x"), ...pskills("z") }, entry: { strict: false, skills: ["./extra/x"] } },
    }),
    { calls: [["p:x"], ["p:z"]] },
  ),
  tree(
    "plugin-entry-strict",
    "an entry with skills and a manifest with others",
    plugins({
      p: {
        files: { "extra/x/SKILL.md": s("x"), "more/y/SKILL.md": s("y"), ...pskills("z") },
        entry: { skills: ["./extra/x"], commands: [] },
        manifest: { name: "p", skills: "./more" },
      },
    }),
    { calls: [["p:x"], ["p:y"], ["p:z"]] },
  ),
  tree(
    "plugin-renamed",
    "a manifest with another name than the entry",
    plugins({ p: { files: pskills("x"), manifest: { name: "Other-Name" } } }),
    { calls: [["p:x"], ["Other-Name:x"]] },
  ),
  tree(
    "plugin-broken",
    "a broken manifest and an empty one",
    plugins({
      p: { files: pskills("x"), manifest: "{broken" },
      q: { files: pskills("y"), manifest: {} },
      r: { files: pskills("z"), manifest: "" },
    }),
  ),
  tree(
    "plugin-root-skill",
    "SKILL.md in the root of a plugin",
    plugins({
      p: { files: { "SKILL.md": s("whole", "The plugin is a skill") } },
      q: { files: { "SKILL.md": s("whole2"), ...pskills("y") } },
    }),
    { calls: [["p:p"], ["p:whole"], ["q:y"], ["q:whole2"]] },
  ),
  tree(
    "plugin-nested",
    "groups in a plugin's skills",
    plugins({
      p: {
        files: {
          "skills/group/x/SKILL.md": s("x"),
          "skills/y/SKILL.md": s("y"),
          "skills/y/sub/SKILL.md": s("sub"),
          "skills/README.md": "r",
        },
      },
    }),
    { calls: [["p:x"], ["p:y"], ["p:group:x"]] },
  ),
  tree(
    "plugin-flags",
    "flags in a plugin's skills",
    plugins({
      p: {
        files: {
          "skills/m/SKILL.md": s("m", "M", "disable-model-invocation: true"),
          "skills/h/SKILL.md": s("h", "H", "user-invocable: false"),
          "skills/t/SKILL.md": s("t", "T", "paths: '*.ts'"),
          "skills/n/SKILL.md": s("different", "N"),
          "skills/e/SKILL.md": "No frontmatter\n",
        },
      },
    }),
    { calls: [["p:m"], ["p:h"], ["p:n"], ["p:different"], ["p:e"]] },
  ),
  tree(
    "plugin-overrides",
    "overrides of a plugin's skill",
    plugins({ p: { files: pskills("x", "y") } }, { skillOverrides: { "p:x": "off", x: "off", y: "name-only" } }),
    { calls: [["p:x"], ["p:y"]] },
  ),
  tree(
    "plugin-project",
    "a plugin installed for this project and one for another",
    plugins({
      p: { files: pskills("x"), scope: "project", projectPath: "{world}/app" },
      q: { files: pskills("y"), scope: "project", projectPath: "{world}/elsewhere" },
      r: { files: pskills("z"), scope: "local", projectPath: "{world}/app" },
    }),
  ),
  tree(
    "plugin-project-below",
    "the same started below",
    plugins({
      p: { files: pskills("x"), scope: "project", projectPath: "{world}/app" },
      r: { files: pskills("z"), scope: "local", projectPath: "{world}/app/pkg" },
    }),
    { cwd: "app/pkg" },
  ),
  tree(
    "plugin-case",
    "names with capitals, dots and blanks",
    plugins({ "My.Plugin": { files: pskills("X-Ray") }, big_one: { files: pskills("y z") } }),
    { calls: [["My.Plugin:X-Ray"], ["big_one:y z"], ["my.plugin:x-ray"]] },
  ),
  tree(
    "plugin-budget",
    "plugins over the budget",
    plugins({
      p: {
        files: Object.fromEntries(
          Array.from({ length: 30 }, (_, i) => [
            `skills/k${i}/SKILL.md`,
            s(`k${i}`, `Plugin text ${i} ${"and so on ".repeat(15)}`),
          ]),
        ),
      },
    }),
  ),
  tree(
    "plugin-folder",
    "a plugin in the home folder of skills",
    {
      ...below("home/.claude/skills/kit", {
        ".claude-plugin/plugin.json": j({ name: "kit" }),
        "skills/x/SKILL.md": s("x"),
        "commands/c.md": "C\n",
        "SKILL.md": s("kit"),
      }),
      ...skillsIn("{home}", { y: s("y") }),
    },
    { calls: [["kit:x"], ["kit:c"], ["kit"], ["kit:kit"]] },
  ),
  tree(
    "plugin-link",
    "a plugin's folder of skills is a link",
    { ...plugins({ p: { files: { "README.md": "x" } } }), ...skillsIn("shared", { x: s("x") }) },
    { links: { "home/.claude/plugins/cache/mk/p/1.0.0/skills": "{world}/shared" }, calls: [["p:x"]] },
  ),
  tree(
    "plugin-typed-two",
    "a typed plugin skill whose name two plugins have",
    plugins({ p: { files: pskills("x") }, q: { files: pskills("x") } }),
    { line: "/x now" },
  ),
  tree(
    "plugin-market-dir",
    "a marketplace in a folder of this disk",
    {
      ...below("home/dev/mk", {
        ".claude-plugin/marketplace.json": j({
          name: "mk",
          owner: { name: "Me" },
          plugins: [{ name: "p", source: "./p" }],
        }),
        "p/skills/x/SKILL.md": s("x"),
        "p/.claude-plugin/plugin.json": j({ name: "p" }),
      }),
      "home/.claude/plugins/known_marketplaces.json": j({
        mk: {
          source: { source: "directory", path: "{world}/home/dev/mk" },
          installLocation: "{world}/home/dev/mk",
          lastUpdated: date,
        },
      }),
      "home/.claude/plugins/installed_plugins.json": j({
        version: 2,
        plugins: {
          "p@mk": [
            {
              scope: "user",
              installPath: "{world}/home/dev/mk/p",
              version: "1.0.0",
              installedAt: date,
              lastUpdated: date,
            },
          ],
        },
      }),
      [home]: j({ enabledPlugins: { "p@mk": true } }),
    },
    { calls: [["p:x"]] },
  ),
  tree(
    "extra-markets",
    "extra marketplaces in the project's settings",
    {
      [app]: j({
        extraKnownMarketplaces: { team: { source: { source: "directory", path: "{world}/app/market" } } },
        enabledPlugins: { "t@team": true },
      }),
      ...below("app/market", {
        ".claude-plugin/marketplace.json": j({
          name: "team",
          owner: { name: "T" },
          plugins: [{ name: "t", source: "./t" }],
        }),
        "t/skills/x/SKILL.md": s("x"),
        "t/.claude-plugin/plugin.json": j({ name: "t" }),
      }),
    },
    { calls: [["t:x"]] },
  ),
  tree(
    "agents-skills",
    "an agent that preloads skills",
    { "app/.claude/agents/w.md": "---\nname: w\ndescription: W\nskills: [a]\n---\nW\n" },
    { calls: [["a"]] },
  ),
  tree(
    "output-style",
    "output styles, hooks and a status line beside",
    {
      "app/.claude/output-styles/o.md": "---\nname: o\ndescription: O\n---\nO\n",
      [app]: j({ outputStyle: "o", statusLine: { type: "command", command: "echo" } }),
    },
    { line: "/a x" },
  ),
  tree(
    "managed",
    "managed settings in home by mistake",
    {
      "home/.claude/managed-settings.json": j({ skillOverrides: { a: "off" } }),
      "home/.claude/settings.local.json": j({ skillOverrides: { d: "off" } }),
    },
    { calls },
  ),
  tree(
    "deny-comments",
    "a rule in settings with comments",
    { [app]: '{\n  // never\n  "permissions": {"deny": ["Skill(a)"]},\n}' },
    { calls },
  ),
  tree(
    "plugin-nameless",
    "skills of plugins without a name, and commands with one",
    plugins({
      p: {
        files: {
          "skills/n/SKILL.md": "---\ndescription: N\n---\nN\n",
          "commands/c.md": "---\nname: called\ndescription: C\n---\nC\n",
          "commands/g/d.md": "---\nname: deep\ndescription: D\n---\nD\n",
          "skills/pre/SKILL.md": "---\nname: p:pre\ndescription: P\n---\nP\n",
          "skills/dot.ted/SKILL.md": "---\nname: dot.ted\ndescription: T\n---\nT\n",
        },
      },
    }),
    {
      calls: [
        ["n"],
        ["called"],
        ["p:called"],
        ["deep"],
        ["p:g:deep"],
        ["pre"],
        ["p:dot.ted"],
        ["dot.ted"],
        ["dot-ted"],
      ],
    },
  ),
  tree(
    "plugin-names-near",
    "misspelled names of a plugin's skills",
    plugins({
      kit: { files: { "skills/lint/SKILL.md": s("lint"), "skills/build/SKILL.md": "---\ndescription: B\n---\nB\n" } },
    }),
    { calls: [["lnt"], ["bild"], ["kit:lnt"], ["kit:bild"], ["lint"], ["build"]] },
  ),
  tree("own-budget", "bundled skills that are off make room", {
    ...skillsIn(
      "{home}",
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, s(`k${i}`, "some words ".repeat(20))])),
    ),
    [app]: j({
      skillOverrides: {
        dataviz: "off",
        "claude-api": "name-only",
        "code-review": "user-invocable-only",
        init: "name-only",
      },
    }),
  }),
];
