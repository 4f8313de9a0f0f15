import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const asked = "Seen in Gemini CLI 0.61.0, 24 November 2026: `npm run verify -- gemini-cli`";
const source = "Read in its source, @google/gemini-cli 0.61.0 (24 November 2026)";

/** Where each rule of Gemini CLI is written down, and what is left out here. */
export const geminiCliEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "The project's .agents/skills and .gemini/skills before the person's, .agents before .gemini",
    source: `${asked}; ${source}, skillManager.ts`,
    program: "Reads the project's two in a folder that the person trusts only, and skills of extensions after all.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "Models named gemini-2 are told in other words, “you can call the tool”, than its own choice and all others",
    source: `${asked} (trees model-…); ${source}, supportsModernFeatures`,
  },
  {
    claim: "A root's own SKILL.md and those one level below; hidden folders and node_modules do not count",
    source: `${asked}; ${source}, skillLoader.ts`,
    rules: ["depth", "skipped-folder", "file-name", "link"],
  },
  {
    claim:
      "Name and description must be there, else the file is passed over without a word, as is one that is empty or cannot be read; they may be empty",
    source: `${asked}; ${source}, skillLoader.ts`,
    rules: [
      "readable",
      "not-empty",
      "name",
      "description",
      "name-text",
      "description-text",
      "frontmatter",
      "frontmatter-closed",
      "yaml",
      "mapping",
    ],
  },
  {
    claim:
      "Where the frontmatter is no YAML, or a value no text, the lines that begin with name: and description: count",
    source: `${asked}; ${source}, skillLoader.ts: parseSimpleFrontmatter`,
    rules: ["yaml"],
  },
  {
    claim:
      "The catalog stands in the system prompt, its own two skills first, then from the person's roots to the project's",
    source: asked,
    program: "Has more behind it in its system prompt; here it stands at the end. Their texts are not copied.",
    rules: ["catalog"],
  },
  {
    claim: "activate_skill hands out the text that was loaded, with a tree of the skill's folder",
    source: `${asked}; ${source}, activate-skill.ts`,
    program: "Asks the person before, but for its own skills.",
    rules: ["by-model"],
  },
  {
    claim: "/name makes the model's call itself, then sends the words behind it, or “Use the skill name”",
    source: `${source}, SkillCommandLoader.ts; the terminal, 24 November 2026; that another name's line is sent as typed, 29 November`,
    program:
      "Has the call and its result as turns of their own; here they are one message. Started with -p it sends the line as typed.",
    rules: ["by-person"],
  },
  {
    claim: "It does not start where one of its settings files cannot be read, or has a value of another kind",
    source: "Seen in Gemini CLI 0.61.0, 28 November 2026: `npm run verify -- gemini-cli` (trees gemini-value-…)",
    rules: ["startup"],
  },
  {
    claim:
      "skills.disabled in settings.json, the person's and the project's together, turns skills off in any case of letters; with skills.enabled: false in the last of them all are off",
    source: `${asked}; ${source}, settingsSchema`,
    rules: ["state", "feature"],
  },
  {
    claim: "Which extensions count: by name, version, extension-enablement.json and where they were linked from",
    source: `${asked}; ${source}, extension-manager`,
  },
  {
    claim:
      "Files in the working folder, and in the folder of a skill once it is activated, are read unasked, others not at all",
    source: `${asked} (tree access-read)`,
    program: "Refuses to read in a skill's folder before; the lab does not.",
  },
  {
    claim: "Every change asks first, and it has only commands that are for skills",
    source: "A choice of this lab",
  },
];
