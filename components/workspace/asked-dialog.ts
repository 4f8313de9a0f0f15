import { type ReactNode, type ReactPortal, useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";

/**
 * Draws a dialog apart from its button. On a phone the button may be in a panel that is not shown, and with it would be
 * whatever is drawn there.
 */
export function apart(dialog: ReactNode): ReactPortal {
  return createPortal(dialog, document.body);
}

/** Dialogs, and what else can be asked for from elsewhere than its own button. */
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
  | "palette"
  | "report"
  | "settings"
  | "share"
  | "sources"
  | "terminal"
  | "trial";

const asked = "skillground:dialog";

/** The dialog that was asked for and has not opened yet, as its part of the page may not be drawn. */
let waiting: { readonly part: Asked; readonly since: number } | undefined;

/** Milliseconds after which nobody expects it any more. */
const patience = 2000;

/** Has what has its place elsewhere in the page open itself, at once or when it is drawn a moment later. */
export function askFor(part: Asked): void {
  const isTaken = !window.dispatchEvent(new CustomEvent<Asked>(asked, { detail: part, cancelable: true }));
  waiting = isTaken ? undefined : { part, since: performance.now() };
}

/** Calls `open` whenever this is asked for. */
export function useAsked(part: Asked, open: () => void): void {
  const onAsked = useEffectEvent((event: Event) => {
    if ((event as CustomEvent<Asked>).detail !== part) return;
    event.preventDefault();
    open();
  });
  const onDrawn = useEffectEvent(() => {
    if (waiting?.part !== part || performance.now() - waiting.since > patience) return;
    waiting = undefined;
    open();
  });
  useEffect(() => {
    const listen = (event: Event) => onAsked(event);
    window.addEventListener(asked, listen);
    onDrawn();
    return () => window.removeEventListener(asked, listen);
  }, []);
}
