import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const asked = "Seen in Kilo 7.7.7, 26 November 2026: `npm run verify -- kilo`";
const source =
  "Read in its source as @kilocode/cli 7.7.7 holds it (26 November 2026), packages/opencode/src/skill/index.ts";

/** Where each rule of Kilo is written down, and what is left out here. */
export const kiloEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim:
      "~/.kilo and ~/.kilocode, then the project's .kilo and .kilocode, ~/.config/kilo, and after these .agents and .claude, the project's before the person's; of the folders above the topmost before the others",
    source: `${asked}; ${source} and config/paths.ts`,
    program:
      "Reads the paths and addresses of skills in its settings, and in a worktree of git those of the main one, too: left out here.",
    rules: ["root", "name-taken"],
  },
  {
    claim:
      "A SKILL.md at any depth, links among them, but for those that lead out of the project; in its own folders no hidden ones",
    source: `${asked}; ${source}`,
    rules: ["depth", "skipped-folder", "file-name", "link"],
  },
  {
    claim:
      "Without a name that is a text, and with a description that is none, a file is passed over; without any description it loads, and is not told of",
    source: `${asked}; ${source}`,
    program: "Says of YAML that it cannot read so in the conversation.",
    rules: [
      ...(["readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping", "field-types"] as const),
      ...(["name", "description", "name-text", "description-text"] as const),
    ],
  },
  {
    claim:
      "Where the frontmatter is no YAML, it is read once more with each value that has a colon in it as a block of text",
    source: `${asked}; ${source}, config/markdown.ts`,
    program: "Puts files and variables in the place of {file:…} and {env:…} in a text that it trusts: left out here.",
    rules: ["yaml"],
  },
  {
    claim: "The catalog stands in the system prompt, in order of name, the program's own skill among them",
    source: asked,
    program: "The text of its own skill is not copied.",
    rules: ["catalog"],
  },
  {
    claim: "skill hands out the text, with up to ten files of the skill's folder",
    source: `${asked}; ${source}, tool/skill.ts`,
    program: "Lists them with rg in whichever order they come, and leaves out what .gitignore names.",
    rules: ["by-model"],
  },
  {
    claim: "/name sends the text and the skill's folder, and the arguments behind them",
    source: `${source}, command/index.ts and session/prompt.ts: as OpenCode has it, not seen in a terminal`,
    program: "Started with run it sends the line as typed.",
    rules: ["by-person"],
  },
  {
    claim: "Every skill is on",
    source: `${source}; left out here`,
    program: "permission.skill of its settings can deny skills by patterns of their names.",
    rules: ["state"],
  },
  {
    claim: "Which files its tools may read and write, and which commands it has that are not for skills",
    source: "A choice of this lab: the program asks by permissions of its own",
  },
];
