import { type ReactNode, type ReactPortal, useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";

/**
 * Draws a dialog apart from its button. On a phone the button may be in a panel that is not shown, and with it would be
 * whatever is drawn there.
 */
export function apart(dialog: ReactNode): ReactPortal {
  return createPortal(dialog, document.body);
}

/** Dialogs that can be asked for from elsewhere than their own button. */
export type DialogId = "changes" | "compare" | "facts" | "new" | "report" | "settings" | "share" | "sources";

const asked = "skillground:dialog";

/** Has the button of a dialog open it. */
export function askFor(dialog: DialogId): void {
  window.dispatchEvent(new CustomEvent<DialogId>(asked, { detail: dialog }));
}

/** Calls `open` whenever the dialog is asked for. */
export function useAsked(dialog: DialogId, open: () => void): void {
  const onAsked = useEffectEvent((event: Event) => {
    if ((event as CustomEvent<DialogId>).detail === dialog) open();
  });
  useEffect(() => {
    const listen = (event: Event) => onAsked(event);
    window.addEventListener(asked, listen);
    return () => window.removeEventListener(asked, listen);
  }, []);
}
