import { CircleAlert } from "lucide-react";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import styles from "./file-editor.module.css";

/** Why a text could not be saved. It is still in the editor. */
export function FailedSave({ failure }: { failure: Failure }) {
  const { what, next } = failureParts(failure);
  return (
    <p role="alert" className={styles.note}>
      <CircleAlert size={14} aria-hidden />{" "}
      <span>
        Not saved. {what} Your text is still here. {next}
      </span>
    </p>
  );
}
