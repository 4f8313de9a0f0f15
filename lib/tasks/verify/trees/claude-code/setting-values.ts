import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const skills = skillsIn("{project}", { alpha: usualSkill("alpha", "a"), beta: usualSkill("beta", "b") });
const gamma = skillsIn("{project}", { gamma: usualSkill("gamma", "g") });
const off = { skillOverrides: { alpha: "off" } };

/** Values beside a state and a rule, of which neither counts where the value is wrong. */
const besideRules: readonly (readonly [key: string, value: unknown])[] = [
  ...[null, [], "off"].map((value) => ["skillOverrides", value] as const),
  ...[null, 5, "nonsense", ["off"]].map((beta) => ["skillOverrides", { beta }] as const),
  ...[null, [], { "a@b": "x" }, { a: true }, { "a@b": 1 }].map((value) => ["enabledPlugins", value] as const),
  ...[null, [], "x"].map((value) => ["permissions", value] as const),
  ...["Skill", null, [5], ["Bash("], ["skill"]].map((deny) => ["permissions", { deny }] as const),
  ["permissions", { defaultMode: "nonsense" }],
  ["permissions", { additionalDirectories: "x" }],
  ["permissions", { other: 1 }],
  ...["0.1", 2, null].map((value) => ["skillListingBudgetFraction", value] as const),
  ...["x", -1].map((value) => ["skillListingMaxDescChars", value] as const),
  ...["true", null].map((value) => ["disableBundledSkills", value] as const),
  ...[[], { X: 5 }, { X: null }, "x"].map((value) => ["env", value] as const),
  ...[[], { Nope: [] }, { PreToolUse: "x" }, { PreToolUse: [{ matcher: "Bash" }] }, null].map(
    (value) => ["hooks", value] as const,
  ),
  ["model", 5],
  ["cleanupPeriodDays", "x"],
  ["unknownKey", [1]],
  ["includeCoAuthoredBy", "x"],
  ["disableSkillShellExecution", "x"],
  ["outputStyle", 5],
  ["statusLine", "x"],
  ["extraKnownMarketplaces", []],
  ["$schema", 5],
];

const modes = ["auto", "bypassPermissions", "acceptEdits", "plan", "default", "dontAsk", "delegate"];

const runs = { type: "command", command: "x" };
const guard = (hook: unknown) => ({ PreToolUse: [{ hooks: [hook] }] });

/** What it runs at events: it looks closely at two of them. */
const hookValues: readonly object[] = [
  ...[5, [5], {}, [{}], [{ hooks: null }], [{ hooks: [null] }], [{ hooks: [{}] }]].map((Stop) => ({ Stop })),
  ...[{ PermissionRequest: [5] }, { PreToolUse: null }, { PreToolUse: [{ hooks: [runs] }], Stop: 5 }],
  { PreToolUse: [{ hooks: [runs] }, { matcher: "x" }] },
  ...[{ timeout: 0 }, { timeout: 1.5 }, { statusMessage: 5 }, { once: "x" }, { shell: "zsh" }, { args: [5] }].map(
    (more) => guard({ ...runs, ...more }),
  ),
  ...[{ url: "x" }, { url: "a:b" }, { url: "https://a.b", headers: { a: 5 } }].map((more) =>
    guard({ type: "http", ...more }),
  ),
  ...[{ server: "a" }, { server: "a", tool: "b" }, { server: "a", tool: "b", input: 5 }].map((more) =>
    guard({ type: "mcp_tool", ...more }),
  ),
  ...[{ type: "agent", prompt: 5 }, { type: "callback" }, 5].map(guard),
];

/** Wrong values below other keys. */
const deeper: readonly (readonly [key: string, value: unknown])[] = [
  ...[{ enabled: "x" }, { network: { allowedDomains: "x" } }, { ignoreViolations: 5 }, { other: 5 }].map(
    (value) => ["sandbox", value] as const,
  ),
  ...[{ baseRef: "x" }, { sparsePaths: [5] }, { location: 5 }].map((value) => ["worktree", value] as const),
  ...[{ commit: 5 }, { other: 5 }, []].map((value) => ["attribution", value] as const),
  ...[{ start: "25:00" }, { start: "22:00" }].map((value) => ["quietHours", value] as const),
  ...[{ allow: 5 }, { environment: ["x"] }].map((value) => ["autoMode", value] as const),
  ...[
    { type: "command", command: "x", padding: "x" },
    { type: "x", command: "x" },
  ].map((value) => ["statusLine", value] as const),
  ...[
    { mode: "x", verbs: [] },
    { mode: "replace", verbs: ["a"] },
  ].map((value) => ["spinnerVerbs", value] as const),
  ...[null, "x"].map((value) => ["syncClaudeAiSkills", value] as const),
  ...["x", [5]].flatMap((value) => [["deniedModels", value] as const, ["enabledMcpjsonServers", value] as const]),
  ["pluginConfigs", { a: { mcpServers: 5 } }],
  ["sshConfigs", [{}]],
  ["defaultShell", "zsh"],
];

