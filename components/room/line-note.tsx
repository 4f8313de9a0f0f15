import { failureParts } from "#lib/failure-text.ts";
import type { LineState } from "#lib/room/room-line.ts";
import styles from "./room.module.css";

/** Why the line to a room is not there; nothing while it is, or comes for the first time. */
export function LineNote({ line }: { line: LineState }) {
  const { what, safe, next } = line.kind === "failed" ? failureParts(line.failure) : { what: "", safe: "", next: "" };
  return (
    <p role="status" className={styles.trouble}>
      {line.kind === "failed" && `${what} ${safe} ${next}`}
    </p>
  );
}
