import { standardShell } from "#lib/harness/profiles/shell-tools.ts";
import { guardedWorkingFolder, standardReadTools, standardWriteTools } from "#lib/harness/profiles/standard-access.ts";
import { everyFolder, fieldlessPassedOver } from "#lib/harness/profiles/usual-parts.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillsNothing, tellsReason } from "../usual-parts.ts";

const passedOver: Ruling = { verdict: "reject" };

/** Goose, by its source of 2026. It was not run. */
export const goose: Profile = {
  id: "goose",
  label: "Goose",
  undocumented: ["plugins", "by-person", "sent", "commands", "tools"],
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "project", path: ".goose/skills" },
    { scope: "project", path: ".claude/skills" },
    { scope: "home", path: ".agents/skills" },
    { scope: "home", path: ".config/goose/skills" },
    { scope: "home", path: ".claude/skills" },
    { scope: "home", path: ".config/agents/skills" },
  ],
  scan: {
    ...everyFolder,
    skipFolders: [".git", ".hg", ".svn"],
  },
  frontmatter: {
    fence: "between-dashes",
    dialect: { kind: "mended", mustBeText: [], quotes: "nothing", scalars: "typed" },
    trim: "none",
    rulings: {
      ...fieldlessPassedOver,
      encoding: passedOver,
      "field-types": { verdict: "reject", types: { name: ["text", "null"], description: ["text"] } },
      name: passedOver,
      description: { verdict: "load", fallback: "empty" },
      "name-pattern": { verdict: "reject", pattern: "[^/]+", takes: "all characters but a slash" },
    },
    ...tellsReason,
    body: "trimmed",
    keeps: [],
    knows: ["metadata"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name" }], order: "found" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: "You have these skills at your disposal, when it is clear they can help you solve a problem or you are asked to use them:\n",
    row: "• {name} - {description}",
    separator: "\n",
    tail: "",
    empty: "",
    sorted: true,
  },
  activation: {
    byModel: {
      kind: "tool",
      name: "load_skill",
      description: [
        "Load a skill's full content into your context so you can follow its instructions.",
        "Skills are listed in your system instructions. When you need to use one, load it first to get the detailed instructions.",
        [
          "Examples:",
          '- load_skill(name: "gdrive") → Loads the gdrive skill instructions',
          '- load_skill(name: "my-skill", args: "the arguments for the skill") → Loads a skill with arguments',
          '- load_skill(name: "my-skill/template.md") → Loads a supporting file',
        ].join("\n"),
      ].join("\n\n"),
      schema: {
        type: "object",
        required: ["name"],
        properties: {
          name: {
            type: "string",
            description: 'Name of the skill to load. Use "skill-name/path" to load a supporting file.',
          },
          args: { type: "string", description: "Optional arguments to provide when loading the skill." },
        },
      },
      input: "text",
      parameters: { skill: "name", arguments: "args" },
      lookup: "exact",
      validation: [],
      checks: [
        { stops: "no-name", says: "Missing required parameter: name" },
        {
          stops: "unknown-skill",
          says: "Skill '{asked}' not found.{#similar} Did you mean: {similar}?{/similar}",
        },
      ],
      failure: "{error}",
      success: [
        "# Loaded Skill: {name} (skill)",
        "",
        "{description}",
        "",
        "## Content",
        "",
        "{content}{#arguments}\n\nARGUMENTS: {arguments}{/arguments}",
        "{#related}",
        "## Supporting Files",
        "",
        "Skill directory: {directory}",
        "",
        "Relative paths in this skill resolve from the skill directory. The shell tool runs in the session working directory, so use the resolved path below or `cd` into the skill directory before running supporting scripts.",
        "",
        '{#files}- {relative} → {path} (load_skill(name: "{name}/{relative}"))\n{/files}{/related}',
      ].join("\n"),
      content: "fresh-body",
      keepsPlaceholders: true,
      shows: { call: "load_skill {asked}", success: "{name}", failure: "{error}" },
    },
    byUser: { kind: "none" },
  },
  ...fillsNothing,
  guard: guardedWorkingFolder,
  readTools: standardReadTools,
  writeTools: standardWriteTools,
  shellTool: standardShell,
  reload: ["start", "message"],
};
