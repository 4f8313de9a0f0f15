import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const library = "Agent Skills reference library (skills-ref as of 9 August 2026)";

/** Where the rules of the open standard are written down. */
export const agentskillsEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "SKILL.md, else skill.md; frontmatter between the first two ---; strict YAML",
    source: `${library}, parser`,
    rules: ["file-name", "readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping"],
  },
  {
    claim: "A skill without a readable name and description does not load; other breaches are warnings",
    source: `${library}, read_properties and validate`,
    rules: ["name", "description", "name-text", "description-text", "standard"],
  },
  {
    claim: "The catalog is the XML of to-prompt, activation is reading the file at its location",
    source: `${library}, to_prompt`,
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
];