/** Values beside a state alone. */
const besideState: readonly (readonly [key: string, value: unknown])[] = [
  ["$schema", "x"],
  ["$schema", "https://www.schemastore.org/claude-code-settings.json"],
  ...["includeCoAuthoredBy", "model", "disableSkillShellExecution", "cleanupPeriodDays"].map(
    (key) => [key, null] as const,
  ),
  ...[{ defaultMode: null }, { allow: null }, { allow: "x" }, { ask: [null] }].map(
    (value) => ["permissions", value] as const,
  ),
  ...[0, 1, 1e-7].map((value) => ["skillListingBudgetFraction", value] as const),
  ...[0, 20.5, 1e6].map((value) => ["skillListingMaxDescChars", value] as const),
  ...[{}, [], [5], null, ["x"]].map((value) => ["enabledPlugins", { "a@b": value }] as const),
  ...[[5], null].map((additionalDirectories) => ["permissions", { additionalDirectories }] as const),
  ["permissions", { disableBypassPermissionsMode: "x" }],
  ...modes.map((defaultMode) => ["permissions", { defaultMode }] as const),
  ...[{}, { type: "command", command: "x" }].map((value) => ["statusLine", value] as const),
  ...[-1, 1.5, 0].map((value) => ["cleanupPeriodDays", value] as const),
  ["model", ""],
  ...[{ "A B": "x" }, { X: {} }, null].map((value) => ["env", value] as const),
  ...[[5], [{ hooks: [{ type: "nope" }] }], [{ hooks: [] }], [{ hooks: [{ type: "command" }] }]].map(
    (PreToolUse) => ["hooks", { PreToolUse }] as const,
  ),
  ...[{ PreToolUse: [{ matcher: 5, hooks: [] }] }, "x", { PreToolUse: {} }, { Nope: "x" }].map(
    (value) => ["hooks", value] as const,
  ),
  ...["enableAllProjectMcpServers", "enabledMcpjsonServers", "effortLevel", "alwaysThinkingEnabled"].map(
    (key) => [key, "x"] as const,
  ),
  ...["attribution", "spinnerTipsEnabled", "sandbox", "availableModels", "disableAllHooks", "verbose"].map(
    (key) => [key, "x"] as const,
  ),
  ...["respectGitignore", "fileSuggestion"].map((key) => [key, "x"] as const),
  ...["apiKeyHelper", "language", "mcpServers", "theme"].map((key) => [key, 5] as const),
  ["outputStyle", null],
  ...[{ x: 5 }, { x: { source: { source: "nope" } } }, null].map((value) => ["extraKnownMarketplaces", value] as const),
  ["disabledMcpjsonServers", [5]],
  ...["disableAllHooks", "alwaysThinkingEnabled", "enableAllProjectMcpServers", "sandbox", "attribution"].map(
    (key) => [key, null] as const,
  ),
  ...[{ disableBypassPermissionsMode: null }, { defaultMode: "manual" }].map(
    (value) => ["permissions", value] as const,
  ),
  ...[null, [{ matcher: "", hooks: [{ type: "command", command: "x", timeout: 5 }] }]].map(
    (Stop) => ["hooks", { Stop }] as const,
  ),
  ["hooks", { PreToolUse: [{ hooks: [{ type: "prompt" }] }] }],
  ["extraKnownMarketplaces", { x: { source: { source: "directory", path: "/x" } } }],
  ...hookValues.map((value) => ["hooks", value] as const),
  ...deeper,
];

/** A file of settings with one value that may be wrong: then nothing in it counts. */
export const settingValueTrees: readonly Tree[] = [
  ...besideRules.map(
    ([key, value], index): Tree => ({
      name: `setting-value-${index}`,
      why: `${key}: ${JSON.stringify(value)} beside a state and a rule`,
      only: ["claude-code"],
      files: {
        ...skills,
        ...gamma,
        "app/.claude/settings.json": JSON.stringify({
          [key]: value,
          ...(key !== "permissions" && { permissions: { deny: ["Skill(gamma)"] } }),
          ...(key !== "skillOverrides" && off),
        }),
      },
      calls: [["gamma"]],
    }),
  ),
  ...besideState.map(
    ([key, value], index): Tree => ({
      name: `setting-value-alone-${index}`,
      why: `${key}: ${JSON.stringify(value)} beside a state`,
      only: ["claude-code"],
      files: { ...skills, "app/.claude/settings.json": JSON.stringify({ [key]: value, ...off }) },
    }),
  ),
  {
    name: "setting-value-local",
    why: "a wrong value in local settings leaves the project's",
    only: ["claude-code"],
    files: {
      ...skills,
      "app/.claude/settings.json": JSON.stringify(off),
      "app/.claude/settings.local.json": JSON.stringify({ skillOverrides: { alpha: 1, beta: "off" } }),
      "home/.claude/settings.json": JSON.stringify({ skillOverrides: { beta: "name-only" } }),
    },
  },
  {
    name: "setting-value-refused",
    why: "a line for a skill that is off, where other settings have a wrong value",
    only: ["claude-code"],
    files: {
      ...skillsIn("{project}", { alpha: usualSkill("alpha", "a") }),
      "home/.claude/settings.json": JSON.stringify(off),
      "app/.claude/settings.json": JSON.stringify({ skillOverrides: null }),
    },
    line: "/alpha x",
  },
];
