import type { ReactNode } from "react";
import styles from "./late-status.module.css";

/** Says what is being waited for, from when the wait is long enough to notice: what comes at once should not flash. */
export function LateStatus({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.late}>
      {children}
    </p>
  );
}
