import { Button } from "#components/ui/button.tsx";
import { formatBytes, formatCount } from "#components/ui/format.ts";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible-text.tsx";
import type { MountPhase, MountProgress as Progress } from "#lib/vfs/source.ts";
import type { FoundSkills as Found } from "#lib/workspace/state.ts";
import foundStyles from "./found-skills.module.css";
import styles from "./mount-activity.module.css";

const phaseText: Record<MountPhase, string> = {
  connecting: "Connecting",
  downloading: "Downloading",
  unpacking: "Unpacking",
  reading: "Reading the files",
  verifying: "Verifying every file",
  mounting: "Mounting",
  saving: "Saving in this browser",
};

/** In order: where a source gives no numbers, the bar goes by the phase. */
const phases = Object.keys(phaseText) as MountPhase[];

interface MountProgressProps {
  readonly label: string;
  readonly progress: Progress;
  /** Whether nothing else is there to look at. */
  readonly isAlone: boolean;
  readonly onCancel: () => void;
}

/** A mount under way. Only the phase is read aloud: the numbers change several times a second. */
export function MountProgress({ label, progress, isAlone, onCancel }: MountProgressProps) {
  const { phase, done, total } = progress;
  const share = done !== undefined && total ? done / total : undefined;
  return (
    <div role="status" aria-label="Mount progress" className={`${styles.card} ${isAlone ? styles.alone : ""}`}>
      <div className={styles.row}>
        <p className={styles.text}>
          <strong>{phaseText[phase]}</strong>{" "}
          <span>
            <VisibleName text={label} />
          </span>
          <span className={styles.numbers} aria-hidden="true">
            {numbers(progress)}
          </span>
        </p>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <progress
        className={styles.bar}
        aria-label={phaseText[phase]}
        value={(phases.indexOf(phase) + (share ?? 0.4)) / phases.length}
      />
    </div>
  );
}

function numbers({ bytes, done, total }: Progress): string {
  const parts = [
    bytes !== undefined && formatBytes(bytes),
    done !== undefined && (total ? `${formatCount(done)} of ${formatCount(total)}` : formatCount(done)),
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * The skills of a source whose other files are still coming. It stands outside the progress, a live region, which would
 * read a hundred names aloud. Nothing here opens anything, as nothing has been accepted yet.
 */
export function FoundSkills({ skills, skillCount, coming }: Found) {
  const more = skillCount - skills.length;
  return (
    <div className={foundStyles.found}>
      <p className={foundStyles.count}>
        <strong>{skillCount === 1 ? "1 skill" : `${formatCount(skillCount)} skills`}</strong> found ·{" "}
        {coming === 1 ? "1 file" : `${formatCount(coming)} files`} still coming
      </p>
      <ul className={foundStyles.list} aria-label="Found so far" tabIndex={0}>
        {skills.map(({ path, name, description }) => (
          <li key={path} className={foundStyles.skill} title={visibleName(path)}>
            <span className={foundStyles.name}>{name}</span>{" "}
            <span className={foundStyles.description}>{description}</span>
          </li>
        ))}
        {more > 0 && <li className={foundStyles.description}>and {formatCount(more)} more</li>}
      </ul>
    </div>
  );
}
