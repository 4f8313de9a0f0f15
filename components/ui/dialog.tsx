import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { useKeptFocus } from "./focus.ts";
import { VisibleName } from "./visible-text.tsx";

interface DialogProps {
  /** The dialog's accessible name and heading. */
  readonly title: string;
  /** Called when the person closes it: Escape, the close button, a click beside it. */
  readonly onClose: () => void;
  readonly size?: "small" | "medium" | "large" | "wide";
  /** Whether a click beside it closes it. Not where something must be decided. */
  readonly dismissable?: boolean;
  readonly children: ReactNode;
  /** Buttons, kept in sight at the bottom. */
  readonly footer?: ReactNode;
}

/**
 * A modal dialog on the native element, which keeps the focus inside and gives it back. It is open for as
 * long as it is rendered: `{open && <Dialog …>}`. It stands beside the page, not within what opened it: a panel that
 * a narrower window hides would take the dialog along, and leave the page behind it out of reach.
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
        // A file input inside fires the same event; only the dialog's own closes it.
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

/** For the box that a dialog gives the focus to as it opens, as `ref`. React keeps `autoFocus` to itself. */
export function takeFocus(box: HTMLElement | null): void {
  box?.setAttribute("autofocus", "");
}

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button that does it says. */
  readonly verb: string;
  /** What the one says that leaves all as it is. */
  readonly keep?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What goes, and what stays. */
  readonly children: ReactNode;
}

/** Asks before something goes that a person may want to keep. */
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
