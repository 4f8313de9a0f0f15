import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const asked = "Seen in Cline 3.0.65, 26 November 2026: `npm run verify -- cline`";
const source = "Read in source: cline/cline 21cb8d25 (22 August 2026), sdk/packages";
const loader = `${source}/core/src/extensions/config/user-instruction-config-loader.ts`;

/** Where each rule of Cline is written down, and what is left out here. */
export const clineEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim:
      "The person's .agents and .cline before the project's .agents, .cline and .clinerules, which count from the folder that holds .git: of one name, in any case of letters, the one that is read last stays, in the place of the first",
    source: `${asked}; ${source}/shared/src/storage/paths.ts: resolveSkillsConfigSearchPaths`,
    program:
      "Within a folder it reads skills as the disk lists them. Reads those of its plugins, of plugins for all agents in ~/.agents/plugins, and of folders in .cline with a managed.json, too: left out here.",
    rules: ["root", "name-taken"],
  },
  {
    claim: "A root's own SKILL.md, and folders directly in it, links among them",
    source: `${asked}; ${loader}: discoverSkillFiles`,
    rules: ["depth", "skipped-folder", "file-name", "link"],
  },
  {
    claim:
      "Without frontmatter, or without a name in it, a skill is called after its folder; one without instructions is passed over, and so is one whose name or description is no text",
    source: `${asked}; ${loader}: parseSkillConfigFromMarkdown`,
    rules: [
      ...(["readable", "not-empty", "body", "frontmatter", "frontmatter-closed", "yaml", "mapping"] as const),
      ...(["field-types", "name", "description", "name-text", "description-text"] as const),
    ],
  },
  {
    claim: "disabled: true or enabled: false in the frontmatter switches a skill off",
    source: `${asked}; ${loader}: parseSkillConfigFromMarkdown`,
    program: "Writes it there itself where a person switches the skill: left out here.",
    rules: ["state"],
  },
  {
    claim:
      "The description of its tool names the skills, one with a colon in lower case, and tells nothing else of them; without a skill there is no tool",
    source: `${asked}; ${source}/core/src/extensions/tools/definitions.ts: createSkillsTool`,
    rules: ["catalog"],
  },
  {
    claim: "skills hands out the description and the text, with the arguments before them",
    source: `${asked}; ${source}/core/src/extensions/config/user-instruction-plugin.ts`,
    rules: ["by-model"],
  },
  {
    claim: "A line with a slash is sent as typed: the tool's description asks the model to call the skill",
    source: `${asked}; cline/cline 21cb8d25, apps/cli/src/runtime/prompt.ts: shouldExpandSkillSlashCommands`,
    program: "In its mode yolo, or with the tool switched off, the skill's text is sent in its place: left out here.",
    rules: ["by-person"],
  },
  {
    claim:
      "Which files its tools may read and write, how it runs commands, and which commands it has that are not for skills",
    source:
      "A choice of this lab: the program asks by permissions of its own, and takes several shell commands in one call",
  },
];
