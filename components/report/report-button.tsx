import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Mount } from "#lib/workspace/state/mount.ts";
import styles from "./report-button.module.css";

/** Fetched when it is first opened. */
const ReportDialog = fetchedDialog(async () => (await import("./report-dialog.tsx")).ReportDialog);

/** Opens the report on what is mounted; nothing where nothing is. */
export function ReportButton() {
  const isEmpty = useWorkspace(({ mounts }) => mounts.length === 0);
  return isEmpty ? null : (
    <span className={styles.wide}>
      <OpenReport label="Report" />
    </span>
  );
}

/** Opens the report on one mount, from its row. `onLeave`: called when a place in it is shown instead. */
export function MountReportButton({ mount, onLeave }: { mount: Mount; onLeave: () => void }) {
  return <OpenReport label={visibleName(`Report on ${mount.label}`)} mountId={mount.id} onLeave={onLeave} isSmall />;
}

interface OpenReportProps {
  readonly label: string;
  readonly mountId?: string;
  readonly onLeave?: () => void;
  readonly isSmall?: true;
}

function OpenReport({ label, mountId, onLeave, isSmall }: OpenReportProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={label}
        {...(isSmall && { size: "small" })}
        onClick={() => setOpen(true)}
      >
        Report
      </Button>
      {open && (
        <Suspense>
          <ReportDialog mountId={mountId} onClose={() => setOpen(false)} onShown={() => onLeave?.()} />
        </Suspense>
      )}
    </>
  );
}
