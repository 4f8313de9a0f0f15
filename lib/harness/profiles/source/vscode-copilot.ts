import { standardShell } from "#lib/harness/profiles/shell-tools.ts";
import { guardedWorkingFolder, writeToolsNamed } from "#lib/harness/profiles/standard-access.ts";
import { oneLevel } from "#lib/harness/profiles/usual-parts.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillsNothing, tellsReason } from "../usual-parts.ts";

const namedByFolder: Ruling = { verdict: "load", fallback: "folder" };

/** VS Code's Copilot, by its source of 2026. It was not run. */
export const vscodeCopilot: Profile = {
  id: "vscode-copilot",
  label: "VS Code Copilot",
  undocumented: ["plugins", "sent", "commands", "tools"],
  roots: [
    { scope: "project", path: ".github/skills" },
    { scope: "project", path: ".agents/skills" },
    { scope: "project", path: ".claude/skills" },
    { scope: "home", path: ".copilot/skills" },
    { scope: "home", path: ".agents/skills" },
    { scope: "home", path: ".claude/skills" },
  ],
  scan: {
    ...oneLevel,
    fileName: { match: "any-case", name: "SKILL.md" },
  },
  frontmatter: {
    fence: "trimmed-lines",
    dialect: { kind: "javascript", reader: "yaml" },
    trim: "none",
    rulings: {
      readable: { verdict: "reject" },
      "not-empty": namedByFolder,
      frontmatter: namedByFolder,
      "frontmatter-closed": namedByFolder,
      "frontmatter-length": namedByFolder,
      "frontmatter-complexity": namedByFolder,
      yaml: namedByFolder,
      mapping: namedByFolder,
      name: namedByFolder,
      description: { verdict: "load", fallback: "empty" },
    },
    ...tellsReason,
    body: "as-written",
    keeps: ["hiding-from-model"],
    knows: ["user-invocable", "argument-hint"],
  },
  identity: { name: "folder", collisions: [{ by: "name" }], order: "found" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: [
      "<skills>",
      "Here is a list of skills that contain domain specific knowledge on a variety of topics.",
      "Each skill comes with a description of the topic and a file path that contains the detailed instructions.",
      "When a user asks you to perform a task that falls within the domain of a skill, use the 'read_file' tool to acquire the full instructions from the file URI.\n",
    ].join("\n"),
    row: "<skill>\n<name>{name}</name>\n{#summary}<description>{summary}</description>\n{/summary}<file>{location}</file>\n</skill>",
    separator: "\n",
    tail: "\n</skills>",
    empty: "",
    summary: { text: "{description}", limit: 1024, ending: "", counts: "utf-16" },
  },
  activation: {
    byModel: { kind: "read-file" },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: true,
      multiline: true,
      arguments: "trimmed-after-space",
      content: "fresh-body",
      message: "",
    },
  },
  ...fillsNothing,
  guard: guardedWorkingFolder,
  readTools: { read: "read_file", list: "list_dir", search: "grep_search" },
  writeTools: writeToolsNamed("create_file", "replace_string_in_file"),
  shellTool: standardShell,
  reload: ["start", "message"],
};
