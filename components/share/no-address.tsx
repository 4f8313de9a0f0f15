import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import styles from "./share.module.css";

/** Why there is no link, and what would give one. */
export function NoAddress() {
  const isEmpty = useWorkspace((state) => state.mounts.length === 0);
  if (isEmpty) return <p>Nothing is mounted yet. Open a repository first; then it can be shared.</p>;
  return (
    <div className={styles.form}>
      <p>
        <strong>An uploaded folder has no address.</strong> Its files are only in this browser and were never sent
        anywhere, so there is nothing that a link could lead to.
      </p>
      <p>
        To share it, push the folder to a repository (GitHub, GitLab, Codeberg, any git server), open that repository
        here, and share that. Or save the workspace as a file and hand that over.
      </p>
    </div>
  );
}
