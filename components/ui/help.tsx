import { type ReactNode, useId } from "react";
import styles from "./help.module.css";

interface HelpProps {
  /** What is explained, for who cannot see where the sign stands: `Requests`. */
  readonly about: string;
  readonly children: ReactNode;
}

/**
 * A *?* behind which an explanation waits for who wants one. The browser's own popover: opened by a click, a tap or a key,
 * closed by Escape or a click beside it, and over every dialog.
 */
export function Help({ about, children }: HelpProps) {
  const id = useId();
  return (
    <>
      <button type="button" className={styles.sign} popoverTarget={id} aria-label={`About: ${about}`}>
        ?
      </button>
      <div id={id} popover="auto" role="note" className={styles.note}>
        {children}
      </div>
    </>
  );
}
