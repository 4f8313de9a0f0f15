import { Button } from "#components/ui/button.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import styles from "./rule-list.module.css";

/** The files are explained; a harness that reads them at its start only may still have what was there before. */
export function StaleExplanation() {
  const { reloadSkills } = useActions();
  const stale = useWorkspace((state) => state.view.stale);
  if (!stale) return null;
  return (
    <p className={styles.stale}>
      This is what stands in the files now. The running harness has not looked yet.{" "}
      <Button size="small" onClick={() => void reloadSkills()}>
        Reload now
      </Button>
    </p>
  );
}
