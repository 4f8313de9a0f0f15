import type { ReactNode } from "react";
import late from "#components/ui/late-status.module.css";
import styles from "./panel.module.css";
import { useWorkspace } from "./workspace-context.tsx";

interface PanelProps {
  /** The landmark's name and heading. */
  readonly name: string;
  /** Counts, in small type beside the name. */
  readonly note?: ReactNode;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the lab: a landmark with a heading, whose content scrolls by itself. */
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

/** Stands in a panel until what it shows is known. Not read aloud: the middle tells how far it is. */
export function OpeningNote() {
  const label = useWorkspace(({ activity }) => (activity.kind === "cloning" ? activity.label : "the workspace"));
  return <p className={late.late}>Opening {label} …</p>;
}
