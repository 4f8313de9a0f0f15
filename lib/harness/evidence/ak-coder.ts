import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document = 'ak-coder ADR 04 "Skills System" (6 June 2026)';
const program = "ak-coder program (read on 22 November 2026)";

/** Where each rule of ak-coder is written down. */
export const akCoderEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Every SKILL.md of the working folder, at any depth; no other folder",
    source: `${document}, Decision 1`,
    program: "Takes any file whose name ends in SKILL.md, passes over node_modules, .git and links.",
    rules: ["root", "link", "skipped-folder", "depth", "file-name"],
  },
  {
    claim: "The frontmatter is YAML",
    source: `${document}, Decision 2`,
    program: "Splits each line at its first colon. Where YAML fails, the lab does so too.",
    rules: ["frontmatter", "frontmatter-closed", "yaml", "mapping"],
  },
  {
    claim: "Nothing is rejected: the folder names a skill that does not name itself",
    source: `${program}, skill parser`,
    rules: ["not-empty", "name", "description"],
  },
  {
    claim: "All bodies stand in the system prompt, under Available Skills",
    source: `${document}, Decision 3`,
    program: "Sends the whole file, frontmatter included.",
    rules: ["catalog", "by-model"],
  },
  {
    claim: "Two skills of one name are both told; an invocation takes the first",
    source: `${program}, skill registry`,
    rules: ["by-person"],
  },
  {
    claim: '/skills:<name> arguments sends Apply Skill "name" with the body',
    source: `${document}, Decision 5`,
    program: "Knows /name too.",
    rules: ["by-person"],
  },
  {
    claim: "Looks at the disk at start, on /new, on /skills reload and after a write tool succeeded on a SKILL.md",
    source: `${document}, Decision 4`,
  },
  {
    claim: "What a model may read and write is asked as in other harnesses here",
    source: "A choice of this lab: the document is silent",
  },
  {
    claim: "A SKILL.md that cannot be read is passed over",
    source: `${program}, skill loader`,
    rules: ["readable"],
  },
  {
    claim: "Every skill is always on",
    source: `${document}, Decision 3`,
    rules: ["state"],
  },
];
