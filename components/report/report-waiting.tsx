import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatBytes, plural } from "#lib/format-count.ts";
import type { ReportPart } from "#lib/report/report.ts";
import type { MountProgress } from "#lib/vfs/source.ts";
import styles from "./report-page.module.css";

interface ReportWaitingProps {
  readonly label: string;
  readonly part: ReportPart;
  readonly progress?: MountProgress;
}

/** The progress of a report. Only its beginning is read aloud. */
export function ReportWaiting({ label, part, progress }: ReportWaitingProps) {
  return (
    <div className={styles.waiting}>
      <p role="status">
        Reading <VisibleName text={label} />…
      </p>
      <progress aria-label="Report" />
      <p aria-hidden="true">{stateOf(part, progress)}</p>
    </div>
  );
}

function stateOf({ source, skills, harnesses, trust }: ReportPart, progress: MountProgress | undefined): string {
  if (trust) return "Done";
  const fetched = progress?.bytes ? [`${formatBytes(progress.bytes)} fetched`] : [];
  if (skills) return [plural(skills.length, "skill"), ...fetched, "checking every file next"].join("; ");
  if (harnesses) return ["Harnesses asked", ...fetched].join("; ");
  return fetched[0] ?? (source ? "Asking each harness" : "Connecting");
}
