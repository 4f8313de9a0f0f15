import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import styles from "./dialog.module.css";
import { DialogSheet, onEscape, openDialog, useClickBeside } from "./dialog.tsx";
import { useKeptFocus } from "./focus.ts";

interface MenuDialogProps {
  /** Accessible name and heading. */
  readonly title: string;
  /** Called when the person closes the menu: by Escape, a click beside it, or moving the focus elsewhere. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, kept in sight at the bottom. */
  readonly footer?: ReactNode;
}

/**
 * What a button with a chevron opens, below the button and over a page that stays usable: for choosing, where `Dialog` is for deciding. The
 * button tells by `aria-expanded` that it is open, however it was opened.
 * Takes the focus and gives it back. On a phone, where there is no room beside it, it is modal. Open for as long as it is rendered, like a
 * dialog.
 */
export function MenuDialog({ title, onClose, children, footer }: MenuDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    opener.current = document.querySelector("[aria-haspopup='dialog'][aria-expanded='true']");
    standBelow(element, opener.current);
    return openDialog(element, matchMedia("(max-width: 860px)").matches);
  }, []);
  useKeptFocus(dialog);
  useLeaving((target) => {
    const isInside = dialog.current?.contains(target) || opener.current?.contains(target);
    // A click in a dialog that was opened from this menu does not leave the menu.
    const isAbove = target instanceof Element && target.closest("dialog") !== null;
    return !isInside && !isAbove;
  }, onClose);
  const beside = useClickBeside(onClose);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles.menu}`}
      aria-labelledby={heading}
      onCancel={onEscape(onClose)}
      // A click on the backdrop, where the menu is modal.
      {...beside}
    >
      <DialogSheet heading={heading} title={title} isMenu onClose={onClose} footer={footer}>
        {children}
      </DialogSheet>
    </dialog>
  );
}

/** Where there is room for that: the style sheet keeps it within the window, also when that changes its size. */
function standBelow(element: HTMLElement, opener: Element | null): void {
  const from = opener?.getBoundingClientRect();
  // The button may be in a panel that is not in sight.
  if (!from?.width) return;
  element.style.setProperty("--left", `${from.left}px`);
  element.style.setProperty("--top", `${from.bottom}px`);
}

/** Closes the menu by Escape, and when the pointer or the focus goes to a node that is outside by `isBeside`. */
function useLeaving(isBeside: (target: Node) => boolean, onClose: () => void): void {
  const leave = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && target !== document && isBeside(target)) onClose();
  });
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog:modal")) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onLeave = (event: Event) => leave(event);
    window.addEventListener("pointerdown", onLeave, { signal, capture: true });
    window.addEventListener("focusin", onLeave, { signal });
    window.addEventListener("keydown", (event) => onEscape(event), { signal });
    return () => leaving.abort();
  }, []);
}
