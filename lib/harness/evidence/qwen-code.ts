import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const asked = "Seen in Qwen Code 0.24.4, 26 November 2026: `npm run verify -- qwen-code`";
const source = "Read in its source, @qwen-code/qwen-code 0.24.4";

/** Where each rule of Qwen Code is written down, and what is left out here. */
export const qwenCodeEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "The project's .qwen/skills and .agents/skills before the person's; in the home folder there is no project",
    source: `${asked}; ${source}, skill-manager.ts`,
    program: "Reads folders of the settings and skills of extensions after all; these two are left out here.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "A folder directly in a root, hidden ones and links among them, with a SKILL.md",
    source: `${asked}; ${source}, skill-manager.ts`,
    program: "Passes over folders whose names end as those that an installation leaves: .backup-1-1, .installing-1-1.",
    rules: ["depth", "skipped-folder", "file-name", "link"],
  },
  {
    claim:
      "Between two lines of three dashes stands YAML, or else lines of key and value; without name and description the file is passed over without a word",
    source: `${asked}; ${source}, skill-manager.ts and yaml-parser.ts`,
    rules: ["readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping", "name", "description"],
  },
  {
    claim: "A name has letters, digits and _ : . - only, and model, paths and allowedTools are of their types",
    source: `${asked}; ${source}, skills/types.ts`,
    program: "Passes over a skill, too, one of whose paths is absolute or leads out of the project.",
    rules: ["name-pattern", "field-types"],
  },
  {
    claim:
      "The catalog stands in a reminder before the first message, in order of name, the program's own fourteen among them",
    source: asked,
    program: "Tells of what a touched file has brought in other words. The texts of its own are not copied.",
    rules: ["catalog", "paths"],
  },
  {
    claim:
      "Where all rows have more than 8,000 characters, of which its own take most, a person's lose all but the first line of their descriptions",
    source: `${asked}; ${source}, environmentContext.ts`,
    rules: ["budget"],
  },
  {
    claim: "The tool skill hands out the text that was loaded, once in a conversation",
    source: `${asked}; ${source}, tools/skill.ts`,
    program: "Takes names of command files, too, which are left out here.",
    rules: ["by-model"],
  },
  {
    claim:
      "/name sends the text in place of the line, what follows the name behind it; up to five skills in one line, what follows them at the end",
    source: `${asked}; ${source}, SkillCommandLoader.ts and commands.ts; that other lines are refused, and that later skills are told in other words: the terminal, 29 November 2026`,
    program:
      "Writes the arguments to the file that it names. Command files in .qwen/commands hide skills of their name; they are left out here.",
    rules: ["by-person"],
  },
  {
    claim: "Which extensions count: by name, extension-enablement.json and where they were linked from",
    source: `${asked}; ${source}, extensionManager`,
  },
  {
    claim: "It fails as it starts where its tools, models or names of context files are of another kind",
    source: "Seen in Qwen Code 0.24.4, 28 November 2026: `npm run verify -- qwen-code` (trees qwen-value-…)",
    program: "Ends at settings that are JSON and no object, too; here these say nothing.",
    rules: ["startup"],
  },
  {
    claim:
      "skills.disabled in settings.json, the person's and the project's together, turns skills off in any case of letters",
    source: `${asked}; ${source}, disabled-skills.ts`,
    rules: ["state"],
  },
  {
    claim: "All files are read unasked",
    source: `${asked} (tree access-read)`,
  },
  {
    claim: "A model may call a skill unasked",
    source: "A choice of this lab",
    program: "Asks before each call of its tool for skills, unless it is started with --yolo.",
  },
  {
    claim: "Every change asks first, and it has only commands that are for skills",
    source: "A choice of this lab",
  },
];
