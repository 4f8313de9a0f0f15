import type { Theme } from "#components/ui/site/theme.ts";
import type { Asked } from "#components/workspace/asked-dialog.ts";
import type { PanelId } from "#components/workspace/shown-context.tsx";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { WorkspaceActions } from "#lib/workspace/workspace.ts";

/** What actions act on: the workspace as it is at that moment, and the page around it. */
export interface ActionContext {
  readonly state: WorkspaceState;
  readonly verbs: WorkspaceActions;
  /** Opens a dialog or panel elsewhere in the page. */
  ask(part: Asked): void;
  /** Shows a panel and puts the focus into it. */
  showPanel(panel: PanelId | "problems"): void;
  /** Shows the conversation and puts the focus into the message box. */
  writeMessage(): void;
  /** Puts the focus into the next panel, or with -1 into the one before; round and round. */
  walkPanels(step: 1 | -1): void;
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

/**
 * The keys of an action. `command`: a lower-case letter with Control or, on a Mac, Command. `alone`: a character by itself,
 * however the keyboard types it; not where text is typed. `function`: a function key, which works everywhere.
 */
export interface Shortcut {
  readonly kind: "command" | "alone" | "function";
  readonly key: string;
  /** With Shift; for function keys, as other keys change with it. */
  readonly shift?: true;
}

/** A group of actions: those that are always there, and those that depend on the state. */
export type ActionGroup = (state: WorkspaceState) => readonly Action[];

/** Whether it can be done as things are. */
export function canBeDone({ changes, isPossible }: Action, state: WorkspaceState): boolean {
  if (changes && state.storage.kind === "elsewhere") return false;
  return isPossible?.(state) ?? true;
}

/** A shortcut as `aria-keyshortcuts` has it. */
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

/** Whether the person's keyboard is one of Apple's. In a page only. */
export function hasMacKeys(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Whether a key that was pressed is this shortcut. */
export function isPressed(shortcut: Shortcut, event: KeyPress): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (altKey) return false;
  if (shortcut.kind === "command") return key.toLowerCase() === shortcut.key && ctrlKey !== metaKey && !shiftKey;
  if (key !== shortcut.key || ctrlKey || metaKey) return false;
  return shortcut.kind === "alone" || shiftKey === (shortcut.shift ?? false);
}

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;
