import { guardedWorkingFolder, writeToolsNamed } from "#lib/harness/profiles/standard-access.ts";
import { fieldlessPassedOver, newChat, oneLevel, slashed } from "#lib/harness/profiles/usual-parts.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { tellsReason } from "../usual-parts.ts";
import { kimiCliShell } from "./shells.ts";

const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };
const ofProject = { scope: "project", level: "Project", at: "git-root" } as const;
const ofUser = { scope: "home", level: "User" } as const;

/** Kimi CLI 1.49.0, by its source. It was not run. */
export const kimiCli: Profile = {
  id: "kimi-cli",
  label: "Kimi CLI",
  roots: [
    { ...ofProject, path: ".kimi/skills" },
    { ...ofProject, path: ".claude/skills" },
    { ...ofProject, path: ".codex/skills" },
    { ...ofProject, path: ".agents/skills" },
    { ...ofUser, path: ".kimi/skills" },
    { ...ofUser, path: ".claude/skills" },
    { ...ofUser, path: ".codex/skills" },
    { ...ofUser, path: ".config/agents/skills" },
    { ...ofUser, path: ".agents/skills", unless: ".config/agents/skills" },
  ],
  scan: {
    ...oneLevel,
    rootFiles: ".md",
    printsRealRoots: true,
  },
  frontmatter: {
    fence: "trimmed-lines",
    dialect: { kind: "javascript", reader: "pyyaml" },
    trim: "none",
    rulings: {
      ...fieldlessPassedOver,
      encoding: { verdict: "reject" },
      "not-empty": namedByFolder,
      frontmatter: namedByFolder,
      "frontmatter-closed": namedByFolder,
      "field-types": { verdict: "reject", types: { name: ["text", "null"], description: ["text", "null"] } },
      name: namedByFolder,
      description: { verdict: "load", fallback: "first-line" },
    },
    firstLine: {
      limit: 240,
      isBare: true,
      ending: "…",
      none: { folder: "No description provided.", file: "No description provided." },
    },
    ...tellsReason,
    body: "as-written",
    keeps: [],
    knows: ["type"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name", anyCase: true }], order: "name" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: "## Available skills\n",
    row: "{#opens}\n### {opens}\n{/opens}- {name}\n  - Path: {location}\n  - Description: {description}",
    separator: "\n",
    tail: "",
    empty: "",
    sorted: { levels: ["Project", "User"] },
    own: [
      { name: "kimi-cli-help", columns: 312 },
      { name: "skill-creator", columns: 224 },
    ],
  },
  activation: {
    byModel: { kind: "read-file" },
    byUser: {
      kind: "slash",
      prefixes: ["/skill:"],
      trimsLine: true,
      multiline: true,
      arguments: "trimmed-after-space",
      content: "file",
      message: "{content}{#arguments}\n\nUser request:\n{arguments}{/arguments}",
    },
  },
  substitution: { kind: "none" },
  commands: {
    rules: [newChat("/clear", "The context has been cleared.")],
    others: slashed(
      "add-dir afk btw changelog compact editor exit export feedback fork help hooks import init mcp model new plan sessions task theme title undo upgrade version vis web yolo",
    ),
    unknown: 'Unknown slash command "/{word}".',
  },
  guard: guardedWorkingFolder,
  readTools: { read: "ReadFile", list: "Glob", search: "Grep" },
  writeTools: writeToolsNamed("WriteFile", "StrReplaceFile"),
  shellTool: kimiCliShell,
  reload: ["start"],
};
