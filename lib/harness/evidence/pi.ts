import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const asked = "Seen in Pi 0.73.1, 24 November 2026: `npm run verify -- pi`";
const source = "Read in its source, @mariozechner/pi-coding-agent 0.73.1 (24 November 2026)";

/** Where each rule of Pi is written down, and what is left out here. */
export const piEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "The project's .pi/skills, .agents/skills from the working folder up, then the person's two",
    source: `${asked}; ${source}, package-manager.ts`,
    program: "Reads packages and the skills of --skill, too.",
    rules: ["root", "name-taken", "file-taken"],
  },
  {
    claim:
      "Folders that the list skills of a settings file names, relative to that file, come before the others of its scope",
    source: "Seen in Pi 0.73.1, 28 November 2026: `npm run verify -- pi` (trees pi-path-…)",
    program: "Patterns in the list turn skills in such folders off, too; here these stay on.",
    rules: ["root"],
  },
  {
    claim: "It fails as it starts where skills, prompts, extensions, themes or packages in its settings are no lists",
    source: "Seen in Pi 0.73.1, 28 November 2026: `npm run verify -- pi` (trees pi-setting-…)",
    rules: ["startup"],
  },
  {
    claim: "Folders above count up to the one that holds .git, and all of them where none does",
    source: `${asked}; ${source}, package-manager.ts: collectAncestorAgentsSkillDirs`,
    rules: ["root"],
  },
  {
    claim:
      "A folder with a SKILL.md is not entered any further, the root itself included; hidden ones, node_modules and what .gitignore, .ignore and .fdignore name are passed over",
    source: `${asked}; ${source}, package-manager.ts: collectSkillEntries`,
    rules: ["inside-skill", "skipped-folder", "ignored", "depth", "file-name", "link"],
  },
  {
    claim: "A file directly in .pi/skills or ~/.pi/agent/skills that ends in .md is a skill",
    source: `${asked}; ${source}, package-manager.ts`,
    rules: ["file-name"],
  },
  {
    claim: "A skill without a description is not loaded; one without a name is called after its folder",
    source: `${asked}; ${source}, skills.ts: loadSkillFromFile`,
    program:
      "Warns in its terminal of a name that is not the folder's or breaks the standard, and of a description of more than 1,024 characters; these load.",
    rules: ["not-empty", "name", "description", "name-type", "frontmatter", "frontmatter-closed", "yaml", "mapping"],
  },
  {
    claim: "A file that cannot be read is no skill, and what the system says of it is the warning",
    source: `${source}, skills.ts: loadSkillFromFile`,
    rules: ["readable"],
  },
  {
    claim: "Patterns after ! and paths after - in skills of settings.json turn skills off; paths after + turn them on",
    source: `${asked}; ${source}, package-manager.ts: isEnabledByOverrides`,
    program: "A skill that is off leaves its name to the next one; here it keeps it.",
    rules: ["state"],
  },
  {
    claim: "disable-model-invocation hides a skill from the model where it is the bool true",
    source: `${asked}; ${source}, skills.ts`,
    rules: ["catalog"],
  },
  {
    claim: "The catalog stands in the system prompt",
    source: asked,
    program: "Names the date and the working folder behind it; here it stands at the end.",
    rules: ["catalog"],
  },
  {
    claim:
      "/skill:name sends the text below the frontmatter, read again, then the arguments; an unknown name is sent as typed",
    source: `${asked}; ${source}, agent-session.ts: _expandSkillCommand`,
    rules: ["by-person"],
  },
  {
    claim: "The model reads the file with its tool read",
    source: asked,
    rules: ["by-model"],
  },
  {
    claim: "All files are read unasked",
    source: `${asked} (tree access-read)`,
  },
  {
    claim: "Every change asks first, and what its commands print",
    source: "A choice of this lab: the program asks nobody",
  },
];
