import { formatBytes } from "#components/ui/format.ts";
import styles from "./file-viewer.module.css";

/** Where the file that is shown lies, and its size in bytes. */
export function FilePath({ path, size }: { path: string; size: number }) {
  return (
    <h2 className={styles.path} title={path}>
      <code>
        <bdi>{path}</bdi>
      </code>
      <span>{formatBytes(size)}</span>
    </h2>
  );
}
