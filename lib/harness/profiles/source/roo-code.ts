import { guardedWorkingFolder, writeToolsNamed } from "#lib/harness/profiles/standard-access.ts";
import { fieldlessPassedOver, listInTags, oneLevel } from "#lib/harness/profiles/usual-parts.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillsNothing, tellsReason } from "../usual-parts.ts";
import { rooCodeShell } from "./shells.ts";

const passedOver: Ruling = { verdict: "reject" };

/** Roo Code 3.52.1 in the mode `code`, by its source. It was not run. */
export const rooCode: Profile = {
  id: "roo-code",
  label: "Roo Code",
  roots: [
    { scope: "project", path: ".roo/skills", level: "project" },
    { scope: "project", path: ".agents/skills", level: "project" },
    { scope: "home", path: ".roo/skills", level: "global" },
    { scope: "home", path: ".agents/skills", level: "global" },
  ],
  scan: {
    ...oneLevel,
    printsRealRoots: true,
  },
  frontmatter: {
    fence: "after-dashes",
    ignoresMark: true,
    dialect: { kind: "javascript", reader: "js-yaml" },
    trim: "javascript",
    rulings: {
      ...fieldlessPassedOver,
      name: passedOver,
      description: passedOver,
      "name-pattern": {
        verdict: "reject",
        pattern: "(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*",
        takes: "up to 64 lower-case letters, digits and single hyphens between them",
      },
      "folder-name": { verdict: "reject" },
      "description-length": { verdict: "reject", limit: 1024 },
    },
    ...tellsReason,
    body: "trimmed",
    keeps: [],
    knows: ["mode", "modeSlugs"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name" }], order: "replacing" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: "====\n\nAVAILABLE SKILLS\n\n<available_skills>\n",
    ...listInTags("apos:"),
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "skill",
      description:
        "Load and execute a skill by name. Skills provide specialized instructions for common tasks like creating MCP servers or custom modes.\n\nUse this tool when you need to follow specific procedures documented in a skill. Available skills are listed in the AVAILABLE SKILLS section of the system prompt.",
      schema: {
        type: "object",
        properties: {
          skill: {
            type: "string",
            description:
              "Name of the skill to load (e.g., create-mcp-server, create-mode). Must match a skill name from the available skills list.",
          },
          args: { type: ["string", "null"], description: "Optional context or arguments to pass to the skill" },
        },
        required: ["skill", "args"],
        additionalProperties: false,
      },
      input: "text",
      parameters: { skill: "skill", arguments: "args" },
      lookup: "exact",
      validation: [],
      checks: [
        {
          stops: "unknown-skill",
          says: "Skill '{asked}' not found. Available skills: {#listed}{listed}{/listed}{^listed}(none){/listed}",
        },
      ],
      failure: '{"status":"error","message":"The tool execution failed","error":"{error}"}',
      success:
        "Skill: {name}\nDescription: {description}{#arguments}\nProvided arguments: {arguments}{/arguments}\nSource: {level}\n\n--- Skill Instructions ---\n\n{content}",
      content: "fresh-body",
      keepsPlaceholders: true,
      shows: { call: "skill {asked}", success: "{name}: {description}", failure: "{error}" },
    },
    byUser: {
      kind: "mention",
      sigil: "/",
      nameCharacter: "[a-zA-Z0-9_.-]",
      wholeWords: true,
      ignored: [],
      content: "fresh-body",
      message: "Skill: {name}\nDescription: {description}\nSource: {level}\n\n--- Skill Instructions ---\n\n{content}",
    },
  },
  ...fillsNothing,
  guard: guardedWorkingFolder,
  readTools: { read: "read_file", list: "list_files", search: "search_files" },
  writeTools: writeToolsNamed("write_to_file", "search_replace"),
  shellTool: rooCodeShell,
  reload: ["start", "message"],
};
