import type { Theme } from "#components/ui/site/theme.ts";
import type { PanelId } from "#components/workspace/shown-context.tsx";
import type { Action, ActionGroup } from "./action.ts";

export const find: Action = {
  id: "find",
  label: "Find a file, skill or action",
  keys: { kind: "command", key: "k" },
  opensDialog: true,
  run: ({ ask }) => ask("palette"),
};

export const share: Action = {
  id: "share",
  label: "Share",
  detail: "a link, a file, a badge, an embed",
  opensDialog: true,
  run: ({ ask }) => ask("share"),
};

export const settings: Action = {
  id: "settings",
  label: "Settings",
  detail: "model, keys and tokens",
  opensDialog: true,
  run: ({ ask }) => ask("settings"),
};

const showKeys: Action = {
  id: "keys",
  label: "Keyboard shortcuts",
  keys: { kind: "alone", key: "?" },
  opensDialog: true,
  run: ({ ask }) => ask("keys"),
};

const nextPanel: Action = {
  id: "next-panel",
  label: "Next panel",
  keys: { kind: "function", key: "F6" },
  run: ({ walkPanels }) => walkPanels(1),
};

const previousPanel: Action = {
  id: "previous-panel",
  label: "Previous panel",
  keys: { kind: "function", key: "F6", shift: true },
  run: ({ walkPanels }) => walkPanels(-1),
};

const takeOver: Action = {
  id: "take-over",
  label: "Take over",
  detail: "from the tab that saves this workspace",
  isPossible: ({ storage }) => storage.kind === "elsewhere",
  run: ({ verbs }) => void verbs.takeOver(),
};

const trySaving: Action = {
  id: "try-saving",
  label: "Try saving again",
  changes: true,
  isPossible: ({ storage }) => storage.kind === "memory" && storage.canTryAgain,
  run: ({ verbs }) => void verbs.trySaving(),
};

const panels: readonly (readonly [PanelId | "problems", string])[] = [
  ["chat", "conversation"],
  ["skills", "skills"],
  ["files", "files"],
  ["problems", "problems"],
  ["context", "context"],
];

const themes: readonly (readonly [Theme, string])[] = [
  ["light", "Light theme"],
  ["dark", "Dark theme"],
  ["system", "System theme"],
];

/** Actions on the workspace as a whole, and on the page around it. */
export const workspaceActions: ActionGroup = ({ mounts }) => {
  const shown = mounts.some(({ lesson }) => lesson) ? [["lesson", "lesson"] as const, ...panels] : panels;
  return [
    share,
    settings,
    showKeys,
    takeOver,
    trySaving,
    ...shown.map(([panel, name]): Action => {
      return { id: `panel ${panel}`, label: `Show the ${name}`, run: ({ showPanel }) => showPanel(panel) };
    }),
    nextPanel,
    previousPanel,
    ...themes.map(([theme, label]): Action => {
      return { id: `theme ${theme}`, label, run: ({ chooseTheme }) => chooseTheme(theme) };
    }),
  ];
};
