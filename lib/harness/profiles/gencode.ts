import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { gencodeShell } from "./shell-tools.ts";
import { guardedWorkingFolder, standardReadTools, writeToolsNamed } from "./standard-access.ts";
import { slashed, tellsReason } from "./usual-parts.ts";

const document = "GenCode documentation, skill system";
const silent: Ruling = { verdict: "reject" };
const loads: Ruling = { verdict: "load", fallback: "empty" };
const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** The text of a skill before its arguments, as the model gets it from the tool or from a person's slash command. */
const invocation = [
  '<skill-invocation name="{name}">\n',
  "{argumentsLine}",
  "{#scriptCount}Available scripts (use Bash to execute):\n{#scripts}  - {path}\n{/scripts}\n{/scriptCount}",
  "{#referenceCount}Reference files (use Read when needed):\n{#references}  - {path}\n{/references}\n{/referenceCount}",
  "{content}\n</skill-invocation>",
].join("");

/** GenCode (now San) as its documentation describes its skill system, and as its program does where that is silent. */
export const genCode: Profile = {
  id: "gencode",
  label: "GenCode",
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
      encoding: { ...silent, only: "frontmatter" },
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
    ...tellsReason,
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
    others: slashed(
      "model clear fork resume help glob tools agents tokenlimit compact init memory mcp plugin reload-plugins think loop search identity exit",
    ),
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
