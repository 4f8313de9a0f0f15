import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { UpdateOffer } from "#lib/state/update.ts";
import { LookingNote, TrustChanges, useSinceTrusted } from "./since-trusted.tsx";
import styles from "./update.module.css";
import { UpdateEdits } from "./update-edits.tsx";
import { UpdateFiles, updateSummary } from "./update-files.tsx";
import { UpdateSkills } from "./update-skills.tsx";

/** What an update would change, and what would happen to the person's edits. Nothing happens until they confirm. */
export function UpdateDialog({ update }: { update: UpdateOffer }) {
  const { applyUpdate, dismissFailure } = useActions();
  const isReadOnly = useReadOnlyTab();
  const mount = useWorkspace(({ mounts }) => mounts.find(({ id }) => id === update.mountId));
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const [skills, setSkills] = useState<ReadonlySet<string>>(new Set());
  const { looking, retry } = useSinceTrusted(update.mountId);
  const { label, ref, from, to, comparison } = update;
  const footer = (
    <>
      <p className={styles.promise}>{lossText(theirs.size)}</p>
      <Button onClick={dismissFailure}>Cancel</Button>
      <Button variant="primary" disabled={isReadOnly} onClick={() => void applyUpdate({ theirs, skills: [...skills] })}>
        Update
      </Button>
    </>
  );
  return (
    <Dialog title={`Update ${label}`} size="large" dismissable={false} onClose={dismissFailure} footer={footer}>
      <div className={styles.content}>
        <p>
          <VisibleName text={ref} /> has moved from <code>{from.slice(0, 7)}</code> to <code>{to.slice(0, 7)}</code>:{" "}
          {updateSummary(comparison.changes)}.
        </p>
        <UpdateEdits update={update} theirs={theirs} onChange={setTheirs} />
        <UpdateSkills changes={update.skills} mount={mount} wanted={skills} onChange={setSkills} />
        <SinceTrustedPart looking={looking} retry={retry} />
        {/* Drawn once nothing can come above it any more, which would move it away from under a click. */}
        {looking.kind !== "looking" && (
          <UpdateFiles changes={comparison.changes} from={from.slice(0, 7)} to={to.slice(0, 7)} />
        )}
      </div>
    </Dialog>
  );
}

/** The update's changes that matter for trust, once known. The person may update without waiting for them. */
function SinceTrustedPart({ looking, retry }: ReturnType<typeof useSinceTrusted>) {
  if (looking.kind !== "found") return <LookingNote looking={looking} retry={retry} />;
  if (!looking.since?.summary) return null;
  return (
    <>
      <p>
        Since you trusted it: <strong>{looking.since.summary}</strong>.
      </p>
      <TrustChanges report={looking.since.report} />
    </>
  );
}

function lossText(taken: number): string {
  if (taken === 0) return "Your own changes stay. You can undo the update.";
  const what = taken === 1 ? "Your version of 1 file is removed" : `Your versions of ${taken} files are removed`;
  return `${what}. You can undo this until you change your sources again or leave.`;
}
