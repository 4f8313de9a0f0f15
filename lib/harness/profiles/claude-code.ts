import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Scan } from "#lib/harness/vocabulary/discovery.ts";
import type { ScopedPath } from "#lib/harness/vocabulary/places.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { claudeCodeEvidence } from "./claude-code-evidence.ts";
import { guardedWorkingFolder, writeToolsNamed } from "./standard-access.ts";

const bare: Ruling = { verdict: "load", fallback: "empty" };
const described: Ruling = { verdict: "load", fallback: "first-paragraph" };
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

const folders: Scan = {
  depth: "one-level",
  fileName: { match: "exact", names: ["SKILL.md"] },
  skipFolders: [],
  follows: { roots: true, folders: true, files: true },
  order: "folder",
  brokenRoot: "skip",
};

/** Each file is a skill, at any depth. */
const commands: Scan = { ...folders, depth: "recursive", fileName: { match: "suffix", suffix: ".md" } };

/** What is downloaded from claude.ai has this folder. */
const reserves = ["synced"];
const isOff =
  'Skill "{name}" is disabled via skillOverrides. Re-enable it in /skills or remove the override from your settings to run it.';

/** As published in transcripts of the program's prompts (2.1.111). */
const toolDescription = `Execute a skill within the main conversation

When users ask you to perform tasks, check if any of the available skills match. Skills provide specialized capabilities and domain knowledge.

When users reference a "slash command" or "/<something>", they are referring to a skill. Use this tool to invoke it.

How to invoke:
- Set \`skill\` to the exact name of an available skill (no leading slash). For plugin-namespaced skills use the fully qualified \`plugin:skill\` form.
- Set \`args\` to pass optional arguments.

Important:
- Available skills are listed in system-reminder messages — invoke only from that list, or one the user typed as \`/<name>\`. Don't guess skill names from training data.
- When a skill matches the user's request, invoke it before responding about the task — don't describe a skill without calling it.
- Don't invoke a skill that's already running.
- Don't use this tool for built-in CLI commands (like /help, /clear, etc.)
- If you see a <command-name> tag in the current conversation turn, the skill has already been loaded — follow the instructions directly instead of calling this tool again.`;
/** The most specific first. */
const settingsFiles: readonly ScopedPath[] = [
  { scope: "machine", path: "/etc/claude-code/managed-settings.json" },
  { scope: "project", path: ".claude/settings.local.json" },
  { scope: "project", path: ".claude/settings.json" },
  { scope: "home", path: ".claude/settings.json" },
];

/** A skill's text as the model gets it, however it was invoked. */
const instructions = "{#ownFolder}Base directory for this skill: {ownFolder}\n\n{/ownFolder}{content}";

