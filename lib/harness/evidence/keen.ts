import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document = "Keen Code documentation (read on 21 November 2026)";
const rfc = 'Keen Code RFC "Agent Skills Support" (read on 21 November 2026)';
const program = "Keen Code program (read on 21 November 2026)";

/** Where each rule of Keen Code is written down. */
export const keenEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Five roots, the working folder's first, the bundled one last",
    source: `${document}, "Skill Discovery"`,
    rules: ["root"],
  },
  {
    claim: "A duplicate folder name is settled silently before any file is read, a duplicate name with a warning after",
    source: `${document}, "Discovery and Loading"`,
    program: "Does so; the documentation mentions the warning only.",
    rules: ["folder-taken", "name-taken"],
  },
  {
    claim: "name and description are required",
    source: `${document}, "SKILL.md Format"`,
    rules: ["name", "description"],
  },
  {
    claim: "A catalog row reads: - name: description → /path/SKILL.md",
    source: `${document}, "Skill Catalog"`,
    program: "Writes “→ read /path/SKILL.md”.",
    rules: ["catalog", "by-model"],
  },
  {
    claim: "The last sentence of the catalog stands on one line",
    source: `${document}, "Skill Catalog"`,
    program: "Does so; the documentation wraps it.",
  },
  {
    claim: "/name arguments sends the whole file, frontmatter included, with its placeholders replaced",
    source: `${document}, "Skill Activation"`,
    program: "Does so; the documentation leaves open whether the frontmatter is sent.",
    rules: ["by-person"],
  },
  {
    claim: "$ARGUMENTS and $1 to $9 are replaced in one pass; $10 and $0 stay",
    source: `${document}, "Argument Substitution"`,
  },
  {
    claim: "Skills are on unless ~/.keen/skills/config.json says false; a malformed file turns every skill on",
    source: `${document}, "Skill Configuration"`,
    program: "Does so; the documentation does not speak of malformed files.",
    rules: ["state"],
  },
  {
    claim: "/skills list, and /skills alone, print one aligned row a skill",
    source: `${rfc}, "/skills list"`,
    program: "The shipped documentation is silent; this is the form that the RFC shows.",
  },
  {
    claim: "Reads in ~/.agents/skills and ~/.keen/skills are granted, other hidden folders of the home folder denied",
    source: `${program}, filesystem guard`,
    rules: ["by-model"],
  },
  {
    claim: "A skill is a folder directly in a root with a file spelled SKILL.md; links are followed",
    source: `${document}, "Example Skill Structure"`,
    program: "Searches <root>/*/SKILL.md, hidden folders too.",
    rules: ["link", "depth", "file-name"],
  },
  {
    claim: "The file is split at --- lines, the first of which is line 1, then its YAML is read",
    source: `${document}, "Parsing"`,
    program: "Warns of a file that it cannot read or that is empty; the documentation does not speak of these.",
    rules: ["readable", "encoding", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping"],
  },
];
