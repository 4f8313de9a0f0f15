import type { ReactNode } from "react";
import late from "#components/ui/late-status.module.css";
import styles from "./panel.module.css";
import { useWorkspaceInSlices } from "./workspace-context.tsx";

interface PanelProps {
  /** The landmark's accessible name and heading. */
  readonly name: string;
  /** Counts, in small type beside the name. */
  readonly note?: ReactNode;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A panel of the lab: a landmark with a heading and content that scrolls by itself. */
export function Panel({ name, note, actions, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {actions && <span className={styles.actions}>{actions}</span>}
      </header>
      {children}
    </section>
  );
}

/** Shown in a panel until its part of what opens is drawn. Not a live region: the middle already announces the progress. */
export function OpeningNote() {
  const label = useWorkspaceInSlices(({ activity }) =>
    activity.kind === "cloning" ? activity.label : "the workspace",
  );
  return <p className={late.late}>Opening {label}…</p>;
}
