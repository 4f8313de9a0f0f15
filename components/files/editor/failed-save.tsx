import { CircleAlert } from "lucide-react";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import styles from "./file-editor.module.css";

/** Why a text could not be put into its file. It is still in the editor. */
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

/** Why a file as it is now would go with the page. What can be done about it is said, and done, at the foot of the page. */
export function KeptHereOnly({ failure }: { failure: Failure }) {
  return (
    <p role="alert" className={styles.note}>
      <CircleAlert size={14} aria-hidden />{" "}
      <span>Kept in this tab only, not saved: {lowerFirst(failureParts(failure).title)}.</span>
    </p>
  );
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
