import { useMemo, useState } from "react";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Completion } from "#lib/harness/vocabulary/commands.ts";
import type { FileCompletion } from "#lib/workspace/conversation/file-paths.ts";

/** A completion option: a command, a skill, or a file to attach. */
export type ComposerOption = Completion & Partial<FileCompletion>;

/** The completion popup for a line: which option is marked, and whether the person closed it. */
export interface Popup {
  /** The line that the popup is for; another line gets a fresh popup. */
  readonly line: string;
  readonly active: number;
  /** Whether the arrow keys were used; if not, Enter sends a complete line instead of taking the option. */
  readonly moved: boolean;
  readonly closed: boolean;
}

export function freshPopup(line: string): Popup {
  return { line, active: 0, moved: false, closed: false };
}

/** What a key does while the popup is open; `undefined` for keys that the popup does not handle. */
export type PopupKey =
  | { readonly kind: "move"; readonly to: number }
  | { readonly kind: "accept" }
  | { readonly kind: "close" };

export function popupKey(key: string, popup: Popup, options: readonly Completion[]): PopupKey | undefined {
  const { length } = options;
  switch (key) {
    case "ArrowDown":
      return { kind: "move", to: (popup.active + 1) % length };
    case "ArrowUp":
      return { kind: "move", to: (popup.active - 1 + length) % length };
    case "Escape":
      return { kind: "close" };
    case "Tab":
      return { kind: "accept" };
    case "Enter":
      return popup.moved || !isComplete(popup.line, options) ? { kind: "accept" } : undefined;
    default:
      return undefined;
  }
}

/** The options worth showing: none when the line already is the only one. */
export function shownOptions(line: string, options: readonly Completion[]): readonly Completion[] {
  return options.length === 1 && isComplete(line, options) ? [] : options;
}

/** Whether the line already equals an option, so that Enter should send it. An option that cannot be called yet does not count. */
function isComplete(line: string, options: readonly Completion[]): boolean {
  return options.some(({ insert, elsewhere, isPending }) => {
    return elsewhere === undefined && !isPending && insert === line.trim();
  });
}

export interface CompletionState {
  /** Empty while the popup is closed. */
  readonly options: readonly ComposerOption[];
  readonly active: number;
  readonly accept: (option: ComposerOption) => void;
  /** Handles a key; returns whether the popup used it. */
  readonly onKey: (key: string) => boolean;
}

const none: readonly ComposerOption[] = [];

/** Matches an at sign and the beginning of a file's name at the end of a line. */
const fileStart = /(?:^|\s)@([^\s@]*)$/;

/** The completion for a line: the harness's options after a slash, files after an at sign, and the keys that choose. */
export function useCompletion(line: string): CompletionState {
  const { complete, completeFile, attachPath, reloadSkills, setMessageText, tryOut } = useActions();
  const view = useWorkspace((state) => state.view);
  const [popup, setPopup] = useState<Popup>(() => freshPopup(line));
  const current = popup.line === line ? popup : freshPopup(line);
  const offered = useMemo(() => {
    const begun = fileStart.exec(line)?.[1];
    if (begun !== undefined) return completeFile(begun);
    const asked = /^[/$]/.test(line) && !line.includes("\n") && view;
    return asked ? shownOptions(line, complete(line)) : none;
  }, [line, view, complete, completeFile]);
  const options = current.closed ? none : offered;

  function accept(option: ComposerOption) {
    if (option.file !== undefined) {
      void attachPath(option.file);
      setMessageText(`${line.replace(/@[^\s@]*$/, () => option.insert)} `);
    } else if (option.elsewhere === undefined) {
      setMessageText(`${option.insert} `);
      if (option.isPending) void reloadSkills();
    } else {
      // What is typed so far only names the skill.
      setMessageText("");
      void tryOut(option.elsewhere);
    }
  }
  function onKey(key: string): boolean {
    const effect = options.length > 0 ? popupKey(key, current, options) : undefined;
    if (!effect) return false;
    const marked = options[current.active];
    if (effect.kind === "move") setPopup({ ...current, active: effect.to, moved: true });
    else if (effect.kind === "close") setPopup({ ...current, closed: true });
    else if (marked) accept(marked);
    return true;
  }
  return { options, active: current.active, accept, onKey };
}
