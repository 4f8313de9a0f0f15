import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const document = 'Kodelet ADR 020 "Agentic Skills" (14 December 2025, withdrawn on 13 April 2026)';
const program = "Kodelet program (read on 22 November 2026)";

/** Where each rule of Kodelet is written down. */
export const kodeletEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "The tools are called file_read, glob_tool, grep_tool, file_write and file_edit",
    source: `${document}, the text of the tool's description; grep_tool: the program`,
    program: "Has parameters of its own; here each takes what the lab's own tool takes.",
  },
  {
    claim: "Two roots: .kodelet/skills of the working folder, then of the home folder, one level deep",
    source: `${document}, "Discovery Locations"`,
    rules: ["root", "depth", "file-name"],
  },
  {
    claim: "The first skill of a frontmatter name wins; an invalid copy lets a later one in",
    source: `${document}, discovery.go`,
    rules: ["name-taken"],
  },
  {
    claim: "Linked skill folders are passed over",
    source: `${document}, discovery.go (entry.IsDir)`,
    program: "A later version follows links.",
    rules: ["link"],
  },
  {
    claim: "A root that is a file turns the whole feature off",
    source: `${document}, discovery.go (an error of ReadDir other than not-exist)`,
    program: "A later version passes over that root.",
    rules: ["root-folder"],
  },
  {
    claim: "name and description must be YAML texts that are not empty; anything else is skipped without a word",
    source: `${document}, "SKILL.md Format" and loadSkill`,
    program: "goldmark-meta with YAML 1.1: yes, on, 1.0 and null are no texts.",
    rules: ["readable", "encoding", "not-empty", "frontmatter", "yaml", "mapping", "name", "description"],
  },
  {
    claim: "The body keeps the blank line after the frontmatter",
    source: `${document}, extractBodyContent`,
    program: "A later version removes it.",
  },
  {
    claim: "One tool, skill(skill_name), whose description lists the skills; each may be called once in a conversation",
    source: `${document}, "Skill Tool"`,
    rules: ["catalog", "by-model"],
  },
  {
    claim: "The names of an unknown skill's error are in byte order",
    source: `${program}, skill tool`,
    program: "Sorts them; the document's code does not.",
  },
  {
    claim: "skills.enabled and skills.allowed of the configuration, and --no-skills, decide which skills there are",
    source: `${document}, "Configuration"`,
    program:
      "A section without enabled turns the feature off, though the document's comment gives true as its default.",
    rules: ["feature", "state"],
  },
  {
    claim: "The project's configuration is laid over the one of the home folder, key by key",
    source: `${program}, configuration (viper)`,
    rules: ["feature", "state"],
  },
  {
    claim: "A model may not change files in a skill's folder",
    source: `${document}, the tool's description`,
    program: "Asks the model for it and does not enforce it; here it is denied.",
  },
  {
    claim: "A person cannot invoke a skill by name",
    source: `${document}, Conclusion: skills are model-invoked`,
    rules: ["by-person"],
  },
  {
    claim: "A block that is never closed is read to the end of the file",
    source: `${program}, goldmark-meta`,
    program: "The document's parser is the same; any line of dashes opens and closes.",
    rules: ["frontmatter-closed"],
  },
];
