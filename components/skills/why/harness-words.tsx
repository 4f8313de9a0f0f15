import { VisibleName } from "#components/ui/visible-text.tsx";
import styles from "./harness-words.module.css";

/** What a harness says of a file, word for word, with what hides in it shown. */
export function HarnessWords({ says }: { says: readonly string[] }) {
  return says.map((words) => (
    <pre key={words} className={styles.words}>
      <VisibleName text={words} form="text" />
    </pre>
  ));
}
