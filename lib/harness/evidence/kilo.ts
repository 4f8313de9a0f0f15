import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";
import { claimsOfOpenCode } from "./opencode.ts";

const asked = "Seen in Kilo 7.7.7, 26 November 2026: `npm run verify -- kilo`";
const source =
  "Read in its source as @kilocode/cli 7.7.7 holds it (26 November 2026), packages/opencode/src/skill/index.ts";

/** Where each rule of Kilo, a fork of OpenCode, is written down, and what is left out here. */
export const kiloEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim:
      "~/.kilo and ~/.kilocode, then the project's .kilo and .kilocode, ~/.config/kilo, and after these .agents and .claude, the project's before the person's; of the folders above the topmost before the others",
    source: `${asked}; ${source} and config/paths.ts`,
    program:
      "Reads the addresses of skills in its settings, and in a worktree of git those of the main one, too: left out here.",
    rules: ["root", "name-taken"],
  },
  {
    claim:
      "A SKILL.md at any depth, links among them, but for those that lead out of the project; in its own folders no hidden ones",
    source: `${asked}; ${source}`,
    rules: ["depth", "skipped-folder", "file-name", "link"],
  },
  {
    claim: "Files in the working folder are read unasked, others after asking; every change asks first",
    source: `${asked} (tree access-read)`,
    program: "Asks for no change in the working folder. Its command run reads nothing outside.",
  },
  ...claimsOfOpenCode({ asked, source }),
  {
    claim:
      "Shell commands in a skill's text, after ! in backquotes, are run for skills in the person's folders alone; of others a note stands in their place",
    source: `${asked} (trees text-of-command-… and template-shell-…); ${source} and skill-inject`,
    program: "Asks before it runs them; here none is run, and the note is the one for where that is turned off.",
    rules: ["by-model", "by-person"],
  },
  {
    claim: "Of a settings file with a value of another kind nothing counts",
    source: "Seen in Kilo 7.7.7, 28 November 2026: `npm run verify -- kilo` (trees kilo-setting-…)",
    rules: ["by-model", "catalog"],
  },
  {
    claim: "It does not start where a settings file in ~/.config/kilo cannot be read, or has a value of another kind",
    source: "Seen in Kilo 7.7.7, 29 November 2026: `npm run verify -- kilo` (trees kilo-setting-person-…)",
    rules: ["startup"],
  },
  {
    claim: "A skill's text is taken as it is written",
    source: `${source} and config/markdown.ts`,
    program: "Puts files and variables in the place of {file:…} and {env:…} in a text that it trusts: left out here.",
  },
];
