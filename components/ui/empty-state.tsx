import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import late from "./late-status.module.css";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What it means, and what to do about it. */
  readonly children?: ReactNode;
}

/** Stands in place of an empty list. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
    </div>
  );
}

/** Says what is being waited for, once the wait is long enough to be noticed: what comes at once should not flash. */
export function LateStatus({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={late.late}>
      {children}
    </p>
  );
}
