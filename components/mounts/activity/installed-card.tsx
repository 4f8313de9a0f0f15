import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { formatCount, plural } from "#components/ui/format.ts";
import { VisibleName } from "#components/ui/text/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import styles from "./mount-activity.module.css";

/** Fetched when it is first opened. */
const ChooseSkillsDialog = fetchedDialog(
  async () => (await import("#components/mounts/choosing/choose-skills-dialog.tsx")).ChooseSkillsDialog,
);

/** Says what was just installed, and offers to choose among it. */
export function InstalledCard({ mountId }: { mountId: string }) {
  const mount = useWorkspace(({ mounts }) => mounts.find(({ id }) => id === mountId));
  const { countSkills, dismissFailure } = useActions();
  const [isChoosing, setChoosing] = useState(false);
  if (!mount) return null;
  const { all, installed } = countSkills(mountId);
  const what = installed === all ? plural(all, "skill") : `${formatCount(installed)} of ${plural(all, "skill")}`;
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <p role="status" className={styles.text}>
          <strong>{what}</strong> installed from <VisibleName text={mount.label} />.
        </p>
        <Button size="small" onClick={() => setChoosing(true)}>
          Choose skills
        </Button>
        <Button size="small" variant="quiet" onClick={dismissFailure}>
          Dismiss
        </Button>
      </div>
      {isChoosing && (
        <Suspense>
          <ChooseSkillsDialog mount={mount} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
