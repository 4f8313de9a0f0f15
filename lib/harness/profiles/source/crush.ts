import { guardedWorkingFolder, writeToolsNamed } from "#lib/harness/profiles/standard-access.ts";
import { everyFolder, listInTags, tooMuchPassedOver } from "#lib/harness/profiles/usual-parts.ts";
import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { fillsNothing } from "../usual-parts.ts";
import { crushShell } from "./shells.ts";

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });
const noFrontmatter = rejected("no YAML frontmatter found");
const ofProject = { scope: "project", level: "project", alsoIn: ["git-root"] } as const;
const ofHome = { scope: "home", level: "user" } as const;

/** Crush, by its source of 21 August 2026. It was not run. */
export const crush: Profile = {
  id: "crush",
  label: "Crush",
  roots: [
    { ...ofHome, path: ".config/crush/skills" },
    { ...ofHome, path: ".config/agents/skills" },
    { ...ofHome, path: ".agents/skills" },
    { ...ofHome, path: ".claude/skills" },
    { ...ofProject, path: ".agents/skills" },
    { ...ofProject, path: ".crush/skills" },
    { ...ofProject, path: ".claude/skills" },
    { ...ofProject, path: ".cursor/skills" },
  ],
  scan: everyFolder,
  frontmatter: {
    fence: "after-blank-lines",
    ignoresMark: true,
    dialect: {
      kind: "go-struct",
      types: { name: "text", description: "text", license: "text", compatibility: "text" },
    },
    trim: "none",
    rulings: {
      readable: rejected("{detail}"),
      encoding: { ...rejected("parsing frontmatter: {detail}"), only: "frontmatter" },
      "not-empty": noFrontmatter,
      frontmatter: noFrontmatter,
      "frontmatter-closed": rejected("unclosed frontmatter"),
      ...tooMuchPassedOver,
      yaml: rejected("parsing frontmatter: {detail}"),
      mapping: rejected("parsing frontmatter: {detail}"),
      "name-length": { ...rejected("name exceeds 64 characters"), limit: 64 },
      name: rejected("name is required"),
      description: rejected("description is required"),
      "name-pattern": {
        ...rejected("name must be alphanumeric with hyphens, no leading/trailing/consecutive hyphens"),
        pattern: "[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*",
        takes: "letters, digits and single hyphens between them",
      },
      "folder-name": { ...rejected('name "{detail}" must match directory "{folder}"'), anyCase: true },
      "description-length": { ...rejected("description exceeds 1024 characters"), limit: 1024 },
      "compatibility-length": { ...rejected("compatibility exceeds 500 characters"), limit: 500 },
    },
    warning: "{path}: {reason}",
    validator: "none",
    body: "trimmed",
    keeps: ["body", "hiding-unless-invocable"],
    knows: ["license", "compatibility", "metadata"],
  },
  identity: { name: "frontmatter", collisions: [{ by: "name", keeper: "last-path" }], order: "path" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: "<available_skills>\n",
    ...listInTags("apos:"),
    own: [
      { name: "crush-config", columns: 209 },
      { name: "crush-hooks", columns: 241 },
      { name: "jq", columns: 230 },
    ],
  },
  activation: {
    byModel: { kind: "read-file" },
    byUser: {
      kind: "slash",
      prefixes: ["/"],
      trimsLine: true,
      multiline: false,
      arguments: "trimmed-after-space",
      content: "kept-body",
      message: [
        "<loaded_skill>",
        "  <name>{apos:name}</name>",
        "  <description>{apos:description}</description>",
        "  <location>{apos:location}</location>",
        "  <instructions>",
        "{apos:content}",
        "  </instructions>",
        "</loaded_skill>",
      ].join("\n"),
    },
  },
  ...fillsNothing,
  guard: guardedWorkingFolder,
  readTools: { read: "view", list: "ls", search: "grep" },
  writeTools: writeToolsNamed("write", "edit"),
  shellTool: crushShell,
  reload: ["start"],
};
