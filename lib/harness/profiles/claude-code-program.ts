import type { OwnSkill } from "#lib/harness/vocabulary/catalog.ts";

const words = (text: string) => text.split(" ");

/** Commands of 2.1.332 that draw in its terminal, and those that do not, as its tool distinguishes them. */
export const terminalCommands = words(
  "add-dir allowed-tools android background bashes bg branch btw bug cd color config continue copy cost diff " +
    "effort exit export fast feedback focus fork goal help hooks ide ios login logout marketplace mcp memory mobile " +
    "model passes permissions plan plugin plugins powerup quit release-notes rename resume skills",
);
export const plainCommands = words(
  "agents auto-mode-setup autocompact clear checkpoint compact context heapdump keybindings list-agents new " +
    "output-style recap reload-plugins reload-skills reset",
);

/** Other names of commands above. */
const secondNames = words(
  "allowed-tools android bashes bg continue cost ios marketplace plugins quit checkpoint new reset",
);

/** Names of its commands that a skill's label cannot have, as seen in its list of skills: those above by their first names, and more. */
export const commandNames = [
  ...[...terminalCommands, ...plainCommands].filter((name) => !secondNames.includes(name)),
  ...words(
    "batch debug doctor insights pro-trial-expired radio rewind run-skill-generator sandbox scroll-speed " +
      "setup-bedrock setup-vertex status statusline stickers subtask tasks team-onboarding terminal-setup theme tui " +
      "usage verify workflow-launch-exec workflows",
  ),
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
