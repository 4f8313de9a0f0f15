import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const source = "Read in source, not run: MoonshotAI/kimi-cli 4a550eff (1.49.0, 16 July 2026)";

/** Where each rule of Kimi CLI is written down, and what is left out here. */
export const kimiCliEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim:
      "Four folders of the project, at the nearest .git above or else in the working folder, then those of the person",
    source: `${source}, src/kimi_cli/skill/__init__.py: find_project_skills_dirs, find_user_skills_dirs; utils/path.py`,
    program:
      "Takes the first of .kimi, .claude and .codex alone where merge_all_available_skills is false; reads extra_skill_dirs, --skills-dir and plugins, too.",
    rules: ["root"],
  },
  {
    claim: "~/.agents/skills counts where there is no ~/.config/agents/skills",
    source: `${source}, skill/__init__.py: _get_user_generic_skills_dir_candidates`,
    rules: ["root"],
  },
  {
    claim: "Folders directly in a root with a SKILL.md, then files there that end in .md",
    source: `${source}, skill/__init__.py: discover_skills`,
    rules: ["depth", "file-name", "link", "skipped-folder"],
  },
  {
    claim: "Of one name, in any case of letters, the first stays; a folder before a file",
    source: `${source}, skill/__init__.py: discover_skills_from_roots, normalize_skill_name`,
    rules: ["name-taken"],
  },
  {
    claim:
      "A file without frontmatter, name or description loads, called after its folder and described by its first line; YAML that is broken or no mapping does not",
    source: `${source}, skill/__init__.py: parse_skill_text; utils/frontmatter.py`,
    rules: [
      ...(["readable", "encoding", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping"] as const),
      ...(["field-types", "name", "description"] as const),
    ],
  },
  {
    claim: "No skill can be switched off",
    source: `${source}, skill/__init__.py`,
    rules: ["state"],
  },
  {
    claim: "The catalog stands in the system prompt, in groups by where skills come from",
    source: `${source}, skill/__init__.py: format_skills_for_prompt; agents/default/system.md`,
    program:
      "Tells of its own skills in a last group, and around the list what skills are: these texts are not copied.",
    rules: ["catalog"],
  },
  {
    claim: "The model reads the file with its tool ReadFile",
    source: `${source}, agents/default/system.md: How to use skills; tools/file/read.py`,
    rules: ["by-model"],
  },
  {
    claim: "/skill:name sends the whole file, then the words behind it",
    source: `${source}, src/kimi_cli/soul/kimisoul.py: _make_skill_runner`,
    program: "Runs a skill of the type flow by /flow:name: left out here.",
    rules: ["by-person"],
  },
  {
    claim: "Which files its tools may read and write, and what its commands print",
    source: "A choice of this lab: the program asks by settings of its own",
  },
];
