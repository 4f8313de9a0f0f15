import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import styles from "./harness-words.module.css";

/** A harness's own message about a file, verbatim, with invisible characters made visible. */
export function HarnessWords({ says }: { says: readonly string[] }) {
  return says.map((words) => (
    <pre key={words} className={styles.words}>
      <VisibleName text={words} form="text" />
    </pre>
  ));
}
