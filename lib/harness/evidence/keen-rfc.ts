import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document = 'Keen Code RFC "Agent Skills Support" (read on 21 November 2026)';

/** Where each rule of the proposal for Keen Code is written down. */
export const keenRfcEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Two roots: .agents/skills of the working folder, then of the home folder; the project's folder wins",
    source: `${document}, "Discovery"`,
    program: "The shipped program has five roots and its own bundled skills.",
    rules: ["root", "folder-taken"],
  },
  {
    claim: "The folder's name is the skill's name; a different one in the frontmatter is warned about",
    source: `${document}, "Discovery" and "Supported frontmatter fields"`,
    program: "The shipped program goes by the frontmatter's name.",
    rules: ["name-differs"],
  },
  {
    claim: "A missing name or description is replaced by the folder's name, with a warning",
    source: `${document}, "Validation"`,
    program: "The shipped program does not load such a skill.",
    rules: ["name", "description"],
  },
  {
    claim: "Unparseable YAML: not loaded, and the one message for it is shown; an empty file is skipped",
    source: `${document}, "Validation" and "Edge Cases"`,
    rules: ["not-empty", "frontmatter-closed", "yaml", "mapping"],
  },
  {
    claim: "A catalog row reads: - name: description → read /path/SKILL.md",
    source: `${document}, "System Prompt Changes"`,
    rules: ["catalog", "by-model"],
  },
  {
    claim: "The catalog says nothing of relative paths",
    source: `${document}, "System Prompt Changes": the texts it gives for the catalog`,
    program:
      "The same document says that the catalog instructs the model to resolve relative paths against the skill directory; the shipped program's does.",
    rules: ["catalog"],
  },
  {
    claim: "The disk is looked at before every message",
    source: `${document}, "Live reload"`,
    program: "The shipped program looks at start and on /skills reload.",
  },
  {
    claim: "$ARGUMENTS, $ARGUMENTS[N] and $0 to $9 are replaced, $0 being the first argument",
    source: `${document}, "User-driven invocation"`,
    program: "The shipped program counts from $1.",
  },
  {
    claim: "$10 stays as it is written",
    source: "A choice of this lab: the document is silent",
  },
  {
    claim: "Skills are on unless ~/.keen/skills/config.json says false",
    source: `${document}, "Config Persistence"`,
    rules: ["state"],
  },
  {
    claim: "Only folders of skills that were found may be read beside the working folder",
    source: `${document}, "Guard Allowlist for Skill Roots"`,
    program: "The shipped program grants the roots as a whole.",
    rules: ["by-model"],
  },
  {
    claim: "Each folder directly in a root that holds a SKILL.md is a skill",
    source: `${document}, "Discovery"`,
    rules: ["depth", "file-name"],
  },
  {
    claim: "Links are followed",
    source: "A choice of this lab: the document is silent, and the shipped program follows them",
    rules: ["link"],
  },
  {
    claim: "A file without frontmatter is plain markdown",
    source: `${document}, "Edge Cases"`,
    program: "The shipped program does not load such a skill.",
    rules: ["frontmatter"],
  },
  {
    claim: "A SKILL.md that cannot be read is a skill all the same, known by its folder's name alone",
    source: "Keen Code program, first version (read on 21 November 2026): the document is silent",
    program: "The shipped program warns instead.",
    rules: ["readable"],
  },
  {
    claim: "/name arguments sends the whole file with its placeholders replaced",
    source: `${document}, "User-driven invocation"`,
    rules: ["by-person"],
  },
];
