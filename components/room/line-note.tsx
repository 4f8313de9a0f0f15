import { failureParts } from "#lib/failure-text.ts";
import type { LineState } from "#lib/room/room-line.ts";
import styles from "./room.module.css";

/** For a teacher: why the line to their room is not there; nothing while it is, or comes for the first time. */
export function LineNote({ line }: { line: LineState }) {
  return (
    <p role="status" className={styles.trouble}>
      {line.kind === "failed" && wordsFor(line)}
    </p>
  );
}

function wordsFor({ failure, isOver }: Extract<LineState, { kind: "failed" }>): string {
  const { what, next } = failureParts(failure);
  return `${what} ${isOver ? next : "This page tries again by itself, and learners then send all that they have passed meanwhile."}`;
}
