import type { Ruling } from "../frontmatter-rules.ts";
import type { Profile } from "../profile.ts";
import { standardWriteTools } from "./standard-write-tools.ts";

const document =
  "Claude Code documentation, “Extend Claude with skills” (code.claude.com/docs/en/skills, 22 August 2026)";
const changelog = "Claude Code changelog (CHANGELOG.md of anthropics/claude-code, August 2026)";
const seen = "Published session transcripts of 2026; not documented";
const choice = "A choice of this lab: nothing is published";
const bare: Ruling = { verdict: "load", fallback: "empty" };
const described: Ruling = { verdict: "load", fallback: "first-paragraph" };
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** A skill's text as the model gets it, however it was invoked. */
const instructions = "Base directory for this skill: {directory}\n\n{content}";

/** Claude Code as its documentation describes it; the program's own source is not public. */
export const claudeCode: Profile = {
  id: "claude-code",
  label: "Claude Code",
  evidence: [
    {
      claim: "Enterprise skills before personal ones, those before the project's, those of claude.ai last",
      source: `${document}, "Where skills live"`,
      rules: ["root", "name-taken"],
    },
    {
      claim: "No folder above the working folder is searched, and none below it",
      source:
        "A choice of this lab: its working folder is the root of the repository; nested folders load on first touch",
      program: "Searches every parent up to the repository root.",
    },
    {
      claim: "Single files of .claude/commands and the program's bundled skills are not shown",
      source: "A choice of this lab: they are no folders with a SKILL.md",
    },
    {
      claim: "One level deep; linked folders are followed, and a file reached twice counts once",
      source: `${document}, "Where skills live"`,
      program: "Passes over deeper ones without a word (anthropics/claude-code#88400, measured on 2.1.238).",
      rules: ["link", "depth", "file-taken"],
    },
    {
      claim: "~/.claude/plugins/installed_plugins.json names the plugins",
      source: "A choice of this lab: the file is the program's own",
      rules: ["plugin"],
    },
    {
      claim: "The folder names the command; in a plugin it is plugin:name",
      source: `${document}: “the command still comes from the directory name”`,
      rules: ["file-name"],
    },
    {
      claim: "The name in the frontmatter is a label only, and is not shown here",
      source: `${document}, "Frontmatter reference"`,
    },
    {
      claim: "Nothing is required: a missing description is the first paragraph",
      source: `${document}, "Frontmatter reference"`,
      program: "Which lines count as one is not said; here the first that are neither blank nor a heading.",
      rules: ["readable", "not-empty", "frontmatter", "name", "description"],
    },
    {
      claim: "With malformed YAML the body loads with empty metadata, and nothing is said",
      source: `${document}, "Troubleshooting"`,
      rules: ["yaml", "mapping"],
    },
    {
      claim: "An unclosed frontmatter is as good as malformed; an unquoted colon in a value is forgiven",
      source: `${choice}; the colon: ${changelog}`,
      rules: ["frontmatter-closed"],
    },
    { claim: "A byte-order mark is accepted", source: `${changelog}, 2.1.239` },
    {
      claim: "disable-model-invocation hides a skill from the model, user-invocable: false from the person",
      source: `${document}, "Control who invokes a skill"`,
      rules: ["catalog", "by-person"],
    },
    {
      claim:
        "skillOverrides of the settings files: on, user-invocable-only, off; managed, local, project, user in turn",
      source: `${document}, "Override skill visibility"; Claude Code documentation, "Settings"`,
      rules: ["state"],
    },
    {
      claim: "name-only counts as on: the catalog keeps the description",
      source: "A choice of this lab: a state is off, on or active here",
      program: "Lists the name alone.",
    },
    {
      claim: "A change is written to .claude/settings.local.json",
      source: `${document}, "Override skill visibility"`,
    },
    {
      claim: "description and when_to_use together are cut at 1,536 characters in the catalog",
      source: `${document}, "Frontmatter reference"`,
      program: "What joins and ends them is not published; here “ - ” and “…”.",
    },
    {
      claim: "The catalog has 8,000 characters: then the last descriptions are left out, never a name",
      source: `${document}: 1% of the context window`,
      program: "Leaves out those used least; this lab counts no uses.",
    },
    { claim: "The wording of the catalog, and of what a Skill call answers", source: seen, rules: ["by-model"] },
    {
      claim: "The reminder and the instructions follow in the same message",
      source: "A choice of this lab",
      program: "Sends messages of their own.",
    },
    {
      claim: "$ARGUMENTS, $ARGUMENTS[N], $N from 0 with shell quoting, $name; ARGUMENTS: … where none stands",
      source: `${document}, "Available string substitutions"`,
      program: "Whether any placeholder or only $ARGUMENTS keeps the line away is not said; here any.",
    },
    {
      claim: "Commands after ! are not run: what the documentation shows for a policy stands in their place",
      source: `${document}, "Inject dynamic context"`,
    },
    {
      claim: "Of several skills named at the start of a line the first is loaded, with the rest as its arguments",
      source: "A choice of this lab",
      program: "Loads up to six.",
    },
    { claim: "/skills prints a list", source: "A choice of this lab: Claude Code opens a menu" },
    {
      claim: "Reading outside the working folder, in ~/.claude/skills too, asks first",
      source: 'Claude Code documentation, "Configure permissions"; skill folders: a choice of this lab',
    },
    { claim: "Changed skills are noticed in the session", source: `${document}, "Live change detection"` },
  ],
  roots: [
    { scope: "machine", path: "/etc/claude-code/.claude/skills", level: "enterprise", takesInstalls: false },
    { scope: "home", path: ".claude/skills", level: "personal" },
    { scope: "project", path: ".claude/skills", level: "project" },
    { scope: "home", path: ".claude/plugins/*/skills", manifest: "installed_plugins.json", level: "plugin" },
    { scope: "home", path: ".claude/skills/synced", level: "synced", takesInstalls: false },
  ],
  scan: {
    depth: "one-level",
    fileName: { match: "exact", names: ["SKILL.md"] },
    skipFolders: [],
    follows: { roots: true, folders: true, files: true },
    order: "folder",
    brokenRoot: "skip",
  },
  frontmatter: {
    fence: "trimmed-lines",
    ignoresMark: true,
    dialect: { kind: "mended", mustBeText: [] },
    trim: "go",
    emptyValue: "missing",
    rulings: {
      unreadable: { verdict: "reject" },
      "empty-file": bare,
      "line-too-long": bare,
      "no-frontmatter": described,
      "unclosed-frontmatter": bare,
      "frontmatter-too-long": bare,
      "bad-yaml": bare,
      "no-mapping": described,
      "missing-name": namedByFolder,
      "missing-description": described,
      "blank-name": namedByFolder,
      "blank-description": described,
    },
    warning: "{reason}",
    validator: "none",
    body: "trimmed-lines",
    keeps: ["argument-hint", "allowed-tools", "hiding", "when-to-use", "arguments"],
  },
  identity: { name: "folder-or-plugin", collisions: [{ by: "target" }, { by: "name" }], order: "found" },
  states: {
    kind: "levels",
    files: [
      { scope: "machine", path: "/etc/claude-code/managed-settings.json" },
      { scope: "project", path: ".claude/settings.local.json" },
      { scope: "project", path: ".claude/settings.json" },
      { scope: "home", path: ".claude/settings.json" },
    ],
    key: "skillOverrides",
    words: { off: "off", on: "user-invocable-only", active: "on" },
    synonyms: { "name-only": "active" },
    initial: "active",
    writes: 1,
    sparesPlugins: true,
  },
  catalog: {
    delivery: { channel: "reminder", wrapper: "<system-reminder>\n{catalog}\n</system-reminder>", stands: "before" },
    lists: "active",
    head: "The following skills are available for use with the Skill tool:\n\n",
    row: "- {name}{#summary}: {summary}{/summary}",
    summary: { text: "{description}{#whenToUse} - {whenToUse}{/whenToUse}", limit: 1536, ending: "…" },
    separator: "\n",
    tail: "",
    empty: "",
    budget: { characters: 8000, cuts: "last-first" },
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "Skill",
      description: "Executes a skill within the main conversation",
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
        { stops: "skill-off", says: "Skill {name} is turned off by skillOverrides" },
        {
          stops: "not-for-model",
          says: "Skill {name} cannot be used with Skill tool due to disable-model-invocation",
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
    variables: { CLAUDE_SKILL_DIR: "{directory}", CLAUDE_PROJECT_DIR: "{workingFolder}" },
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
          marks: { off: "off", on: "user-only", active: "on" },
        },
      },
      {
        words: ["/reload-skills"],
        detail: "Look at the disk again",
        does: { kind: "reload", output: "Reloaded: {count} skills available" },
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
  guard: [
    {
      area: { kind: "working-folder" },
      permissions: { read: "granted", write: "pending", edit: "pending" },
      reason: "in the working folder: reading is free, a change needs your word",
    },
    {
      area: { kind: "anywhere" },
      permissions: { read: "pending", write: "pending", edit: "pending" },
      reason: "outside the working folder",
    },
  ],
  writeTools: standardWriteTools,
  reload: ["start", "message", "command", "new-chat"],
};
