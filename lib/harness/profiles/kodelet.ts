import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { kodeletShell } from "./shell-tools.ts";
import { guardedWorkingFolder, writeToolsNamed } from "./standard-access.ts";

const document = 'Kodelet ADR 020 "Agentic Skills"';
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
export const kodelet: Profile<RuleCode> = {
  id: "kodelet",
  label: "Kodelet",
  evidence: [
    {
      claim: "The tools are called file_read, glob_tool, grep_tool, file_write and file_edit",
      source: `${document}, the text of the tool's description; grep_tool: the program`,
      program: "Has parameters of its own; here each takes what the lab's own tool takes.",
    },
    {
      claim: "Two roots: .kodelet/skills of the working folder, then of the home folder, one level deep",
      source: `${document}, "Discovery Locations"`,
      rules: ["root", "depth", "file-name"],
    },
    {
      claim: "The first skill of a frontmatter name wins; an invalid copy lets a later one in",
      source: `${document}, discovery.go`,
      rules: ["name-taken"],
    },
    {
      claim: "Linked skill folders are passed over",
      source: `${document}, discovery.go (entry.IsDir)`,
      program: "A later version follows links.",
      rules: ["link"],
    },
    {
      claim: "A root that is a file turns the whole feature off",
      source: `${document}, discovery.go (an error of ReadDir other than not-exist)`,
      program: "A later version passes over that root.",
      rules: ["root-folder"],
    },
    {
      claim: "name and description must be YAML texts that are not empty; anything else is skipped without a word",
      source: `${document}, "SKILL.md Format" and loadSkill`,
      program: "goldmark-meta with YAML 1.1: yes, on, 1.0 and null are no texts.",
      rules: ["readable", "not-empty", "frontmatter", "yaml", "mapping", "name", "description"],
    },
    {
      claim: "The body keeps the blank line after the frontmatter",
      source: `${document}, extractBodyContent`,
      program: "A later version removes it.",
    },
    {
      claim:
        "One tool, skill(skill_name), whose description lists the skills; each may be called once in a conversation",
      source: `${document}, "Skill Tool"`,
      rules: ["catalog", "by-model"],
    },
    {
      claim: "The names of an unknown skill's error are in byte order",
      source: "Kodelet program, skill tool",
      program: "Sorts them; the document's code does not.",
    },
    {
      claim: "skills.enabled and skills.allowed of the configuration, and --no-skills, decide which skills there are",
      source: `${document}, "Configuration"`,
      program:
        "A section without enabled turns the feature off, though the document's comment gives true as its default.",
      rules: ["feature", "state"],
    },
    {
      claim: "The project's configuration is laid over the one of the home folder, key by key",
      source: "Kodelet program, configuration (viper)",
      rules: ["feature", "state"],
    },
    {
      claim: "A model may not change files in a skill's folder",
      source: `${document}, the tool's description`,
      program: "Asks the model for it and does not enforce it; here it is denied.",
    },
    {
      claim: "A person cannot invoke a skill by name",
      source: `${document}, Conclusion: skills are model-invoked`,
      rules: ["by-person"],
    },
    {
      claim: "A block that is never closed is read to the end of the file",
      source: "Kodelet program, goldmark-meta",
      program: "The document's parser is the same; any line of dashes opens and closes.",
      rules: ["frontmatter-closed"],
    },
  ],
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
    warning: "{reason}",
    validator: "none",
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
  substitution: { kind: "none" },
  commands: { rules: [], others: [] },
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
