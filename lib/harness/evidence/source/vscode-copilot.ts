import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";

const folder = "src/vs/workbench/contrib/chat/common/promptSyntax";
const compiled = `Read in source, not run: microsoft/vscode (read on 22 November 2026), ${folder}/service/promptsServiceImpl.ts as another repository has it compiled`;

/** Where each rule of VS Code's Copilot is written down, and what is left out here. */
export const vscodeCopilotEvidence: readonly Evidence<RuleCode>[] = [
  {
    claim: "Three folders of the workspace, then three of the person",
    source: `Read in source, not run: microsoft/vscode 0783120b (read on 22 November 2026), ${folder}/config/promptFileLocations.ts: DEFAULT_SKILL_SOURCE_FOLDERS`,
    program: "Reads chat.agentSkillsLocations, skills of plugins and of extensions after these.",
    rules: ["root"],
  },
  {
    claim: "Folders directly in a root, with a SKILL.md in any case of letters",
    source: `Read in source, not run: microsoft/vscode 0783120b (read on 22 November 2026), ${folder}/config/promptFileLocations.ts: SKILL_FILENAME`,
    rules: ["depth", "file-name", "link", "skipped-folder"],
  },
  {
    claim: "A skill is called after its folder, whatever its frontmatter says, and loads without name and description",
    source: `${compiled}: computeSkillDiscoveryInfo`,
    program:
      "Has a YAML reader of its own, which takes more than this lab's; a name is cut at 64 characters before it is compared.",
    rules: ["readable", "not-empty", "frontmatter", "frontmatter-closed", "yaml", "mapping", "name", "description"],
  },
  {
    claim: "Of one name the first stays, the workspace's before the person's",
    source: `${compiled}: getSkillPriority, computeSkillDiscoveryInfo`,
    program: "Says so in its view of diagnostics alone.",
    rules: ["name-taken"],
  },
  {
    claim: "A skill can be disabled in its views, which keep that in a store of their own",
    source: `${compiled}: setDisabledPromptFiles; left out here`,
    rules: ["state"],
  },
  {
    claim: "Skills stand in a list in a system message, with up to 1,024 characters of each description",
    source: `Read in source, not run: microsoft/vscode 0155379d (read on 22 November 2026), ${folder}/computeAutomaticInstructions.ts; ${compiled}: truncateAgentSkillDescription`,
    program: "Takes tags out of descriptions, and puts the list beside its instructions; here it stands at the end.",
    rules: ["catalog", "budget"],
  },
  {
    claim: "The model reads the file with its tool read_file",
    source: `Read in source, not run: microsoft/vscode 0155379d (read on 22 November 2026), ${folder}/computeAutomaticInstructions.ts`,
    rules: ["by-model"],
  },
  {
    claim: "A person types / and the skill’s name, unless user-invocable is false",
    source: `${compiled}: cachedSlashCommands, userInvocable`,
    program: "What it then sends was not read.",
    rules: ["by-person"],
  },
  {
    claim: "Which files its tools may read and write",
    source: "A choice of this lab: the program asks by settings of its own",
  },
];
