import { useId } from "react";
import { PathList } from "#components/ui/path-list.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { plural } from "#lib/format-count.ts";
import type { UpdateConflict, UpdateOffer } from "#lib/state/update.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import styles from "./update.module.css";
import { Unfolded, UpdateDiff } from "./update-diff.tsx";

interface UpdateEditsProps {
  readonly update: UpdateOffer;
  /** Paths of conflicts in which the person takes the source's version. */
  readonly theirs: ReadonlySet<string>;
  readonly onChange: (theirs: ReadonlySet<string>) => void;
}

/** What happens to the person's edits: they stay, and where the source changed the same file, the person chooses. */
export function UpdateEdits({ update, theirs, onChange }: UpdateEditsProps) {
  const { conflicts, kept, settled } = update.comparison;
  const heading = useId();
  if (conflicts.length + kept.length + settled.length === 0) return null;
  function choose(path: string, isTheirs: boolean) {
    const next = new Set(theirs);
    if (isTheirs) next.add(path);
    else next.delete(path);
    onChange(next);
  }
  return (
    <div className={styles.part}>
      <h3 id={heading}>Your own changes</h3>
      {conflicts.length > 0 && (
        <p>
          {plural(conflicts.length, "file")} that you changed {conflicts.length === 1 ? "has" : "have"} changed at the
          source, too.
        </p>
      )}
      {conflicts.map((conflict, index) => (
        <Conflict
          key={conflict.path}
          conflict={conflict}
          number={index + 1}
          to={update.to.slice(0, 7)}
          isTheirs={theirs.has(conflict.path)}
          onChoose={(isTheirs) => choose(conflict.path, isTheirs)}
        />
      ))}
      <Paths text="stay as you left them:" paths={kept} />
      <Paths text="now match the source:" paths={settled} />
    </div>
  );
}

function Paths({ text, paths }: { text: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <details className={styles.paths}>
      <summary>
        {plural(paths.length, "file")} {text}
      </summary>
      <PathList paths={paths} />
    </details>
  );
}

interface ConflictProps {
  readonly conflict: UpdateConflict;
  readonly number: number;
  /** The new commit, abbreviated. */
  readonly to: string;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function Conflict({ conflict, number, to, isTheirs, onChoose }: ConflictProps) {
  const { path, mine, theirs } = conflict;
  const name = useId();
  return (
    <fieldset className={styles.conflict}>
      <legend>
        <VisibleName as="code" text={path.slice(1)} />
      </legend>
      <p>
        <VisibleName text={conflictText(conflict)} />
      </p>
      <div className={styles.choices}>
        <label>
          <input type="radio" name={name} checked={!isTheirs} onChange={() => onChoose(false)} /> Keep mine
        </label>
        <label>
          <input type="radio" name={name} checked={isTheirs} onChange={() => onChoose(true)} /> Take theirs
        </label>
      </div>
      <Unfolded summary="Both versions">
        {() => (
          <UpdateDiff
            label={`Conflict ${number}`}
            path={path}
            left={{ label: "Mine", ...(mine && { file: { mode: snapshotMode.file, bytes: mine } }) }}
            right={{ label: `Theirs, ${to}`, ...(theirs && { file: theirs }) }}
          />
        )}
      </Unfolded>
    </fieldset>
  );
}

function conflictText({ mine, before, theirs, movedTo, inTheWay }: UpdateConflict): string {
  if (inTheWay.length > 0)
    return `The source now has ${plural(inTheWay.length, "file")} where yours is. Keeping yours leaves them out.`;
  if (movedTo !== undefined) return `You changed it; the source has moved the original to ${movedTo.slice(1)}.`;
  if (!theirs) return "You changed it; the source has removed it.";
  if (!mine) return "You deleted it; the source has changed it.";
  return before ? "You and the source have changed it differently." : "You and the source have each added it.";
}
