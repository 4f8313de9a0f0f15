import { X } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { useKeptFocus } from "./focus.ts";
import { VisibleName } from "./visible/visible-text.tsx";

interface DialogProps {
  /** Accessible name and heading. */
  readonly title: string;
  /** Called when the person closes the dialog: by Escape, the close button, or a click beside it. */
  readonly onClose: () => void;
  readonly size?: "small" | "medium" | "large" | "wide";
  /** Whether a click beside the dialog closes it. Not if something must be decided. */
  readonly dismissable?: boolean;
  readonly children: ReactNode;
  /** Buttons, kept in sight at the bottom. */
  readonly footer?: ReactNode;
}

/**
 * A modal dialog on the native element, which keeps the focus inside and gives it back. It is open for as long as it is rendered: `{open &&
 * <Dialog …>}`. It is rendered at the end of the page, not inside what opened it: a panel that is hidden in a narrower window would hide
 * the dialog too, and leave the page behind it inert.
 */
export function Dialog({ title, onClose, size = "medium", dismissable = true, children, footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => (dialog.current ? openDialog(dialog.current) : undefined), []);
  useKeptFocus(dialog);
  const beside = useClickBeside(() => dismissable && onClose());
  return createPortal(
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={heading}
      onCancel={onEscape(onClose)}
      {...beside}
    >
      <DialogSheet heading={heading} title={title} onClose={onClose} footer={footer}>
        {children}
      </DialogSheet>
    </dialog>,
    document.body,
  );
}

/**
 * Opens a dialog: modal, unless something stands around it.
 * @returns closes it before it is removed. It gives back the focus, and an editor its caret, which would stand at its start. A selection in
 * the dialog goes first: Chromium (156) keeps it in a text box, and when that is removed, one that has got the focus back takes no letter
 * until it is clicked
 */
export function openDialog(dialog: HTMLDialogElement, isModal = true): () => void {
  const selection = getSelection();
  const caret = selection?.rangeCount && selection.getRangeAt(0).cloneRange();
  dialog[isModal ? "showModal" : "show"]();
  return () => {
    // A menu that closes because the focus has left it leaves the caret where it is now.
    const hasFocus = dialog.contains(document.activeElement);
    if (hasFocus) selection?.removeAllRanges();
    dialog.close();
    if (!hasFocus || !caret || !document.activeElement?.contains(caret.startContainer)) return;
    selection?.removeAllRanges();
    selection?.addRange(caret);
  };
}

/**
 * Handlers for a dialog that tell of a click beside it, which must have begun there, too: who selects text in a box may let go of the mouse
 * outside, and a list may change under the pointer.
 */
export function useClickBeside(onClick: () => void) {
  const hasBegun = useRef(false);
  const isBeside = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget;
  return {
    onPointerDown(event: SyntheticEvent) {
      hasBegun.current = isBeside(event);
    },
    onClick(event: SyntheticEvent) {
      if (hasBegun.current && isBeside(event)) onClick();
    },
  };
}

/**
 * A `ref` for the box that gets the focus when its dialog opens, or when it appears there: sets `autofocus`, which React does not put into
 * the DOM, and which has no effect later.
 */
export function takeFocus(box: HTMLElement | null): void {
  box?.setAttribute("autofocus", "");
  box?.focus();
}

interface ConfirmDialogProps {
  readonly title: string;
  /** Text of the button that confirms. */
  readonly verb: string;
  /** Text of the button that changes nothing. */
  readonly keep?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will be lost, and what stays. */
  readonly children: ReactNode;
}

/** Asks before something is lost that a person may want to keep. */
export function ConfirmDialog({ title, verb, keep = "Keep it", onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface DialogSheetProps {
  /** Id of the heading, which names the dialog. */
  readonly heading: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly isMenu?: boolean;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** The inside of a dialog: its heading with the button that closes it, its content, and its buttons, kept in sight at the bottom. */
export function DialogSheet({ heading, title, onClose, isMenu = false, children, footer }: DialogSheetProps) {
  return (
    <div className={styles.sheet}>
      <div className={isMenu ? styles.menuHead : styles.head}>
        <h2 id={heading}>
          <VisibleName text={title} />
        </h2>
        <IconButton label="Close" size={isMenu ? "small" : "medium"} onClick={onClose}>
          <X size={isMenu ? 14 : 16} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </div>
  );
}

/** Handles Escape. A file input inside fires the same event; only the dialog's own closes it. */
export function onEscape(close: () => void) {
  return (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  };
}
