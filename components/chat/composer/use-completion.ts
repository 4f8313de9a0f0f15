import { useMemo, useState } from "react";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Completion } from "#lib/harness/vocabulary/commands.ts";
import { freshPopup, type Popup, popupKey, shownOptions } from "./completion.ts";

export interface CompletionState {
  /** Empty while the popup is closed. */
  readonly options: readonly Completion[];
  readonly active: number;
  readonly accept: (option: Completion) => void;
  /** Whether the popup took the key. */
  readonly onKey: (key: string) => boolean;
}

const none: readonly Completion[] = [];

/** What the harness offers after a slash, and the keys that choose from it. */
export function useCompletion(line: string): CompletionState {
  const { complete, setMessageText } = useActions();
  const view = useWorkspace((state) => state.view);
  const [popup, setPopup] = useState<Popup>(() => freshPopup(line));
  const current = popup.line === line ? popup : freshPopup(line);
  const offered = useMemo(() => {
    const asked = line.startsWith("/") && !line.includes("\n") && view;
    return asked ? shownOptions(line, complete(line)) : none;
  }, [line, view, complete]);
  const options = current.closed ? none : offered;

  function accept(option: Completion) {
    setMessageText(`${option.insert} `);
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
