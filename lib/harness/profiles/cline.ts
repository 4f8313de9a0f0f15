import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { standardShell } from "./shell-tools.ts";
import { guardedWorkingFolder, writeToolsNamed } from "./standard-access.ts";
import { oneLevel, slashed, tellsReason } from "./usual-parts.ts";

const passedOver: Ruling = { verdict: "reject" };
const loads: Ruling = { verdict: "load", fallback: "folder" };
const empty: Ruling = { verdict: "load", fallback: "empty" };

/** The description of its tool, which ends with the names of the skills. */
const description = [
  "Execute a skill within the main conversation. When users ask you to perform tasks, check if any available skills match. When users reference a slash command, invoke it with this tool.",
  'Input: `skill` (required) and optional `args`. Example: `skill: "pdf"`, `skill: "commit", args: "-m \\"Fix bug\\""`, `skill: "review-pr", args: "123"`, `skill: "ms-office-suite:pdf"`.',
  "When a skill matches the user's request, invoking this tool is a blocking requirement before any other response. Never mention a skill without invoking this tool.",
].join(" ");

/** Cline CLI 3.0.65, by the behaviour of the program and its source. */
export const cline: Profile = {
  id: "cline",
  label: "Cline",
  roots: [
    { scope: "home", path: ".agents/skills", takesInstalls: false },
    { scope: "home", path: ".cline/skills" },
    { scope: "project", at: "git-root", path: ".agents/skills", takesInstalls: false },
    { scope: "project", at: "git-root", path: ".cline/skills" },
    { scope: "project", at: "git-root", path: ".clinerules/skills", takesInstalls: false },
  ],
  scan: {
    ...oneLevel,
    takesRoot: true,
    order: "folder-down",
  },
  frontmatter: {
    fence: "lines-and-rest",
    ignoresMark: true,
    dialect: { kind: "javascript", reader: "yaml" },
    trim: "javascript",
    rulings: {
      readable: passedOver,
      "not-empty": passedOver,
      body: passedOver,
      frontmatter: loads,
      "frontmatter-closed": loads,
      "frontmatter-length": passedOver,
      "frontmatter-complexity": passedOver,
      yaml: passedOver,
      mapping: loads,
      "field-types": {
        verdict: "reject",
        types: {
          name: ["text", "null"],
          description: ["text", "null"],
          disabled: ["bool", "null"],
          enabled: ["bool", "null"],
        },
      },
      name: loads,
      description: empty,
      "name-text": loads,
      "description-text": empty,
    },
    ...tellsReason,
    body: "trimmed",
    keeps: ["body", "disabled"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name", anyCase: true }], order: "replacing" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "tool" },
    lists: "on",
    head: `${description} Available skills: `,
    row: "{colons:name}",
    separator: ", ",
    tail: ".",
    empty: "",
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "skills",
      schema: {
        type: "object",
        properties: {
          skill: { type: "string", minLength: 1, description: "Name of the skill to execute." },
          args: {
            description: "Arguments for the skill; use null when omitted",
            anyOf: [{ type: "string" }, { type: "null" }],
          },
        },
        required: ["skill"],
        additionalProperties: false,
      },
      input: "text",
      parameters: { skill: "skill", arguments: "args" },
      lookup: "any-case-or-partial",
      validation: [],
      checks: [
        {
          stops: "no-name",
          says: '{"error":"✖ Too small: expected string to have >=1 characters\\n  → at skill"}',
        },
        { stops: "bare-name", says: "Missing skill name." },
        { stops: "ambiguous", says: 'Skill "{asked}" is ambiguous. Use one of: {alike}' },
        {
          stops: "unknown-skill",
          says: '{#collated}Skill "{asked}" not found. Available skills: {collated}{/collated}{^collated}No skills are currently available.{/collated}',
        },
        { stops: "not-for-model", says: 'Skill "{name}" is configured but disabled.' },
      ],
      failure: "{error}",
      success: [
        "<command-name>{name}</command-name>{#arguments}\n<command-args>{arguments}</command-args>{/arguments}",
        "<command-instructions>",
        "{#description}Description: {description}\n\n{/description}{content}",
        "</command-instructions>",
      ].join("\n"),
      longest: { characters: 8000, mark: "\n\n...[truncated {count} chars]...\n\n" },
      content: "kept-body",
      keepsPlaceholders: true,
      trimsArguments: true,
      shows: { call: "[skills] {asked}", success: "[skills] {name}", failure: "{error}" },
    },
    byUser: { kind: "none" },
  },
  substitution: { kind: "none" },
  commands: {
    rules: [],
    others: slashed("account clear compact config fork help history mcp model plugins quit settings skills theme undo"),
  },
  guard: guardedWorkingFolder,
  readTools: { read: "read_files", list: "list_files", search: "search_codebase" },
  writeTools: writeToolsNamed("editor", "apply_patch"),
  shellTool: standardShell,
  reload: ["start", "message"],
};
