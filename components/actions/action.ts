import type { Theme } from "#components/ui/site/theme.ts";
import type { Asked } from "#components/workspace/asked-dialog.ts";
import type { PanelId } from "#components/workspace/shown-context.tsx";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { WorkspaceActions } from "#lib/workspace/open-workspace.ts";

/** What actions act on: the workspace at that moment, and the page around it. */
export interface ActionContext {
  readonly state: WorkspaceState;
  readonly verbs: WorkspaceActions;
  /** Opens a dialog or panel elsewhere in the page. */
  ask(part: Asked): void;
  /** Shows a panel and focuses it. */
  showPanel(panel: PanelId | "problems"): void;
  /** Shows the conversation and focuses the message box. */
  writeMessage(): void;
  /** Focuses the next panel, or with -1 the previous one; wraps around at the ends. */
  walkPanels(step: 1 | -1): void;
  chooseTheme(theme: Theme): void;
}

/** Something a person can do, described once: menu, palette and shortcuts are drawn from it. */
export interface Action {
  /** Unique among all actions. */
  readonly id: string;
  /** The button's text. */
  readonly label: string;
  /** A longer description, for lists. */
  readonly detail?: string;
  readonly keys?: Shortcut;
  readonly opensDialog?: true;
  /** Whether it changes the workspace; such an action is not possible in a read-only tab. */
  readonly changes?: true;
  /** Absent: always possible. */
  isPossible?(state: WorkspaceState): boolean;
  run(context: ActionContext): void;
}

/**
 * An action's keyboard shortcut. `command`: a lower-case letter with Control or, on a Mac, Command. `alone`: a character by itself, however
 * the keyboard types it; ignored where text is typed. `function`: a function key, which works everywhere.
 */
export interface Shortcut {
  readonly kind: "command" | "alone" | "function";
  readonly key: string;
  /** With Shift. Only for function keys, because Shift changes the character that other keys type. */
  readonly shift?: true;
}

/** Returns a group of actions for a state. Some are always in the group, others depend on the state. */
export type ActionGroup = (state: WorkspaceState) => readonly Action[];

/** Whether an action is possible in this state. */
export function canBeDone({ changes, isPossible }: Action, state: WorkspaceState): boolean {
  if (changes && state.storage.kind === "elsewhere") return false;
  return isPossible?.(state) ?? true;
}

/** A shortcut in the format of `aria-keyshortcuts`. */
export function spokenKeys(shortcut: Shortcut): string {
  const { kind, key, shift } = shortcut;
  if (kind === "command") return `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`;
  return shift ? `Shift+${key}` : key;
}

/** A shortcut as the keys of the person's keyboard are labelled: `["⌘", "K"]` on a Mac, `["Ctrl", "K"]` elsewhere. */
export function keyCaps(shortcut: Shortcut, isMac: boolean): readonly string[] {
  const { kind, key, shift } = shortcut;
  if (kind === "command") return [isMac ? "⌘" : "Ctrl", key.toUpperCase()];
  return shift ? [isMac ? "⇧" : "Shift", key] : [key];
}

/** Whether the person's keyboard is an Apple one. Call only in a browser. */
export function hasMacKeys(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Whether a key press is this shortcut. */
export function isPressed(shortcut: Shortcut, event: KeyPress): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (altKey) return false;
  if (shortcut.kind === "command") return letterOf(event) === shortcut.key && ctrlKey !== metaKey && !shiftKey;
  if (key !== shortcut.key || ctrlKey || metaKey) return false;
  return shortcut.kind === "alone" || shiftKey === (shortcut.shift ?? false);
}

/** The Latin letter of a key; on a keyboard for Cyrillic, Greek or Hebrew the one at its place. */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  return (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, "")).toLowerCase();
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;
