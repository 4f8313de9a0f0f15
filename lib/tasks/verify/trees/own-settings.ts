import { skillsIn, type Tree, usualSkill } from "../tree.ts";

const skills = {
  ...skillsIn("{project}", {
    alpha: usualSkill("alpha", "a"),
    beta: usualSkill("beta", "b"),
    "alpha-two": usualSkill("alpha-two", "a2"),
  }),
  ...skillsIn("{home}", { gamma: usualSkill("gamma", "c") }),
  ...skillsIn("shared/more", { added: usualSkill("added", "in a further folder") }),
  ...skillsIn("app/tools", { tool: usualSkill("tool", "in a folder of the project") }),
};
const calls = [["alpha"], ["beta"], ["alpha-two"], ["gamma"], ["added"], ["tool"]] as const;

/** A tree for each of these texts in a settings file. */
function settingsTrees(
  only: string,
  path: string,
  texts: readonly (string | object)[],
  more: Partial<Tree> = {},
): readonly Tree[] {
  return texts.map((text, index): Tree => {
    const written = typeof text === "string" ? text : JSON.stringify(text);
    const name = `${only}-${path.replace(/\W+/g, "-")}-${index}`;
    return {
      name,
      why: `${path}: ${written.slice(0, 100)}`,
      only: [only],
      calls,
      ...more,
      files: { ...skills, ...more.files, [path]: written },
    };
  });
}

const ofOpenCode = [
  ...[
    { alpha: "deny" },
    { "*": "deny" },
    { "*": "deny", beta: "allow" },
    { beta: "allow", "*": "deny" },
    { "alpha*": "deny" },
  ].map((skill) => ({ permission: { skill } })),
  ...[
    { permission: { skill: "deny" } },
    { permission: { skill: { gamma: "ask" } } },
    { permission: "allow" },
    { permission: { "*": "deny" } },
  ],
  ...[
    { tools: { skill: false } },
    { tools: { "*": false } },
    { skills: { paths: ["{world}/shared/more"] } },
    { skills: { paths: ["./tools", "~/x"] } },
  ],
  ...[
    { skills: { paths: "tools" } },
    { skills: ["./tools"] },
    { agent: { build: { permission: { skill: { alpha: "deny" } } } } },
  ],
  ...[
    { agent: { build: { tools: { skill: false } } } },
    { command: { alpha: { template: "Own $ARGUMENTS", description: "d" } } },
    "{",
    '// c\n{"permission": {"skill": {"alpha": "deny"}},}',
  ],
];

const ofCopilot = [
  ...[
    { skillDirectories: ["{world}/shared/more"] },
    { skill_directories: ["{world}/shared/more"] },
    { skillDirectories: "tools" },
  ],
  ...[
    { disabledSkills: ["alpha*"] },
    { disabledSkills: ["project:alpha"] },
    { disabledSkills: [] },
    { disabled_skills: ["alpha"] },
  ],
];

const ofQwen = [
  ...[
    { skills: { disabled: ["alpha", "GAMMA"] } },
    { skills: { disabled: "alpha" } },
    { skills: { enabled: false } },
    { skills: { disabled: ["alpha*"] } },
  ],
  ...[
    { skills: { paths: ["{world}/shared/more"] } },
    { skills: { directories: ["{world}/shared/more"] } },
    { experimental: { skills: false } },
    { tools: { exclude: ["skill"] } },
  ],
  ...[
    { tools: { exclude: ["Skill(alpha)"] } },
    { permissions: { deny: ["Skill(alpha)"] } },
    { permissions: { deny: ["Skill"] } },
    { slashCommands: { disabled: ["alpha"] } },
  ],
  ...[{ disableAllHooks: true }, '// c\n{"skills": {"disabled": ["alpha"],}}'],
];

const ofGemini = [
  ...[
    { skills: { enabled: false } },
    { skills: { disabled: ["alpha", "gamma"] } },
    { skills: { disabled: ["ALPHA"] } },
    { skills: { disabled: "alpha" } },
  ],
  ...[
    { experimental: { skills: false } },
    { tools: { exclude: ["activate_skill"] } },
    { tools: { core: ["read_file"] } },
    { admin: { skills: { enabled: false } } },
  ],
  ...['// c\n{"skills": {"disabled": ["alpha"]}}', "{"],
];

