import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatBytes } from "#lib/format-count.ts";
import styles from "./file.module.css";

/** The path of the open file, and its size in bytes. */
export function FilePath({ path, size }: { path: string; size: number }) {
  return (
    <h2 className={styles.path} title={visibleName(path)}>
      <code>
        <bdi>
          <VisibleName text={path} />
        </bdi>
      </code>
      <span>{formatBytes(size)}</span>
    </h2>
  );
}
