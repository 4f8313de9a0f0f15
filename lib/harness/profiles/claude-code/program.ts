import type { OwnCalls, OwnSkill } from "#lib/harness/vocabulary/catalog.ts";

const words = (text: string) => text.split(" ");

/**
 * Names that 2.1.332 has of its own, in its order: of skills that it bundles, and of its other commands. Before a second name for the one in
 * front of it stands "=". Behind a skill that its tool calls stands "~", behind one that it says only a person calls "!", and behind a
 * command that draws nothing in the terminal ".".
 */
const bundled = words(
  "batch! claude-api~ dataviz~ debug! fewer-permission-prompts~ keybindings-help~ loop~ plugin-authoring~ run~ " +
    "run-skill-generator! simplify~ update-config~ verify! workflow-authoring~ code-review~ =review~",
);
const others = words(
  "add-dir agents. auto-mode-setup. autocompact. branch compact. doctor! fork btw cd clear. =reset. =new. color " +
    "config =settings context. copy diff background =bg effort exit =quit fast focus heapdump. help ide init~ insights! " +
    "keybindings. mcp memory mobile =ios =android model output-style. permissions =allowed-tools plugin =plugins " +
    "=marketplace powerup pro-trial-expired release-notes reload-plugins. reload-skills. rename =name resume =continue " +
    "scroll-speed security-review~ setup-bedrock setup-vertex skills stickers. subtask status statusline! " +
    "team-onboarding! terminal-setup theme tui feedback =bug =share rewind. =checkpoint. =undo. recap. sandbox usage " +
    "=cost =stats export passes plan goal hooks list-agents. =peers. login logout tasks =bashes radio. " +
    "workflow-launch-exec! workflows",
);
const bare = (marked: readonly string[]) => marked.map((each) => each.replace(/[=~!.]/g, ""));
const those = (marks: RegExp) => bare([...bundled, ...others].filter((each) => marks.test(each)));

export const programNames = { bundled: bare(bundled), others: bare(others) };
/** Commands that draw something in the terminal. */
export const terminalCommands = those(/\w$/);
const plainCommands = those(/\.$/);
/** Commands that have nothing to do with skills. */
export const otherCommands = [...terminalCommands, ...plainCommands];
/** Names that a skill's label cannot have. */
export const commandNames = those(/^\w/);

const askPerson = "Ask the user to run /{asked} themselves — it cannot be invoked via the Skill tool.";
const notForTool = (kind: string) => `{asked} is a ${kind}, not a skill. ${askPerson}`;

/** Its tool's answer to a call of what only a person may call. */
export const forPerson = [
  `Skill {asked} cannot be used with Skill tool due to disable-model-invocation. ${askPerson}`,
  "Do not replicate this skill's workflow by other means — it is reserved for explicit user invocation.",
].join(" ");

/** Its tool's answers to calls of its commands. */
export const commandCalls = [
  { names: terminalCommands, says: notForTool("UI command") },
  { names: plainCommands, says: notForTool("built-in CLI command") },
  { names: those(/!$/), says: forPerson },
];

/** The skills that 2.1.332 bundles and lists, with the columns of their summaries. */
export const ownSkills: readonly OwnSkill[] = [
  { name: "dataviz", columns: 1436 },
  { name: "update-config", columns: 690 },
  { name: "keybindings-help", columns: 228 },
  { name: "code-review", columns: 835 },
  { name: "simplify", columns: 176 },
  { name: "fewer-permission-prompts", columns: 163 },
  { name: "loop", columns: 336 },
  { name: "claude-api", columns: 1155 },
  { name: "workflow-authoring", columns: 230 },
  { name: "run", columns: 361 },
  { name: "plugin-authoring", columns: 255 },
  { name: "init", columns: 59, isCut: true },
  { name: "security-review", columns: 71, isCut: true },
];

/** What it makes of calls of these. Their texts are its maker's, and not copied. */
export const ownCalls: OwnCalls = {
  launched: "Launching skill: {asked}\n\nThe text of {asked} is Claude Code's own, and not known here.",
  typed: "/{asked} is a skill that Claude Code brings along. Its text is not known here, so nothing was sent.",
  off: "Skill {asked} is disabled for model invocation in skillOverrides settings",
  allOff:
    "Skill {asked} is disabled for model invocation by the disableBundledSkills setting or CLAUDE_CODE_DISABLE_BUNDLED_SKILLS env var",
};
