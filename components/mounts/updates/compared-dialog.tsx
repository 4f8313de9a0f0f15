import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import type { ImportComparison } from "#lib/state/update.ts";
import styles from "./update.module.css";
import { UpdateFiles, updateSummary } from "./update-files.tsx";

/** How an imported source differs from its host: every file with its diff. */
export function ComparedDialog({ compared }: { compared: ImportComparison }) {
  const { dismissFailure } = useActions();
  const { label, host, state, changes } = compared;
  const short = /^[0-9a-f]{40}$/.test(state) ? state.slice(0, 7) : state;
  const footer = (
    <>
      <p className={styles.promise}>Nothing was changed. To use the host's files, add the source itself.</p>
      <Button variant="primary" onClick={dismissFailure}>
        Close
      </Button>
    </>
  );
  return (
    <Dialog title={`${label} differs from the host`} size="large" onClose={dismissFailure} footer={footer}>
      <div className={styles.content}>
        <p>
          Its workspace file says it is <strong>{host}</strong> at <code>{short}</code>. It differs in{" "}
          {plural(changes.length, "file")}: {updateSummary(changes)}. It stays <em>not verified</em>.
        </p>
        <UpdateFiles changes={changes} from={short} to="imported" title="In the imported files" />
      </div>
    </Dialog>
  );
}
