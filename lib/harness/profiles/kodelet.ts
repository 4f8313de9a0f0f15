import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { kodeletShell } from "./shell-tools.ts";
import { guardedWorkingFolder, writeToolsNamed } from "./standard-access.ts";
import { fillsNothing, tellsReason } from "./usual-parts.ts";

const silent: Ruling = { verdict: "reject" };

const description = `When users ask you to perform tasks, check if any of the available skills below can help complete the task more effectively. Skills provide specialized capabilities and domain knowledge.

# Usage
- Use this tool with the skill name only
- Examples:
  - "pdf" - invoke the pdf skill
  - "xlsx" - invoke the xlsx skill

## Important
- When a skill is relevant, you must invoke this tool IMMEDIATELY as your first action
- NEVER just announce or mention a skill in your text response without actually calling this tool
- This is a BLOCKING REQUIREMENT: invoke the relevant Skill tool BEFORE generating any other response about the task
- Only use skills listed in "Available Skills" below
- Do not invoke a skill that is already running
- Each skill has a directory containing supporting files (references, examples, scripts, templates) that you can read using file_read or glob_tool
- Do NOT modify any files in the skill directory - treat skill contents as read-only
- If you need to modify a script from the skill directory, copy it to the working directory first using file_write, then use file_edit to update it
- For Python scripts, use uv for managing dependencies - do NOT install packages using system pip

## Available Skills

`;

/** Kodelet as its decision record describes it, and as its program does where that is silent. */
export const kodelet: Profile = {
  id: "kodelet",
  label: "Kodelet",
  roots: [
    { scope: "project", path: ".kodelet/skills", printsRelative: true },
    { scope: "home", path: ".kodelet/skills" },
  ],
  scan: {
    depth: "one-level",
    fileName: { match: "exact", names: ["SKILL.md"] },
    skipFolders: [],
    follows: { roots: true, folders: false, files: true },
    order: "folder",
    brokenRoot: "feature-off",
  },
  frontmatter: {
    fence: "meta-dashes",
    dialect: { kind: "go-untyped" },
    trim: "none",
    rulings: {
      readable: silent,
      encoding: { ...silent, only: "frontmatter" },
      "not-empty": silent,
      frontmatter: silent,
      "frontmatter-closed": silent,
      "frontmatter-length": silent,
      "frontmatter-complexity": silent,
      yaml: silent,
      mapping: silent,
      name: silent,
      description: silent,
    },
    ...tellsReason,
    body: "as-written",
    keeps: ["body"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name" }], order: "name" },
  states: {
    kind: "allow-list",
    files: [
      { scope: "project", path: "kodelet-config.yaml" },
      { scope: "home", path: ".kodelet/config.yaml" },
    ],
    section: "skills",
    launchSwitch: "--no-skills",
  },
  catalog: {
    delivery: { channel: "tool" },
    lists: "on",
    head: description,
    row: "### {name}\n- **Description**: {description}\n- **Directory**: `{directory}`\n\n",
    separator: "",
    tail: "",
    empty: `${description}Skills are currently not available.\n`,
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "skill",
      schema: {
        type: "object",
        properties: { skill_name: { type: "string", description: "The name of the skill to invoke" } },
        required: ["skill_name"],
        additionalProperties: false,
      },
      input: "go-json",
      parameters: { skill: "skill_name" },
      lookup: "exact",
      validation: [
        { stops: "bad-input", says: "invalid input: {detail}" },
        { stops: "no-name", says: "skill_name is required" },
        { stops: "feature-off", says: "skills are disabled" },
        { stops: "unknown-skill", says: "unknown skill '{asked}'. Available skills: {names}" },
      ],
      checks: [
        { stops: "bad-input", says: "{detail}" },
        { stops: "unknown-skill", says: "skill '{asked}' not found" },
        { stops: "already-active", says: "skill '{asked}' is already active" },
      ],
      failure: "<error>\n{error}\n</error>\n<result>\n(No output)\n</result>\n",
      success:
        "<result>\n# Skill: {name}\n\nThe skill directory is located at: {directory}\n\n## Instructions\n\n{content}\n</result>\n",
      content: "kept-body",
      shows: { call: "skill {asked}", success: "Skill {name} loaded", failure: "Error: {error}" },
    },
    byUser: { kind: "none" },
  },
  ...fillsNothing,
  guard: [
    {
      area: { kind: "found-skills" },
      permissions: { read: "granted", write: "denied", edit: "denied" },
      reason: "a skill's folder, which is read-only: copy the file to the working folder first",
    },
    ...guardedWorkingFolder,
  ],
  readTools: { read: "file_read", list: "glob_tool", search: "grep_tool" },
  writeTools: writeToolsNamed("file_write", "file_edit"),
  shellTool: kodeletShell,
  reload: ["start"],
};
