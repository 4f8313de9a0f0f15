import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import styles from "./dialog.module.css";
import { closeDialog, DialogSheet, onEscape, useClickBeside } from "./dialog.tsx";
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
 * What a button with a chevron opens, below the button and over a page that stays usable: for choosing, where `Dialog` is for deciding.
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
    opener.current = document.activeElement;
    // Also when the window changes its size, as when a tablet is turned.
    const stand = () => standBelow(element, opener.current);
    if (matchMedia("(max-width: 860px)").matches) element.showModal();
    else {
      element.show();
      stand();
      window.addEventListener("resize", stand);
    }
    return () => {
      window.removeEventListener("resize", stand);
      closeDialog(element);
    };
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

/** The style sheet keeps it within the window, also before the page hears of a new size. */
function standBelow(element: HTMLElement, opener: Element | null): void {
  const from = opener?.getBoundingClientRect();
  // If it was opened by a key or from the palette, there is no button in sight.
  const [left, top] = from && from.width > 0 && opener !== document.body ? [from.left, from.bottom] : [12, 48];
  element.style.setProperty("--left", `${left}px`);
  element.style.setProperty("--top", `${top}px`);
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
    const onLeave = (event: Event) => leave(event);
    const onKey = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener("pointerdown", onLeave, true);
    window.addEventListener("focusin", onLeave);
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("pointerdown", onLeave, true);
      window.removeEventListener("focusin", onLeave);
      window.removeEventListener("keydown", onKey);
    };
  }, []);
}