/** Claude Code as its documentation describes it; the program's own source is not public. */
export const claudeCode: Profile<RuleCode> = {
  id: "claude-code",
  label: "Claude Code",
  evidence: claudeCodeEvidence,
  roots: [
    { scope: "machine", path: "/etc/claude-code/.claude/skills", level: "enterprise", takesInstalls: false, reserves },
    { scope: "home", path: ".claude/skills", level: "personal", reserves },
    { scope: "project", path: ".claude/skills", level: "project", reserves, alsoIn: ["above", "added", "touched"] },
    { scope: "home", path: ".claude/plugins/*/skills", manifest: "installed_plugins.json", level: "plugin" },
    { scope: "home", path: ".claude/skills/synced", level: "synced", takesInstalls: false },
    { scope: "home", path: ".claude/commands", level: "personal", takesInstalls: false, scan: commands },
    {
      scope: "project",
      path: ".claude/commands",
      level: "project",
      takesInstalls: false,
      scan: commands,
      alsoIn: ["added"],
    },
  ],
  scan: folders,
  plugins: {
    home: { scope: "home", path: ".claude/plugins" },
    registry: "installed_plugins.json",
    marketplaces: [".claude-plugin/marketplace.json"],
    manifests: [".claude-plugin/plugin.json"],
    skills: "usual-and-listed",
    switches: { format: "json", key: "enabledPlugins", files: settingsFiles },
  },
  frontmatter: {
    fence: "trimmed-lines",
    ignoresMark: true,
    dialect: { kind: "mended", mustBeText: [] },
    trim: "go",
    rulings: {
      readable: { verdict: "reject" },
      "not-empty": bare,
      frontmatter: described,
      "frontmatter-closed": bare,
      "frontmatter-length": bare,
      "frontmatter-complexity": bare,
      yaml: bare,
      mapping: described,
      name: namedByFolder,
      description: described,
    },
    warning: "{reason}",
    validator: "none",
    body: "trimmed-lines",
    keeps: ["argument-hint", "allowed-tools", "hiding", "when-to-use", "arguments", "paths"],
    knows: ["disallowed-tools", "model", "effort", "context", "agent", "hooks", "shell"],
  },
  identity: {
    name: "folder-or-plugin",
    collisions: [{ by: "target" }, { by: "name", qualifies: true }],
    order: "found",
  },
  states: {
    kind: "levels",
    files: settingsFiles,
    key: "skillOverrides",
    words: { off: "off", on: "user-invocable-only", named: "name-only", active: "on" },
    initial: "active",
    writes: 1,
    sparesPlugins: true,
  },
  catalog: {
    delivery: { channel: "reminder", wrapper: "<system-reminder>\n{catalog}\n</system-reminder>", stands: "before" },
    lists: "active",
    head: "The following skills are available for use with the Skill tool:\n\n",
    row: "- {name}{#summary}: {summary}{/summary}",
    summary: {
      text: "{description}{#whenToUse} - {whenToUse}{/whenToUse}{#appliesTo} (for work in {appliesTo}){/appliesTo}",
      limit: 1536,
      ending: "…",
    },
    separator: "\n",
    tail: "",
    empty: "",
    budget: {
      share: 0.01,
      unit: "characters",
      cuts: "least-used",
      uses: { scope: "home", path: ".claude.json", key: "skillUsage", count: "usageCount" },
    },
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "Skill",
      description: toolDescription,
      schema: {
        type: "object",
        properties: {
          skill: { type: "string", description: "The name of the skill" },
          args: { type: "string", description: "Optional arguments for the skill" },
        },
        required: ["skill"],
      },
      input: "text",
      parameters: { skill: "skill", arguments: "args" },
      lookup: "exact",
      validation: [],
      checks: [
        { stops: "unknown-skill", says: "Unknown skill: {asked}" },
        { stops: "skill-off", says: isOff },
        {
          stops: "not-for-model",
          says: [
            "Skill {name} cannot be used with Skill tool due to disable-model-invocation.",
            "Ask the user to run /{name} themselves — it cannot be invoked via the Skill tool.",
            "Do not replicate this skill's workflow by other means — it is reserved for explicit user invocation.",
          ].join(" "),
        },
      ],
      failure: "<tool_use_error>{error}</tool_use_error>",
      success: `Launching skill: {name}\n\n${instructions}`,
      content: "fresh-body",
      shows: { call: "Skill({asked})", success: "Launching skill: {name}", failure: "{error}" },
    },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: true,
      multiline: true,
      arguments: "after-space",
      bareNames: true,
      stacks: 6,
      refuses: {
        off: isOff,
        hidden:
          'This skill can only be invoked by Claude, not directly by users. Ask Claude to use the "{name}" skill for you.',
      },
      content: "fresh-body",
      message: [
        "<command-message>{name}</command-message>",
        "<command-name>/{name}</command-name>{#arguments}\n<command-args>{arguments}</command-args>{/arguments}",
        `\n${instructions}`,
      ].join("\n"),
    },
  },
  substitution: {
    kind: "shell-words",
    variables: {
      CLAUDE_SKILL_DIR: "{directory}",
      CLAUDE_PROJECT_DIR: "{workingFolder}",
      CLAUDE_PLUGIN_ROOT: "{pluginFolder}",
    },
    appended: "\n\nARGUMENTS: {arguments}",
    command: "[shell command execution disabled by policy]",
  },
  commands: {
    rules: [
      {
        words: ["/skills", "<rest>"],
        detail: "Show the skills and their states",
        does: {
          kind: "list",
          heading: "Skills",
          none: "No skills found",
          row: "{name}  {mark}  {description}",
          nameWidth: "longest",
          marks: { off: "off", on: "user-only", named: "name-only", active: "on" },
        },
      },
      {
        words: ["/reload-skills"],
        detail: "Look at the disk again",
        does: { kind: "reload", output: "Reloaded: {count} skills available" },
      },
      {
        words: ["/add-dir", "<rest>"],
        detail: "Add a folder to the session, with its skills",
        does: {
          kind: "add-folder",
          output: "Added {folder} as a working directory for this session",
          missing: "There is no folder {folder}",
        },
      },
      {
        words: ["/clear"],
        detail: "Begin a new conversation",
        does: { kind: "new-chat", output: "Conversation cleared" },
      },
    ],
    others: [
      ...["/help", "/compact", "/context", "/cost", "/config", "/doctor", "/init", "/login", "/logout", "/mcp"],
      ...[
        "/memory",
        "/model",
        "/permissions",
        "/plugin",
        "/resume",
        "/review",
        "/status",
        "/agents",
        "/hooks",
        "/exit",
      ],
    ],
    unknown: "Unknown command: /{word}",
  },
  guard: guardedWorkingFolder,
  readTools: { read: "Read", list: "Glob", search: "Grep" },
  writeTools: writeToolsNamed("Write", "Edit"),
  reload: ["start", "message", "command", "new-chat"],
};
