import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { CommandRule } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { keenShell } from "./shell-tools.ts";
import { guardedWorkingFolder, standardReadTools, standardWriteTools } from "./standard-access.ts";
import { oneLevel, reload, tooMuchPassedOver } from "./usual-parts.ts";

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });

const list: CommandRule["does"] = {
  kind: "list",
  heading: "Available Skills:",
  none: "No skills found.",
  row: "{name}  {mark}  - {description}",
  nameWidth: "longest",
  marks: { on: "✓ enabled", off: "✗ disabled", active: "✓ enabled" },
};

/** Keen Code as its shipped documentation describes it, and as its program does where that is silent. */
export const keen: Profile = {
  id: "keen",
  label: "Keen Code",
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "project", path: ".keen/skills" },
    { scope: "home", path: ".agents/skills" },
    { scope: "home", path: ".keen/skills" },
    { scope: "home", path: ".keen/skills/bundled", isBundled: true },
  ],
  scan: {
    ...oneLevel,
    order: "path",
  },
  frontmatter: {
    fence: "trimmed-lines",
    dialect: { kind: "go-struct", types: { name: "text", description: "text" } },
    trim: "go",
    rulings: {
      readable: rejected("{detail}"),
      encoding: { ...rejected("parse frontmatter: {detail}"), only: "frontmatter" },
      "not-empty": rejected("empty SKILL.md"),
      frontmatter: rejected("missing YAML frontmatter"),
      "frontmatter-closed": rejected("missing closing frontmatter delimiter"),
      ...tooMuchPassedOver,
      yaml: rejected("parse frontmatter: {detail}"),
      mapping: rejected("parse frontmatter: {detail}"),
      name: rejected("missing required frontmatter field: name"),
      description: rejected("missing required frontmatter field: description"),
    },
    warning: "Skill {folder} failed to load: {reason}",
    validator: "none",
    body: "as-written",
    keeps: [],
  },
  identity: {
    name: "frontmatter",
    collisions: [
      { by: "folder" },
      { by: "name", warning: "Skill {folder} skipped: name {quoted} already used by {first}" },
    ],
    order: "name",
  },
  states: { kind: "switches", file: { scope: "home", path: ".keen/skills/config.json" }, key: "is_enabled" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: `## Available Skills

You have access to specialized skills. To activate a skill, use the read_file tool
to read the skill's SKILL.md file at one of these paths, then follow the instructions
within. Resolve relative paths in skill instructions against the skill directory
containing SKILL.md:
`,
    row: "- {name}: {description} → {location}",
    separator: "\n",
    tail:
      "\nIMPORTANT: If any user message in this conversation begins with `[Activate skill: <name>]`, the SKILL.md body " +
      "for that skill has already been provided inline in that message — do not call read_file on its path.",
    empty: "",
  },
  activation: {
    byModel: { kind: "read-file" },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: false,
      multiline: false,
      arguments: "fields",
      content: "file",
      message: "[Activate skill: {name}]\n\n{content}",
    },
  },
  substitution: { kind: "placeholders", pattern: String.raw`\$ARGUMENTS\b|\$([1-9])\b`, base: 1 },
  commands: {
    rules: [
      { words: ["/skills"], does: list },
      { words: ["/skills", "list"], detail: "List the skills and their states", does: list },
      reload(["/skills", "reload"], "✓ Skills reloaded"),
      {
        words: ["/skills", "<name>", "enable"],
        detail: "Put the skill into the catalog",
        does: {
          kind: "set-state",
          state: "on",
          output: '✓ Skill "{name}" enabled',
          unknown: "Skill not found: {name}",
        },
      },
      {
        words: ["/skills", "<name>", "disable"],
        detail: "Leave the skill out of the catalog",
        does: {
          kind: "set-state",
          state: "off",
          output: '✓ Skill "{name}" disabled',
          unknown: "Skill not found: {name}",
        },
      },
      {
        words: ["/skills", "<rest>"],
        does: { kind: "print", output: "Usage: /skills list | /skills reload | /skills <name> enable|disable" },
      },
    ],
    others: [],
  },
  guard: [
    {
      area: {
        kind: "folders",
        folders: [
          { scope: "home", path: ".agents/skills" },
          { scope: "home", path: ".keen/skills" },
        ],
      },
      permissions: { read: "granted", write: "pending", edit: "pending" },
      reason: "a skills folder: reading is free, a change needs your word",
    },
    {
      // The program compares plain text: `/etcetera` is denied like `/etc`.
      area: {
        kind: "prefixes",
        prefixes: [
          "{home}/.",
          ...["/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64", "/proc", "/sys", "/dev", "/root"],
        ],
      },
      permissions: { read: "denied", write: "denied", edit: "denied" },
      reason: "a hidden folder of the home folder, or the system's",
    },
    ...guardedWorkingFolder,
  ],
  readTools: standardReadTools,
  writeTools: standardWriteTools,
  shellTool: keenShell,
  reload: ["start", "command"],
};
