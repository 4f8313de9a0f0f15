import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatBytes, formatCount, plural } from "#lib/format-count.ts";
import type { MountPhase, MountProgress as Progress } from "#lib/vfs/source.ts";
import styles from "./mount-activity.module.css";

const phaseText: Record<MountPhase, string> = {
  connecting: "Connecting",
  downloading: "Downloading",
  unpacking: "Unpacking",
  reading: "Reading the files",
  verifying: "Verifying every file",
  mounting: "Mounting",
  skills: "Reading the skills",
};

/** The phases in order: where a source gives no numbers, the bar shows the phase. */
const phases = Object.keys(phaseText) as MountPhase[];

interface MountProgressProps {
  readonly label: string;
  readonly progress: Progress;
  readonly onCancel: () => void;
}

/** The progress of a mount while there is nothing else to show. Only the phase is read aloud: the numbers change several times a second. */
export function MountProgress({ label, progress, onCancel }: MountProgressProps) {
  const { phase } = progress;
  return (
    <div role="status" aria-label="Mount progress" className={`${styles.card} ${styles.alone}`}>
      <div className={styles.row}>
        <p className={styles.text}>
          <strong>{phaseText[phase]}</strong> <VisibleName as="span" text={label} />
          <span className={styles.numbers} aria-hidden="true">
            {numbers(progress)}
          </span>
        </p>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress className={styles.bar} aria-label={phaseText[phase]} value={shareOf(progress)} />
    </div>
  );
}

interface QuietProgressProps extends MountProgressProps {
  /** Files whose names are known but whose content has not arrived; absent while the mount shows nothing. */
  readonly pending?: number;
}

/** The progress in one line, beside other content. */
export function QuietProgress({ label, progress, pending, onCancel }: QuietProgressProps) {
  const { phase } = progress;
  return (
    <span role="status" aria-label="Mount progress" className={styles.quiet} data-coming="">
      <progress className={styles.bar} aria-label={phaseText[phase]} value={shareOf(progress)} />
      <span className={styles.quietText}>
        {phaseText[phase]} <VisibleName text={label} />
        <span aria-hidden="true">
          {pending !== undefined && ` · ${plural(pending, "file")} to come`}
          {progress.bytes !== undefined && ` · ${formatBytes(progress.bytes)}`}
        </span>
      </span>
      <Button variant="link" className={styles.stop} onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}

function shareOf({ phase, done, total }: Progress): number {
  const share = done !== undefined && total ? done / total : 0.4;
  return (phases.indexOf(phase) + share) / phases.length;
}

function numbers({ bytes, done, total }: Progress): string {
  const parts = [
    bytes !== undefined && formatBytes(bytes),
    done !== undefined && (total ? `${formatCount(done)} of ${formatCount(total)}` : formatCount(done)),
  ];
  return parts.filter(Boolean).join(" · ");
}
