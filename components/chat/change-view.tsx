import { DiffExcerpt } from "#components/ui/diff-excerpt.tsx";
import styles from "./change-view.module.css";

interface ChangeViewProps {
  readonly path: string;
  /** Absent for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What a write would do to a file, line by line, before it is done. */
export function ChangeView({ path, before, after }: ChangeViewProps) {
  return (
    <figure className={styles.change}>
      <figcaption>
        {before === undefined ? "New file" : "Change of"} <code>{path}</code>
      </figcaption>
      <DiffExcerpt
        label={`Lines of ${path}`}
        before={before ?? ""}
        after={after}
        same="The file would stay as it is."
      />
    </figure>
  );
}
