import { useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { report } from "#components/actions/source-actions.ts";
import { useCanBeDone } from "#components/actions/use-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import type { Mount } from "#lib/state/mount.ts";

/** Fetched when it is first opened. */
const ReportDialog = fetchedDialog(async () => (await import("./report-dialog.tsx")).ReportDialog);

/** Opens the report on the mounted sources; nothing without sources. A link opens it with `view=report`, once the lab is open. */
export function ReportButton() {
  const isPossible = useCanBeDone(report);
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const [isOpen, setOpen] = useState(() => parseLinkQuery(location.search).view === "report");
  useAsked("report", () => setOpen(isPossible));
  if (!isPossible) return null;
  return (
    <>
      <ActionButton action={report} />
      {isOpen && isReady && <AskedReport onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the report on one mount, from its row. `onLeave`: called when a place in a file is shown instead. */
export function MountReportButton({ mount, onLeave }: { mount: Mount; onLeave: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={visibleName(`Report on ${mount.label}`)}
        onClick={() => setOpen(true)}
      >
        Report
      </Button>
      {open && <AskedReport mountId={mount.id} onClose={() => setOpen(false)} onLeave={onLeave} />}
    </>
  );
}

interface AskedReportProps {
  readonly mountId?: string;
  readonly onClose: () => void;
  readonly onLeave?: () => void;
}

function AskedReport({ mountId, onClose, onLeave }: AskedReportProps) {
  return <ReportDialog mountId={mountId} onClose={onClose} onShown={() => onLeave?.()} />;
}
