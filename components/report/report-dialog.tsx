import { useEffect, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { Select } from "#components/ui/fields.tsx";
import { Options } from "#components/ui/options.tsx";
import { WaySwitch } from "#components/workspace/way-switch.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import type { ReportPart } from "#lib/report/report.ts";
import { publicPath } from "#lib/share/public-path.ts";
import type { Mount } from "#lib/state/mount.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import styles from "./report-page.module.css";
import { ReportView } from "./report-view.tsx";
import { ReportWaiting } from "./report-waiting.tsx";

interface ReportDialogProps {
  /** The mount shown at first; absent: the first of all. */
  readonly mountId: string | undefined;
  readonly onClose: () => void;
  /** Called when a link in the dialog has shown a place in a file, behind the dialog. */
  readonly onShown: () => void;
}

/** The report on one of the mounts, including the person's edits, as of opening the dialog. */
export function ReportDialog({ mountId: asked, onClose, onShown }: ReportDialogProps) {
  const mounts = useWorkspace((state) => state.mounts);
  const [mountId, setMountId] = useState(asked);
  const mount = mounts.find(({ id }) => id === mountId) ?? mounts[0];
  function leave() {
    onClose();
    onShown();
  }
  return (
    <Dialog title={mount ? `Report: ${mount.label}` : "Report"} size="wide" onClose={onClose}>
      {mounts.length > 1 && mount && (
        <Select label="Source" value={mount.id} onChange={setMountId}>
          <Options of={mounts.map(({ id, label }) => [id, label])} />
        </Select>
      )}
      {/* Not by how it is counted: the switch for that would lose the focus of whoever has just used it. */}
      {mount && <MountReport key={mount.id} mount={mount} onShown={leave} />}
    </Dialog>
  );
}

function MountReport({ mount, onShown }: { mount: Mount; onShown: () => void }) {
  const { openFile } = useActions();
  const { part, failure, isDone } = useMountReport(mount);
  const page = publicPath(mount);
  function show(path: string, line: number) {
    openFile(joinPath(mount.at, path), line);
    onShown();
  }
  if (failure !== undefined) return <p role="alert">{failure}</p>;
  return (
    <div className={styles.dialog}>
      {!isDone && <ReportWaiting label={mount.label} part={part} />}
      {page !== undefined && (
        <p>
          <a href={`/report${page}${mount.as === "project" ? "?way=as-it-lies" : ""}`} target="_blank" rel="noopener">
            Open as a page
          </a>
        </p>
      )}
      <ReportView report={part} onShow={show} wayChoice={<WaySwitch />} />
    </div>
  );
}

function useMountReport({ id: mountId, as }: Mount) {
  const { reportMount } = useActions();
  const [part, setPart] = useState<ReportPart>({});
  const [failure, setFailure] = useState<string>();
  const [isDone, setDone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made again where the mount is counted another way
  useEffect(() => {
    const left = new AbortController();
    setDone(false);
    setFailure(undefined);
    async function make() {
      try {
        const onPart = (more: ReportPart) => setPart((known) => ({ ...known, ...more }));
        await reportMount(mountId, { signal: left.signal, onPart });
        setDone(true);
      } catch (caught) {
        const reason = failureOrThrow(caught);
        if (reason.code !== "cancelled") setFailure(failureText(reason));
      }
    }
    void make();
    return () => left.abort();
  }, [reportMount, mountId, as]);
  return { part, failure, isDone };
}
