import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const asked = "Seen in Copilot CLI 1.0.102, 26 November 2026: `npm run verify -- copilot-cli`";
const typed = "Seen in Copilot CLI 1.0.102 in a terminal, 26 November 2026";

/** Where each rule of Copilot CLI was seen, and what is left out here. Its source is not public. */
export const copilotCliEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim:
      "The project's .github/skills, .agents/skills and .claude/skills, then the same in folders above, then ~/.copilot/skills and ~/.agents/skills; of one name the first",
    source: asked,
    program:
      "Reads plugins, COPILOT_SKILLS_DIRS and folders that are added, too (GitHub Docs, “Copilot CLI command reference”): left out here.",
    rules: ["root", "name-taken", "file-taken"],
  },
  {
    claim: "Folders above count up to the one that holds .git, or else to the home folder",
    source: asked,
    rules: ["root"],
  },
  {
    claim:
      "A SKILL.md at any depth; a folder with one, the root included, is not entered any further; links are followed",
    source: asked,
    rules: ["depth", "inside-skill", "skipped-folder", "file-name", "link"],
  },
  {
    claim:
      "Files directly in .claude/commands that end in .md are skills of the lowest rank, told after the program's own",
    source: asked,
    rules: ["file-name"],
  },
  {
    claim:
      "Without frontmatter, with YAML that is none, or with a value of the wrong type a file is passed over without a word",
    source: asked,
    rules: ["readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "field-types"],
  },
  {
    claim:
      "A name may have letters, digits, blanks and . _ : - behind a letter or digit, 64 in all, and blanks become hyphens; without one the folder's counts",
    source: asked,
    rules: ["name", "name-text", "name-pattern", "mapping"],
  },
  {
    claim:
      "A description may have 1,024 characters, or nothing; without one the first three lines below that are no headings count",
    source: asked,
    rules: ["description", "description-text", "description-length"],
  },
  {
    claim:
      "The catalog stands in the system prompt: skills by rank and then by name, 15,000 characters of them, and after that the names of the others in a line of up to 5,000",
    source: asked,
    program:
      "Has more behind it in its system prompt; here it stands at the end. The texts of its own two skills are not copied.",
    rules: ["catalog", "budget"],
  },
  {
    claim:
      "skill answers in two parts: a sentence, and the text with the folder and up to a hundred files in it, ten folders deep; of a folder below with more than fifty entries only their number",
    source: `${asked} (trees copilot-files-…)`,
    program: "Sends the second as a message of the person; here both are the result.",
    rules: ["by-model"],
  },
  {
    claim:
      "/name args sends the text, with its placeholders replaced, in place of the line; names behind a slash anywhere else send their texts before it",
    source: `${typed}; the second, 29 November 2026`,
    program: "Started with -p it sends any line as typed.",
    rules: ["by-person"],
  },
  {
    claim:
      "disabledSkills in ~/.copilot/settings.json turns skills off by their names, to the letter; a list with anything else than texts counts for nothing, and disabled_skills counts before it",
    source: `${asked} (trees copilot-off-…)`,
    program: "Takes comments in that file; a change made here would lose them, and is not made.",
    rules: ["state"],
  },
  {
    claim:
      "ignoredSkillsLocations in ~/.copilot/settings.json takes folders of skills out, by absolute paths or from the home folder",
    source: `${asked} (trees copilot-ignores-…)`,
    rules: ["root"],
  },
  {
    claim: "Files in the working folder and in the folders of found skills are read unasked, others after asking",
    source: `${asked} (tree access-read)`,
  },
  {
    claim: "Every change asks first, and it has only commands that are for skills",
    source: "A choice of this lab",
  },
];
