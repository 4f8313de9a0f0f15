import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { useKeptFocus } from "./focus.ts";
import { VisibleName } from "./visible-text.tsx";

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
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useKeptFocus(dialog);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, through onCancel
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file input inside fires the same event; only the dialog's own event closes it.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => dismissable && event.target === event.currentTarget && onClose()}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={heading}>
            <VisibleName text={title} />
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </div>
    </dialog>,
    document.body,
  );
}

/** A `ref` for the box that gets the focus when its dialog opens: sets `autofocus`, which React does not put into the DOM. */
export function takeFocus(box: HTMLElement | null): void {
  box?.setAttribute("autofocus", "");
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
