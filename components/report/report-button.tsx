import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import styles from "./report-button.module.css";

/** Fetched when it is first opened. */
const ReportDialog = fetchedDialog(async () => (await import("./report-dialog.tsx")).ReportDialog);

/** Opens the report on what is mounted; nothing where nothing is. A link asks for it by `view=report`, once the lab is open. */
export function ReportButton() {
  const isEmpty = useWorkspace(({ mounts }) => mounts.length === 0);
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const [isOpen, setOpen] = useState(() => parseLinkQuery(location.search).view === "report");
  useAsked("report", () => setOpen(!isEmpty));
  return isEmpty ? null : (
    <OpenReport label="Report" className={styles.wide} open={isOpen && isReady} setOpen={setOpen} />
  );
}

/** Opens the report on one mount, from its row. `onLeave`: called when a place in it is shown instead. */
export function MountReportButton({ mount, onLeave }: { mount: Mount; onLeave: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <OpenReport
      label={visibleName(`Report on ${mount.label}`)}
      mountId={mount.id}
      onLeave={onLeave}
      size="small"
      open={open}
      setOpen={setOpen}
    />
  );
}

interface OpenReportProps {
  readonly label: string;
  readonly mountId?: string;
  readonly onLeave?: () => void;
  readonly className?: string | undefined;
  readonly size?: "small";
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

function OpenReport({ label, mountId, onLeave, open, setOpen, ...button }: OpenReportProps) {
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={label} {...button} onClick={() => setOpen(true)}>
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
