import { type ReactNode, type ReactPortal, useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";

/** Renders a dialog apart from its button: on a phone the button may be in a hidden panel, which would hide a dialog inside it. */
export function apart(dialog: ReactNode): ReactPortal {
  return createPortal(dialog, document.body);
}

/** Dialogs and panels that can be opened from elsewhere than their own button. */
export type Asked =
  | "changes"
  | "compare"
  | "conversations"
  | "discard"
  | "edit"
  | "evals"
  | "facts"
  | "keys"
  | "move"
  | "new"
  | "overlap"
  | "palette"
  | "report"
  | "settings"
  | "share"
  | "sources"
  | "terminal"
  | "trial"
  | "trim";

/** What opens the parts that are rendered. */
const openers = new Set<{ readonly part: Asked; readonly open: () => void }>();

/** The dialog that was asked for but has not opened yet, as its part of the page may not be rendered. */
let waiting: { readonly part: Asked; readonly since: number } | undefined;

/** Milliseconds after which a waiting request to open is dropped. */
const patience = 2000;

/**
 * Opens a part that is rendered elsewhere in the page, at once or when it is rendered a moment later. It is called, not sent an event: React
 * draws what a key or a click has changed before the next key arrives, and would take an event of our own for neither.
 */
export function askFor(part: Asked): void {
  const found = [...openers].filter((opener) => opener.part === part);
  waiting = found.length > 0 ? undefined : { part, since: performance.now() };
  for (const { open } of found) open();
}

/** Calls `open` whenever somebody asks for `part`. */
export function useAsked(part: Asked, open: () => void): void {
  const onAsked = useEffectEvent(open);
  const onDrawn = useEffectEvent(() => {
    if (waiting?.part !== part || performance.now() - waiting.since > patience) return;
    waiting = undefined;
    open();
  });
  useEffect(() => {
    const opener = { part, open: () => onAsked() };
    openers.add(opener);
    onDrawn();
    return () => void openers.delete(opener);
  }, [part]);
}
