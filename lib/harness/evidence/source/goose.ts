import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const source =
  "Read in source, not run: block/goose 013ab848 (read on 22 November 2026), crates/goose/src/skills/mod.rs";
const client =
  "Read in source, not run: block/goose 0d2074cc (read on 22 November 2026), crates/goose/src/skills/client.rs";

/** Where each rule of Goose is written down, and what is left out here. */
export const gooseEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Three folders of the project, then four of the person; of one name the first stays",
    source: `${source}: all_skill_dirs, discover_skills`,
    program: "Reads skills of plugins and built-in ones after these.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "A SKILL.md at any depth, links included, but for folders of version control",
    source: `${source}: walk_files_recursively, should_skip_dir`,
    program: "Enters no folder twice, and takes files in the order of the disk.",
    rules: ["depth", "file-name", "link", "skipped-folder"],
  },
  {
    claim:
      "Frontmatter stands between the first two --- of a file; a name without a slash is required, a description is not",
    source: `${source}: parse_skill_content; crates/goose/src/sources.rs: parse_frontmatter`,
    program: "Tells its log of what it leaves out, not the person.",
    rules: [
      ...([
        "readable",
        "encoding",
        "not-empty",
        "frontmatter",
        "frontmatter-closed",
        "yaml",
        "mapping",
        "field-types",
      ] as const),
      ...(["name", "description", "name-pattern"] as const),
    ],
  },
  {
    claim: "No skill of a person's can be switched off",
    source: `${source}: discover_skills`,
    rules: ["state"],
  },
  {
    claim: "The catalog is part of the instructions of the extension skills, in the system prompt, by name",
    source: `${client}: get_instructions`,
    program: "Tells of its own skills among a person's; these are left out here.",
    rules: ["catalog"],
  },
  {
    claim: "load_skill hands out the text, found anew with every call, and the files beside it",
    source: `${client}: call_tool; mod.rs: loaded_skill_context`,
    program:
      "Replaces $ARGUMENTS, $1 and names of metadata.arguments where the text has any, hands out a file by skill/path, and passes over folders with a SKILL.md of their own: left out here.",
    rules: ["by-model"],
  },
  {
    claim: "How a person calls a skill by name was not found in its source",
    source: "Not documented: not in the files that were read",
    rules: ["by-person"],
  },
  {
    claim: "Which files its tools may read and write, and what they are called",
    source: "A choice of this lab: the program gets its tools from extensions",
  },
];
