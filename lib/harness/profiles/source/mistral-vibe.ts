import { guardedWorkingFolder, writeToolsNamed } from "#lib/harness/profiles/standard-access.ts";
import { newChat, oneLevel, reload, slashed, tooMuchPassedOver } from "#lib/harness/profiles/usual-parts.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { mistralVibeShell } from "./shells.ts";

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });
const noFrontmatter = rejected("Missing or invalid YAML frontmatter (metadata section must start and end with ---)");
/** The library's message begins with this and continues with the value. */
const invalid = rejected("1 validation error for SkillMetadata");

/** Mistral Vibe 2.18.4, by its source. It was not run. */
export const mistralVibe: Profile = {
  id: "mistral-vibe",
  label: "Mistral Vibe",
  roots: [
    { scope: "project", path: ".vibe/skills", level: "project" },
    { scope: "project", path: ".agents/skills", level: "project" },
    { scope: "home", path: ".vibe/skills", level: "global" },
    { scope: "home", path: ".agents/skills", level: "global" },
  ],
  scan: {
    ...oneLevel,
    printsRealRoots: true,
  },
  frontmatter: {
    fence: "long-dashes",
    dialect: { kind: "javascript", reader: "pyyaml" },
    trim: "none",
    rulings: {
      readable: rejected("Cannot read file: {detail}"),
      "not-empty": noFrontmatter,
      frontmatter: noFrontmatter,
      "frontmatter-closed": noFrontmatter,
      ...tooMuchPassedOver,
      yaml: rejected("Invalid YAML frontmatter: {detail}"),
      mapping: rejected("YAML frontmatter must be a mapping/dictionary"),
      "field-types": {
        ...invalid,
        types: {
          name: ["text"],
          description: ["text"],
          license: ["text", "null"],
          compatibility: ["text", "null"],
          "user-invocable": ["bool"],
        },
      },
      name: invalid,
      description: invalid,
      "name-pattern": {
        ...invalid,
        pattern: "(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*",
        takes: "up to 64 lower-case letters, digits and single hyphens between them",
      },
      "description-length": { ...invalid, limit: 1024 },
      "compatibility-length": { ...invalid, limit: 500 },
    },
    warning: "Failed to load: {reason}",
    validator: "none",
    body: "trimmed",
    keeps: ["body"],
    knows: ["license", "compatibility", "metadata", "allowed-tools", "user-invocable"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name" }], order: "found" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: [
      "# Available Skills",
      "",
      "You have access to the following skills. When a task matches a skill's description,",
      "use the `skill` tool if available to load the full skill instructions, if it is not available, read the files manually if they exist.",
      "",
      "<available_skills>\n",
    ].join("\n"),
    row: [
      "  <skill>",
      "    <name>{xml:name}</name>",
      "    <description>{xml:description}</description>",
      "    <path>{xml:location}</path>",
      "  </skill>",
    ].join("\n"),
    separator: "\n",
    tail: "\n</available_skills>",
    empty: "",
    sorted: true,
    own: [{ name: "vibe", columns: 833 }],
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "skill",
      description:
        "Load a specialized skill that provides domain-specific instructions and workflows. When you recognize that a task matches one of the available skills listed in your system prompt, use this tool to load the full skill instructions. The skill will inject detailed instructions, workflows, and access to bundled resources (scripts, references, templates) into the conversation context.",
      schema: {
        type: "object",
        properties: {
          name: { type: "string", description: "The name of the skill to load from available_skills" },
        },
        required: ["name"],
      },
      input: "text",
      parameters: { skill: "name" },
      lookup: "exact",
      validation: [],
      checks: [{ stops: "unknown-skill", says: 'Skill "{asked}" not found. Available skills: {withown}' }],
      failure: "{error}",
      success: [
        "name: {name}",
        'content: <skill_content name="{name}">',
        "# Skill: {name}",
        "",
        "{content}",
        "",
        "Base directory for this skill: {directory}",
        "Relative paths in this skill are relative to this base directory.",
        "Note: file list is sampled.",
        "",
        "<skill_files>",
        "{#sampled}<file>{relative}</file>\n{/sampled}{^sampled}\n{/sampled}</skill_files>",
        "</skill_content>",
        "skill_dir: {directory}",
      ].join("\n"),
      content: "kept-body",
      keepsPlaceholders: true,
      shows: { call: "Loading skill: {asked}", success: "Loaded skill: {name}", failure: "{error}" },
    },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: true,
      multiline: true,
      lowersName: true,
      arguments: "trimmed-after-space",
      content: "kept-body",
      message: "{#arguments}/{name} {arguments}\n\n{/arguments}{content}",
    },
  },
  substitution: { kind: "none" },
  commands: {
    rules: [newChat("/clear", "Conversation history cleared!"), reload(["/reload"], "Configuration reloaded.")],
    others: slashed(
      "compact config connectors continue copy debug exit help log loop mcp model rename resume rewind status teleport theme thinking voice",
    ),
  },
  guard: guardedWorkingFolder,
  // It lists folders by `bash`, which is a separate tool here: this lab’s name for listing stands beside it.
  readTools: { read: "read", list: "list_files", search: "grep" },
  writeTools: writeToolsNamed("write_file", "edit"),
  shellTool: mistralVibeShell,
  reload: ["start", "command"],
};
