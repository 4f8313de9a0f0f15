import { type ReactNode, useId } from "react";
import styles from "./help.module.css";

interface HelpProps {
  /** The subject of the explanation, for those who cannot see where the sign stands: `Requests`. */
  readonly about: string;
  readonly children: ReactNode;
}

/**
 * A *?* that opens an explanation. Uses the browser's own popover: opened by click, tap or key, closed by Escape or a click beside it, and
 * drawn over every dialog.
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
