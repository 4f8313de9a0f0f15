import type { Ruling } from "#lib/harness/rules/content/content-rule.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { standardFileNames, standardMessages } from "#lib/skills/standard.ts";
import { standardShell } from "./shell-tools.ts";
import { guardedWorkingFolder, standardReadTools, standardWriteTools } from "./standard-access.ts";
import { fillsNothing } from "./usual-parts.ts";

const rejected = (reason: string): Ruling => ({ verdict: "reject", reason });

/**
 * The open standard as a harness: the parser, catalog and validator of its reference library. What the standard leaves to harnesses (roots,
 * precedence, guard, reload) is decided here, as the evidence says.
 */
export const agentSkills: Profile = {
  id: "agentskills",
  label: "Agent Skills",
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
  ...fillsNothing,
  guard: [
    {
      area: { kind: "found-skills" },
      permissions: { read: "granted", write: "pending" },
      reason: "a skill's folder: reading is free, a change needs your word",
    },
    ...guardedWorkingFolder,
  ],
  readTools: standardReadTools,
  writeTools: standardWriteTools,
  shellTool: standardShell,
  reload: ["start", "message"],
};
