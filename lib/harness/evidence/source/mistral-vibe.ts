import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const source = "Read in source, not run: mistralai/mistral-vibe ac8f1a09 (2.18.4, 1 July 2026)";

/** Where each rule of Mistral Vibe is written down, and what is left out here. */
export const mistralVibeEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "The project's .vibe/skills and .agents/skills, then the person's; of one name the first stays",
    source: `${source}, vibe/core/skills/manager.py, vibe/core/config/harness_files/_harness_manager.py`,
    program:
      "Reads the folders of skill_paths before all, takes folders in the order of the disk, and keeps the name vibe for its own skill.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "Folders directly in a root with a SKILL.md, links included; paths are told resolved",
    source: `${source}, manager.py: _discover_skills_in_dir`,
    program: "Tells where the links of a skill's folder lead to, too: here a root's alone.",
    rules: ["depth", "file-name", "link", "skipped-folder"],
  },
  {
    claim:
      "Frontmatter stands between two lines of dashes; name and description are required, in the standard's limits, and texts",
    source: `${source}, vibe/core/skills/parser.py, models.py: SkillMetadata`,
    program:
      "Says in the words of its library what is wrong with a value: of these only the beginning is told here. A name that is not the folder's is logged.",
    rules: [
      ...(["readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping", "field-types"] as const),
      ...(["name", "description", "name-pattern", "description-length", "compatibility-length"] as const),
    ],
  },
  {
    claim: "enabled_skills and disabled_skills in config.toml turn skills off by name or pattern",
    source: `${source}, manager.py: _apply_filters; left out here`,
    rules: ["state"],
  },
  {
    claim: "The catalog stands in the system prompt, by name, its own skill among a person's",
    source: `${source}, vibe/core/system_prompt.py: _get_available_skills_section`,
    program: "Tells of its own skill at its place in the order; its text is not copied.",
    rules: ["catalog"],
  },
  {
    claim: "The tool skill hands out the text that was loaded, with up to ten of the skill's files",
    source: `${source}, vibe/core/tools/builtins/skill.py, vibe/core/agent_loop.py`,
    rules: ["by-model"],
  },
  {
    claim: "/name, in lower case, sends the text; with more words the line as typed stands before it",
    source: `${source}, manager.py: parse_skill_command, build_skill_prompt`,
    program: "user-invocable: false only keeps it out of the menu.",
    rules: ["by-person"],
  },
  {
    claim: "Which files its tools may read and write, and what its commands print",
    source: "A choice of this lab: the program asks by settings of its own",
  },
];
