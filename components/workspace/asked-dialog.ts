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

const asked = "skillground:dialog";

/** The dialog that was asked for but has not opened yet, as its part of the page may not be rendered. */
let waiting: { readonly part: Asked; readonly since: number } | undefined;

/** Milliseconds after which a waiting request to open is dropped. */
const patience = 2000;

/** Opens a part that is rendered elsewhere in the page, at once or when it is rendered a moment later. */
export function askFor(part: Asked): void {
  const isTaken = !window.dispatchEvent(new CustomEvent<Asked>(asked, { detail: part, cancelable: true }));
  waiting = isTaken ? undefined : { part, since: performance.now() };
}

/** Calls `open` whenever somebody asks for `part`. */
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
