import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

/** Where OpenCode, or a fork of it, was asked and read. */
interface Origin {
  readonly asked: string;
  readonly source: string;
}

const origin: Origin = {
  asked: "Seen in OpenCode 1.18.33, 26 November 2026: `npm run verify -- opencode`",
  source: "Read in its source as opencode-ai 1.18.33 holds it (26 November 2026), packages/opencode/src/skill/index.ts",
};

/** Where each rule of OpenCode is written down, and what is left out here. */
export const openCodeEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim:
      "~/.opencode, then the project's .opencode, ~/.config/opencode, and after these .agents and .claude, the project's before the person's; of the folders above the topmost before the others",
    source: `${origin.asked}; ${origin.source}`,
    program:
      "Loads all files at the same time, and of one name the one that is read last stays, which is chance: this one where the disk is as quick with each. Reads the addresses of skills in its settings, too, which are left out here.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "A SKILL.md at any depth, links among them; in its own folders no hidden ones",
    source: `${origin.asked}; ${origin.source}`,
    rules: ["depth", "skipped-folder", "file-name", "link"],
  },
  {
    claim:
      "Files in the working folder and in the folders of found skills are read unasked, others after asking; every change asks first",
    source: `${origin.asked} (tree access-read)`,
    program:
      "Asks for no change in the working folder. Its command run reads nothing outside, and names the rule on the folders of skills.",
  },
  ...claimsOfOpenCode(origin),
  {
    claim: "Folders in skills.paths of its settings, relative to the working folder, come before all others",
    source: "Seen in OpenCode 1.18.33, 28 November 2026: `npm run verify -- opencode` (trees opencode-path-…)",
    rules: ["root"],
  },
  {
    claim: "It does not start where one of its settings files cannot be read, or has a value of another kind",
    source: "Seen in OpenCode 1.18.33, 28 November 2026: `npm run verify -- opencode` (trees opencode-setting-…)",
    program: "A command file with such a value ends it, too, and one that is referred to and missing: left out here.",
    rules: ["startup"],
  },
];

/** The claims that hold for OpenCode and its forks, without those on where they look. */
export function claimsOfOpenCode({ asked, source }: Origin): readonly Evidence<RuleCode>[] {
  return [
    {
      claim:
        "Without a name that is a text, and with a description that is none, a file is passed over; without any description it loads, and is not told of",
      source: `${asked}; ${source}`,
      program:
        "Says of YAML that it cannot read so in the conversation. A file in a folder of commands whose frontmatter it refuses ends the program, skills or not: left out here.",
      rules: [
        ...(["readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping", "field-types"] as const),
        ...(["name", "description", "name-text", "description-text"] as const),
      ],
    },
    {
      claim:
        "Where the frontmatter is no YAML, it is read once more with each value that has a colon in it as a block of text",
      source: `${asked}; ${source}, core/config/markdown.ts`,
      rules: ["yaml"],
    },
    {
      claim: "The catalog stands in the system prompt, in order of name, the program's own skill among them",
      source: asked,
      program: "The text of its own skill is not copied.",
      rules: ["catalog"],
    },
    {
      claim: "skill hands out the text that was loaded, with up to ten files of the skill's folder",
      source: `${asked}; ${source}, tool/skill.ts`,
      program: "Lists them with rg in whichever order they come, and leaves out what .gitignore names.",
      rules: ["by-model"],
    },
    {
      claim:
        "/name sends the text and the skill's folder; $1, $2 … and $ARGUMENTS are replaced in both, and where there are none the arguments follow",
      source: `${asked} (trees terminal-…, by run --command, which asks for what its terminal asks for)`,
      program:
        "Runs shell commands after ! in backquotes and reads files named after @: left out here. Started with run alone it sends the line as typed.",
      rules: ["by-person"],
    },
    {
      claim: "Every skill is on",
      source: `${asked}; ${source}`,
      rules: ["state"],
    },
    {
      claim:
        "permission.skill and tools.skill of its settings, and of the agent build, deny skills by patterns of their names: the last rule that fits counts, and where it denies all there is no tool",
      source: `${asked} (trees permission-…); ${source} and permission/index.ts`,
      program: "A rule that says ask is put to a person; here the skill loads.",
      rules: ["catalog", "by-model"],
    },
    {
      claim: "It has only commands that are for skills",
      source: "A choice of this lab",
    },
  ];
}
