import type { Theme } from "#components/ui/theme.ts";
import type { Asked } from "#components/workspace/asked-dialog.ts";
import type { PanelId } from "#components/workspace/shown-context.tsx";
import type { WorkspaceActions } from "#lib/workspace/actions.ts";
import type { WorkspaceState } from "#lib/workspace/state.ts";

/** What actions act on: the workspace as it is at that moment, and the page around it. */
export interface ActionContext {
  readonly state: WorkspaceState;
  readonly verbs: WorkspaceActions;
  /** Opens a dialog or panel elsewhere in the page. */
  ask(part: Asked): void;
  /** Shows a panel and puts the focus into it. */
  showPanel(panel: PanelId | "problems"): void;
  chooseTheme(theme: Theme): void;
}

/** Something that a person can do, in one object: menu, palette and shortcuts draw on it. */
export interface Action {
  /** Names it among all. */
  readonly id: string;
  /** What its button says. */
  readonly label: string;
  /** What it does in more words, for a list. */
  readonly detail?: string;
  readonly keys?: Shortcut;
  /** Whether it opens a dialog. */
  readonly opensDialog?: true;
  /** Whether it changes the workspace: then it cannot be done in a tab that only looks. */
  readonly changes?: true;
  /** Absent: always. */
  isPossible?(state: WorkspaceState): boolean;
  run(context: ActionContext): void;
}

/** A letter with Control or, on a Mac, Command. */
export interface Shortcut {
  readonly letter: string;
}

/** A group of actions: those that are always there, and those that depend on the state. */
export type ActionGroup = (state: WorkspaceState) => readonly Action[];

/** Whether it can be done as things are. */
export function canBeDone({ changes, isPossible }: Action, state: WorkspaceState): boolean {
  if (changes && state.storage.kind === "elsewhere") return false;
  return isPossible?.(state) ?? true;
}

/** A shortcut as `aria-keyshortcuts` has it. */
export function spokenKeys({ letter }: Shortcut): string {
  return `Control+${letter.toUpperCase()} Meta+${letter.toUpperCase()}`;
}

/** Whether a key that was pressed is this shortcut. */
export function isPressed({ letter }: Shortcut, event: KeyPress): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  return key.toLowerCase() === letter && ctrlKey !== metaKey && !shiftKey && !altKey;
}

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;
