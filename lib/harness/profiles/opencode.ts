import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { EndlessAnswer } from "#lib/harness/vocabulary/activation.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { addedBy, permissionsIn, startupOf } from "./opencode-settings.ts";
import { openCodeShell } from "./shell-tools.ts";
import { guardedWorkingFolder, openSkills, writeToolsNamed } from "./standard-access.ts";
import { everyFolder, fieldlessPassedOver, listInTags, newChat, slashed, tellsReason } from "./usual-parts.ts";

const passedOver: Ruling = { verdict: "reject" };
const empty: Ruling = { verdict: "load", fallback: "empty" };

const plain = { tellsDescribed: "by-key" } as const;
const upward = { ...plain, scope: "project", alsoIn: ["above-to-top"], topFirst: true } as const;
const ofOthers = { scan: everyFolder, takesInstalls: false } as const;

/** The skill's folder, stated after its text. */
const base =
  "Base directory for this skill: {directory}\nRelative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.";

/** What OpenCode or a fork of it does to long answers of tools. Each file has a name of chance. */
export function longestOf(name: string): EndlessAnswer {
  return {
    lines: 2000,
    bytes: 51_200,
    mark: [
      "\n",
      "...{count} {unit} truncated...",
      "",
      `The tool call succeeded but the output was truncated. Full output saved to: {home}/.local/share/${name}/tool-output/tool_<id>`,
      "Use the Task tool to have explore agent process this file with Grep and Read (with offset/limit). Do NOT read the full file yourself - delegate to save context.",
    ].join("\n"),
  };
}

/** OpenCode 1.18.33, by the behaviour of the program and its source. */
export const openCode: Profile = {
  id: "opencode",
  label: "OpenCode",
  roots: [
    { ...plain, scope: "home", path: ".opencode/skills", takesInstalls: false },
    { ...plain, scope: "home", path: ".opencode/skill", takesInstalls: false },
    { ...upward, path: ".opencode/skills" },
    { ...upward, path: ".opencode/skill" },
    { ...plain, scope: "home", path: ".config/opencode/skills" },
    { ...plain, scope: "home", path: ".config/opencode/skill" },
    { ...upward, ...ofOthers, path: ".agents/skills" },
    { ...upward, ...ofOthers, path: ".claude/skills" },
    { ...plain, ...ofOthers, scope: "home", path: ".agents/skills" },
    { ...plain, ...ofOthers, scope: "home", path: ".claude/skills" },
  ],
  addedRoots: addedBy("opencode"),
  scan: { ...everyFolder, skipHidden: true },
  frontmatter: {
    fence: "dashes-or-end",
    dialect: { kind: "javascript", reader: "js-yaml-3", orElse: "colons-in-blocks" },
    trim: "none",
    rulings: {
      ...fieldlessPassedOver,
      "field-types": { verdict: "reject", types: { name: ["text"], description: ["text"] } },
      name: passedOver,
      description: empty,
      "name-text": empty,
      "description-text": empty,
    },
    ...tellsReason,
    body: "as-written",
    keeps: ["body"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name" }], order: "dictionary" },
  states: { kind: "none" },
  startup: startupOf("opencode"),
  catalog: {
    delivery: { channel: "system", before: "\n" },
    lists: "on",
    head: [
      "Skills provide specialized instructions and workflows for specific tasks.",
      "Use the skill tool to load a skill when a task matches its description.",
      "<available_skills>\n",
    ].join("\n"),
    ...listInTags("", "decimal:"),
    own: [{ name: "customize-opencode", columns: 386 }],
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "skill",
      // Only the first sentence; the rest is the maker's text.
      description:
        "Load a specialized skill when the task at hand matches one of the skills listed in the system prompt.",
      longer: { length: 399, sha256: "226f63ce9fd51e51431205c90ef98e53a20ba5af690fdad241eba416db49c339" },
      schema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { name: { type: "string", description: "The name of the skill from available_skills" } },
        required: ["name"],
      },
      input: "text",
      parameters: { skill: "name" },
      lookup: "exact",
      validation: [],
      checks: [{ stops: "unknown-skill", says: 'Skill "{asked}" not found. Available skills: {withown}' }],
      permissions: permissionsIn("opencode"),
      failure: "{error}",
      success: [
        '<skill_content name="{name}">',
        "# Skill: {name}",
        "",
        "{content}",
        "",
        base,
        "Note: file list is sampled.",
        "",
        "<skill_files>{#searched}\n<file>{path}</file>{/searched}{^searched}\n{/searched}",
        "</skill_files>",
        "</skill_content>",
      ].join("\n"),
      content: "trimmed-kept-body",
      longest: longestOf("opencode"),
      keepsPlaceholders: true,
      shows: { call: 'Skill "{asked}"', success: "Loaded skill: {name}", failure: "{error}" },
    },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: false,
      multiline: true,
      arguments: "rest",
      content: "kept-body",
      message: `{content}\n\n${base.replace("reference/", "references/")}`,
      fillsMessage: true,
    },
  },
  substitution: { kind: "numbered-words", appended: "\n\n{arguments}" },
  commands: {
    rules: [newChat("/new", "New session"), newChat("/clear", "New session")],
    others: slashed(
      "agents compact connect copy editor exit export fork help init mcps models quit redo rename review sessions share skills status summarize theme themes thinking timeline timestamps undo unshare",
    ),
  },
  guard: [openSkills, ...guardedWorkingFolder],
  readTools: { read: "read", list: "glob", search: "grep" },
  writeTools: writeToolsNamed("write", "edit"),
  shellTool: openCodeShell,
  reload: ["start"],
};
