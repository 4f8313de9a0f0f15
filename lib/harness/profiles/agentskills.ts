import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { standardFileNames, standardMessages } from "#lib/skills/standard.ts";
import { standardShell } from "./shell-tools.ts";
import { standardReadTools, standardWriteTools } from "./standard-access.ts";

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });

/**
 * The open standard as a harness: its reference library's parser, catalog and validator. What the standard
 * leaves to harnesses (roots, precedence, guard, reload) is decided here and told in the evidence.
 */
export const agentSkills: Profile<RuleCode> = {
  id: "agentskills",
  label: "Agent Skills",
  evidence: [
    {
      claim: "SKILL.md, else skill.md; frontmatter between the first two ---; strict YAML",
      source: "Agent Skills reference library (skills-ref), parser",
      rules: ["file-name", "readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping"],
    },
    {
      claim: "A skill without a readable name and description does not load; other breaches are warnings",
      source: "Agent Skills reference library (skills-ref), read_properties and validate",
      rules: ["name", "description", "name-text", "description-text", "standard"],
    },
    {
      claim: "The catalog is the XML of to-prompt, activation is reading the file at its location",
      source: "Agent Skills reference library (skills-ref), to_prompt",
      program: "Refuses the whole list when one skill cannot be read; here the others stay.",
      rules: ["catalog", "by-model"],
    },
    {
      claim: "Looks in .agents/skills and .claude/skills of the working folder, then of the home folder",
      source: "A choice of this lab: the standard names no folders",
      rules: ["root", "depth", "link"],
    },
    {
      claim: "Of two skills of one name the first stays; one that does not load hides none",
      source: "A choice of this lab: the standard settles no precedence",
      rules: ["name-taken"],
    },
    {
      claim: "Every skill is always on, and the disk is looked at before each message",
      source: "A choice of this lab: the standard knows no states and no reloading",
      rules: ["state"],
    },
    {
      claim: "A person has no command of the standard's own to call a skill with",
      source: "A choice of this lab: the standard leaves invocation to harnesses",
      rules: ["by-person"],
    },
  ],
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "project", path: ".claude/skills" },
    { scope: "home", path: ".agents/skills" },
    { scope: "home", path: ".claude/skills" },
  ],
  scan: {
    depth: "one-level",
    fileName: { match: "exact", names: standardFileNames },
    skipFolders: [],
    follows: { roots: true, folders: true, files: true },
    order: "folder",
    brokenRoot: "skip",
  },
  frontmatter: {
    fence: "next-dashes",
    dialect: { kind: "strict" },
    trim: "python",
    rulings: {
      readable: rejected("{detail}"),
      "not-empty": rejected(standardMessages["no-frontmatter"]),
      frontmatter: rejected(standardMessages["no-frontmatter"]),
      "frontmatter-closed": rejected(standardMessages["unclosed-frontmatter"]),
      "frontmatter-length": rejected(standardMessages["frontmatter-too-long"]),
      "frontmatter-complexity": rejected(standardMessages["frontmatter-too-complex"]),
      yaml: rejected(standardMessages["bad-yaml"]),
      mapping: rejected(standardMessages["no-mapping"]),
      name: rejected("Missing required field in frontmatter: name"),
      description: rejected("Missing required field in frontmatter: description"),
      "name-text": rejected("Field 'name' must be a non-empty string"),
      "description-text": rejected("Field 'description' must be a non-empty string"),
    },
    warning: "{reason}",
    validator: "standard",
    body: "as-written",
    keeps: [],
    reference: { title: "Agent Skills specification", address: "https://agentskills.io/specification" },
  },
  identity: { name: "frontmatter", collisions: [{ by: "name" }], order: "found" },
  states: { kind: "none" },
  catalog: {
    delivery: { channel: "system", before: "\n\n" },
    lists: "on",
    head: "<available_skills>\n",
    row: [
      "<skill>",
      "<name>\n{xml:name}\n</name>",
      "<description>\n{xml:description}\n</description>",
      "<location>\n{location}\n</location>",
      "</skill>",
    ].join("\n"),
    separator: "\n",
    tail: "\n</available_skills>",
    empty: "<available_skills>\n</available_skills>",
  },
  activation: { byModel: { kind: "read-file" }, byUser: { kind: "none" } },
  substitution: { kind: "none" },
  commands: { rules: [], others: [] },
  guard: [
    {
      area: { kind: "found-skills" },
      permissions: { read: "granted", write: "pending" },
      reason: "a skill's folder: reading is free, a change needs your word",
    },
    {
      area: { kind: "working-folder" },
      permissions: { read: "granted", write: "pending" },
      reason: "in the working folder: reading is free, a change needs your word",
    },
    {
      area: { kind: "anywhere" },
      permissions: { read: "pending", write: "pending" },
      reason: "outside the working folder",
    },
  ],
  readTools: standardReadTools,
  writeTools: standardWriteTools,
  shellTool: standardShell,
  reload: ["start", "message"],
};
