import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { gencodeShell } from "./shell-tools.ts";
import { guardedWorkingFolder, standardReadTools, writeToolsNamed } from "./standard-access.ts";

const document = "GenCode documentation, skill system";
const silent: Ruling = { verdict: "reject" };
const loads: Ruling = { verdict: "load", fallback: "empty" };
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** What the model gets of a skill, by the tool and by a person's slash command, up to its arguments. */
const invocation = [
  '<skill-invocation name="{name}">\n',
  "{argumentsLine}",
  "{#scriptCount}Available scripts (use Bash to execute):\n{#scripts}  - {path}\n{/scripts}\n{/scriptCount}",
  "{#referenceCount}Reference files (use Read when needed):\n{#references}  - {path}\n{/references}\n{/referenceCount}",
  "{content}\n</skill-invocation>",
].join("");

/** GenCode (now San) as its documentation describes its skill system, and as its program does where that is silent. */
export const genCode: Profile<RuleCode> = {
  id: "gencode",
  label: "GenCode",
  evidence: [
    {
      claim: "Eight search paths, the project's .gen/skills highest, ~/.claude/skills lowest",
      source: `${document}, "Search Paths (Priority Order)"`,
      program: "Does not read .claude/plugins, and no plugin without installed_plugins.json.",
      rules: ["root", "name-taken"],
    },
    {
      claim: "Between the two plugin paths of one scope the higher priority number wins",
      source: `${document}, "Search Paths (Priority Order)"`,
      program: "Compares scopes, which are equal there: the skill read first stays.",
      rules: ["name-taken"],
    },
    {
      claim:
        "A SKILL.md at any depth, in any case of letters, in hidden folders and node_modules too; links to folders are not followed",
      source: "GenCode program, skill loader (filepath.Walk)",
      rules: ["link", "depth", "file-name"],
    },
    {
      claim: "installed_plugins.json names the plugins; their skills are called after the key before its @",
      source: `${document}, "Claude Code Compatibility"; format from the program`,
      rules: ["plugin"],
    },
    {
      claim:
        "Nothing is required: the folder names a skill that does not name itself; a file without frontmatter loads",
      source: "GenCode program, skill loader",
      rules: ["not-empty", "frontmatter", "name", "description"],
    },
    {
      claim: "A broken frontmatter drops the skill without a word",
      source: "GenCode program, skill loader",
      rules: ["readable", "line-length", "frontmatter-closed", "yaml", "mapping"],
    },
    {
      claim: "allowed-tools given as a text drops the skill, and as a list changes nothing",
      source: `${document}, "SKILL.md Format": allowed-tools is a list of names`,
      program: "Cannot decode a text into its list, and drops the skill without a word; lets the listed tools pass.",
      rules: ["yaml"],
    },
    {
      claim: "Three states: disable, enable, active; only active skills are told to the model",
      source: `${document}, "Skill State Management"`,
      rules: ["state", "catalog"],
    },
    {
      claim: "The states of the project's skills.json win over those of ~/.gen/skills.json, skill by skill",
      source: `${document}, "Skill State Management"`,
      program: "Reads both at start only; a state set in a session holds until then.",
      rules: ["state"],
    },
    {
      claim: "Other keys of skills.json survive a write",
      source: "A choice of this lab: nothing of a person's is lost",
      program: "Keeps the entries of other skills, and loses other top-level keys.",
    },
    {
      claim: "The active skills are told in a <system-reminder> after the first message of a session",
      source: `${document}, "Harness Injection (System-Reminder Channel)"`,
      program:
        "Sends it again after a state is changed in the session and after PostCompact, and before each subagent's first message (collectSubagentReminders); this lab compacts nothing and has no subagents.",
      rules: ["catalog"],
    },
    {
      claim: "Skill(skill, args) finds an exact full name, then the part after the last colon in any case",
      source: `${document}, "Invocation Flow"`,
      program: "Takes any of several partial hits; here it is the first in byte order.",
      rules: ["by-model"],
    },
    {
      claim: "An enabled skill that is not active may be invoked by the model all the same",
      source: `${document}, "Invocation Flow", step 3`,
      program: "Does so; the state diagram of the same document says that only active ones can.",
      rules: ["by-model"],
    },
    {
      claim: "/name arguments sends the same block without the arguments line, then the line itself",
      source: "GenCode program, slash commands",
      rules: ["by-person"],
    },
    {
      claim: "/skill and /skills show the skills and their states",
      source: `${document}, "Creating a Skill", step 4`,
      program: "Knows /skills only, and opens a panel there.",
    },
    {
      claim: "A number under scope: in the frontmatter does not change where a skill ranks",
      source: "A choice of this lab: the field is the program's own",
      program: "Decodes it over the scope of the path.",
    },
    {
      claim: "The tools that read and write a file are called Read and Write, the others as in this lab",
      source: `${document}, allowed-tools of its example; the others: a choice of this lab`,
    },
    {
      claim: "What a model may read and write is asked as in other harnesses here",
      source: "A choice of this lab: the document is silent",
    },
  ],
  roots: [
    { scope: "project", path: ".gen/skills", level: "project" },
    {
      scope: "project",
      path: ".gen/plugins/*/skills",
      manifest: "installed_plugins.json",
      level: "project-plugin",
    },
    {
      scope: "project",
      path: ".claude/plugins/*/skills",
      manifest: "installed_plugins.json",
      level: "project-plugin",
    },
    { scope: "project", path: ".claude/skills", level: "claude-project" },
    { scope: "home", path: ".gen/skills", level: "user" },
    { scope: "home", path: ".gen/plugins/*/skills", manifest: "installed_plugins.json", level: "user-plugin" },
    { scope: "home", path: ".claude/plugins/*/skills", manifest: "installed_plugins.json", level: "user-plugin" },
    { scope: "home", path: ".claude/skills", level: "claude-user" },
  ],
  plugins: {
    home: { scope: "home", path: ".gen/plugins" },
    registry: "installed_plugins.json",
    marketplaces: [".claude-plugin/marketplace.json"],
    manifests: [".claude-plugin/plugin.json"],
    skills: "usual",
  },
  scan: {
    depth: "recursive",
    fileName: { match: "any-case", name: "SKILL.md" },
    skipFolders: [],
    follows: { roots: false, folders: false, files: true },
    order: "folder",
    brokenRoot: "skip",
  },
  frontmatter: {
    fence: "trimmed-lines",
    dialect: {
      kind: "go-struct",
      types: {
        name: "text",
        namespace: "text",
        description: "text",
        "allowed-tools": "list",
        "argument-hint": "text",
        state: "text",
        scope: "number",
        filepath: "text",
        skilldir: "text",
        scripts: "list",
        references: "list",
        assets: "list",
      },
    },
    trim: "none",
    rulings: {
      readable: silent,
      "not-empty": namedByFolder,
      "line-length": { verdict: "reject", limit: 64 * 1024 },
      frontmatter: namedByFolder,
      "frontmatter-closed": silent,
      "frontmatter-length": silent,
      "frontmatter-complexity": silent,
      yaml: silent,
      mapping: silent,
      name: namedByFolder,
      description: loads,
    },
    warning: "{reason}",
    validator: "none",
    body: "trimmed-lines",
    keeps: ["resources", "argument-hint", "allowed-tools", "state"],
    reference: { title: `${document}, “SKILL.md Format”` },
  },
  identity: { name: "namespaced", collisions: [{ by: "name" }], order: "name" },
  states: {
    kind: "levels",
    files: [
      { scope: "project", path: ".gen/skills.json" },
      { scope: "home", path: ".gen/skills.json" },
    ],
    key: "skills",
    words: { off: "disable", on: "enable", active: "active" },
    initial: "on",
  },
  catalog: {
    delivery: { channel: "reminder", wrapper: "<system-reminder>\n{catalog}\n</system-reminder>" },
    lists: "active",
    head: "Use the Skill tool to invoke these capabilities:\n\n",
    row: [
      "- {name}: {description}{#hint} {hint}{/hint}",
      "{#resources} [{#scriptCount}{scriptCount} scripts{/scriptCount}{#bothCounts}, {/bothCounts}",
      "{#referenceCount}{referenceCount} refs{/referenceCount}]{/resources}\n",
    ].join(""),
    separator: "",
    tail: '\nInvoke with: Skill(skill="name", args="optional args")',
    empty: "",
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "Skill",
      description: "Execute a skill within the main conversation",
      schema: {
        type: "object",
        properties: {
          skill: { type: "string", description: "The skill name (e.g., 'commit', 'git:pr', 'pdf')" },
          args: { type: "string", description: "Optional arguments for the skill" },
        },
        required: ["skill"],
      },
      input: "text",
      parameters: { skill: "skill", arguments: "args" },
      lookup: "exact-or-partial",
      validation: [],
      checks: [
        { stops: "no-name", says: "skill parameter is required" },
        { stops: "unknown-skill", says: "skill not found: {asked}" },
        { stops: "skill-off", says: "skill is disabled: {name}" },
        { stops: "no-instructions", says: "skill has no instructions: {name}" },
      ],
      failure: "Error: {error}",
      success: invocation.replace("{argumentsLine}", "{#arguments}User arguments: {arguments}\n\n{/arguments}"),
      content: "fresh-body",
      shows: {
        call: "⚡Skill({asked})",
        success: [
          "Loaded: {name}{#countable} [",
          "{#scriptCount}{scriptCount} script{scriptPlural}{/scriptCount}{#bothCounts}, {/bothCounts}",
          "{#referenceCount}{referenceCount} ref{referencePlural}{/referenceCount}]{/countable}",
        ].join(""),
        failure: "{capitalized}",
      },
    },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: true,
      multiline: true,
      lowersName: true,
      arguments: "trimmed-rest",
      content: "fresh-body",
      outlivesFile: true,
      message: `{#content}${invocation.replace("{argumentsLine}", "")}\n\n{/content}/{name}{#arguments} {arguments}{/arguments}`,
      shows: "/{name}{#arguments} {arguments}{/arguments}",
    },
  },
  substitution: { kind: "none" },
  commands: {
    split: "first-at-space",
    anyCase: "first",
    rules: ["/skills", "/skill"].map((word) => ({
      words: [word, "<rest>"],
      ...(word === "/skills" && { detail: "Show the skills and their states" }),
      does: {
        kind: "list",
        heading: "Skills",
        none: "No skills available",
        row: "{mark} {name}  {description}",
        nameWidth: "longest",
        marks: { off: "○", on: "◐", active: "●" },
      },
    })),
    others: [
      ...["/model", "/clear", "/fork", "/resume", "/help", "/glob", "/tools", "/agents", "/tokenlimit", "/compact"],
      ...["/init", "/memory", "/mcp", "/plugin", "/reload-plugins", "/think", "/loop", "/search", "/identity", "/exit"],
    ],
    unknown: "Unknown command: /{lowered}\nType /help for available commands.",
  },
  guard: [
    {
      area: { kind: "found-skills" },
      permissions: { read: "granted", write: "pending", edit: "pending" },
      reason: "a skill's folder: reading is free, a change needs your word",
    },
    ...guardedWorkingFolder,
  ],
  readTools: { ...standardReadTools, read: "Read" },
  writeTools: writeToolsNamed("Write", "edit_file"),
  shellTool: gencodeShell,
  reload: ["start"],
};