const ofPi = [
  ...[
    { skills: ["{world}/shared/more"] },
    { skills: ["./tools", "../tools", "tools"] },
    { skills: ["{world}/shared/more/added/SKILL.md"] },
    { skills: ["!alpha"] },
  ],
  ...[
    { skills: ["!**/alpha"] },
    { skills: ["-skills/alpha"] },
    { skills: ["+{world}/shared/more"] },
    { skills: { enabled: false } },
    { enableSkillCommands: false },
  ],
  ...[{ packages: ["{world}/shared/package"] }, { packages: [{ source: "{world}/shared/package", skills: [] }] }, "{"],
  '// c\n{"skills": ["{world}/shared/more"]}',
];
const piPackage = {
  "shared/package/package.json": JSON.stringify({ name: "p", pi: { skills: ["./skills"] } }),
  ...skillsIn("shared/package/skills", { packed: usualSkill("packed", "of a package") }),
};

const ofClaude = [
  ...[
    "Skill(alpha)",
    "Skill(alpha:*)",
    "Skill(alpha *)",
    "Skill(al*)",
    "Skill(*)",
    "Skill",
    "Skill()",
    "Skill( alpha )",
    "skill(alpha)",
    "Skill(/alpha)",
    "Skill(gamma)",
    "Skill(alpha x)",
  ].flatMap((rule) => [{ permissions: { deny: [rule] } }, { permissions: { ask: [rule] } }]),
  ...[
    { permissions: { deny: ["Skill(alpha)"], allow: ["Skill(alpha)"] } },
    { permissions: { allow: ["Skill(alpha)"], ask: ["Skill"] } },
    { permissions: { deny: ["Skill(alpha)", "Skill(alpha:*)"] } },
  ],
  ...[
    { permissions: { defaultMode: "plan" } },
    { permissions: { defaultMode: "bypassPermissions" } },
    { permissions: { additionalDirectories: ["{world}/shared/added"] } },
    { permissions: { additionalDirectories: ["../shared/added"] } },
  ],
  ...[
    { env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "900" } },
    { env: { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "1" } },
    { disableSkillShellExecution: true },
    { disableAllHooks: true },
  ],
  ...[
    { skillOverrides: { alpha: "off", gamma: "name-only", "alpha-two": "user-invocable-only" } },
    { skillOverrides: { "*": "off" } },
    { skillOverrides: { Alpha: "off" } },
    { skillOverrides: { "/alpha": "off" } },
  ],
  ...[
    { skillOverrides: { dataviz: "off", "update-config": "name-only" } },
    { skillOverrides: null },
    { skillOverrides: "off" },
    { skillOverrides: { alpha: ["off"] } },
  ],
  ...[
    { skillListingMaxDescChars: 2000, skillListingBudgetFraction: 0.002 },
    { skillListingBudgetFraction: 0.0001 },
    { maxSkillDescriptionChars: 10 },
    { disableSkills: true },
  ],
  ...[
    { includeGitInstructions: false },
    { outputStyle: "Explanatory" },
    { language: "german" },
    { agent: "helper" },
    { model: "opus" },
    { strictPluginOnlyCustomization: true },
    { strictPluginOnlyCustomization: ["skills"] },
  ],
];
const more = {
  ...skillsIn("shared/added/.claude/skills", {
    further: usualSkill("further", "in an added folder"),
    beta: usualSkill("beta", "the added one"),
  }),
  "shared/added/.claude/commands/c.md": "---\ndescription: command of an added folder\n---\nC\n",
};

const codexHost = "home/.codex/config.toml";
const ofCodex = [
  ...["include_instructions = false", "enabled = false", "bundled = { enabled = true }", "max_chars = 10"].map(
    (line) => `[skills]\n${line}\n`,
  ),
  ...["skills = false", "plugins = false", "skills_in_prompt = false"].map((line) => `[features]\n${line}\n`),
  ...[
    'path = "~/.agents/skills/gamma/SKILL.md"',
    'path = ".agents/skills/alpha/SKILL.md"',
    'path = "{world}/app/.agents/skills"',
    'name = "alpha*"',
    'name = "ALPHA"',
    'name = " alpha "',
    'path = "{world}/app/.agents/skills/../skills/alpha/SKILL.md"',
    'path = "{world}/app/.agents/skills/alpha"',
  ].map((line) => `[[skills.config]]\n${line}\nenabled = false\n`),
  '[[skills.config]]\nname = "alpha"\nenabled = false\n[[skills.config]]\npath = "{world}/app/.agents/skills/alpha/SKILL.md"\nenabled = true\n',
  '[[skills.config]]\npath = "{world}/app/.agents/skills/alpha/SKILL.md"\nenabled = false\n[[skills.config]]\nname = "alpha"\nenabled = true\n',
  '[skills]\nconfig = [{ name = "alpha", enabled = false }, { name = "gamma" }]\n',
  '[[skills.config]]\nname = "alpha"\nextra = 1\nenabled = false\n',
];
const trust = '[projects."{world}/app"]\ntrust_level = "trusted"\n';

