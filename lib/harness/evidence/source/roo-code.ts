import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const source = "Read in source, not run: RooCodeInc/Roo-Code cb836567 (3.52.1, 14 April 2026)";

/** Where each rule of Roo Code is written down, and what is left out here. */
export const rooCodeEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "The project's .roo/skills and .agents/skills before the person's, .roo before .agents",
    source: `${source}, src/services/skills/SkillsManager.ts: getSkillsDirectories, shouldOverrideSkill`,
    program:
      "Reads skills-{mode} beside each, which go before it in that mode, and lists those of ./.agents before those of ~/.roo: left out here.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "Folders directly in a root, links included, named as they stand there",
    source: `${source}, SkillsManager.ts: scanSkillsDirectory`,
    rules: ["depth", "file-name", "link", "skipped-folder"],
  },
  {
    claim:
      "Name and description are required, the name is the folder's and the standard's; else only the console tells",
    source: `${source}, SkillsManager.ts: loadSkillMetadata; packages/types/src/skills.ts`,
    rules: [
      ...(["readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping"] as const),
      ...(["name", "description", "name-pattern", "folder-name", "description-length"] as const),
    ],
  },
  {
    claim: "No skill can be switched off",
    source: `${source}, SkillsManager.ts`,
    program: "Has modes: modeSlugs or mode in the frontmatter leave a skill to some of them, left out here.",
    rules: ["state"],
  },
  {
    claim: "The catalog is a section of the system prompt, and absent without skills",
    source: `${source}, src/core/prompts/sections/skills.ts`,
    program: "Tells behind it when to use one, and names the mode: these texts are not copied.",
    rules: ["catalog"],
  },
  {
    claim: "The tool skill hands out the text below the frontmatter, read again",
    source: `${source}, src/core/prompts/tools/native-tools/skill.ts, src/core/tools/SkillTool.ts, skillInvocation.ts`,
    program: "Asks the person before.",
    rules: ["by-model"],
  },
  {
    claim: "/name as a word anywhere in a message adds the skill's text behind it",
    source: `${source}, src/core/mentions/index.ts, src/shared/context-mentions.ts: commandRegexGlobal`,
    program: "A command of that name in .roo/commands goes first: left out here.",
    rules: ["by-person"],
  },
  {
    claim: "Its folders are watched, so a change shows with the next message",
    source: `${source}, SkillsManager.ts: setupFileWatchers`,
  },
  {
    claim: "Which files its tools may read and write",
    source: "A choice of this lab: the program asks by settings of its own",
  },
];