const readAtStart: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["app/.claude/settings.json"],
  "gemini-cli": ["app/.gemini/settings.json"],
  "qwen-code": ["app/.qwen/settings.json"],
  opencode: ["app/opencode.json", "app/.opencode/opencode.json"],
  kilo: ["app/kilo.json", "home/.config/kilo/kilo.jsonc"],
  codex: ["app/.codex/config.toml"],
  pi: ["app/.pi/settings.json", "home/.pi/agent/settings.json"],
  "copilot-cli": ["home/.copilot/settings.json"],
};

/** Settings of each program that say something of skills, or look as if they did. */
export const ownSettingsTrees: readonly Tree[] = [
  ...settingsTrees("opencode", "app/opencode.json", ofOpenCode),
  ...settingsTrees("opencode", "app/.opencode/opencode.json", ofOpenCode.slice(0, 2)),
  ...settingsTrees("kilo", "app/kilo.json", ofOpenCode),
  ...settingsTrees("kilo", "app/.kilo/kilo.json", ofOpenCode.slice(0, 1)),
  ...settingsTrees("kilo", "app/opencode.json", ofOpenCode.slice(0, 1)),
  ...settingsTrees("copilot-cli", "home/.copilot/settings.json", ofCopilot),
  ...settingsTrees("copilot-cli", "home/.copilot/config.json", ofCopilot),
  ...settingsTrees("copilot-cli", "app/.github/copilot/settings.json", ofCopilot.slice(0, 4)),
  ...settingsTrees("qwen-code", "app/.qwen/settings.json", ofQwen),
  ...settingsTrees("gemini-cli", "app/.gemini/settings.json", ofGemini),
  ...settingsTrees("pi", "app/.pi/settings.json", ofPi, { files: piPackage }),
  ...settingsTrees("pi", "home/.pi/agent/settings.json", ofPi, { files: piPackage }),
  ...settingsTrees("claude-code", "app/.claude/settings.json", ofClaude, {
    files: more,
    line: "/alpha x",
    calls: [["alpha", "x"], ["beta"], ["alpha-two"], ["gamma"], ["further"], ["c"]],
  }),
  ...settingsTrees("codex", codexHost, ofCodex, { line: "/alpha and $gamma" }),
  ...settingsTrees("codex", "app/.codex/config.toml", ['[[skills.config]]\nname = "alpha"\nenabled = false\n'], {
    line: "/alpha",
  }),
  ...settingsTrees("codex", "app/.codex/config.toml", ['[[skills.config]]\nname = "alpha"\nenabled = false\n'], {
    line: "/alpha",
    files: { [codexHost]: trust },
  }).map((tree) => ({ ...tree, name: `${tree.name}-trusted` })),
  ...settingsTrees(
    "codex",
    codexHost,
    ['project_root_markers = [".hg"]\n', "project_root_markers = []\n", "project_doc_max_bytes = 0\n"].map(
      (line) => line,
    ),
    {
      cwd: "app/pkg",
      files: {
        "app/.hg/x": "",
        "app/pkg/.git/HEAD": "ref: refs/heads/main\n",
        ...skillsIn("app/pkg/{folder}", { low: usualSkill("low", "l") }),
      },
    },
  ).map((tree) => ({ ...tree, name: `${tree.name}-roots` })),
  ...Object.entries(readAtStart).flatMap(([program, paths]) =>
    paths.map(
      (path): Tree => ({
        name: `own-settings-folder ${program} ${path}`,
        why: "a folder where settings should be",
        only: [program],
        files: { ...skillsIn("{project}", { alpha: usualSkill("alpha", "a") }), [`${path}/x`]: "1" },
        line: "Hello there",
        calls: [["alpha"]],
      }),
    ),
  ),
];
