import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { formatCount } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/text/visible-text.tsx";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import type { UpdateChange } from "#lib/workspace/state.ts";
import { Unfolded } from "./unfolded.tsx";
import styles from "./update.module.css";
import { UpdateDiff } from "./update-diff.tsx";
import { changeWords } from "./update-summary.ts";

interface UpdateFilesProps {
  readonly changes: readonly UpdateChange[];
  /** The two commits in short. */
  readonly from: string;
  readonly to: string;
  readonly title?: string;
}

/** More rows than a person reads without asking for them. */
const many = 200;

/** Every file that an update changes, with what changes in it. */
export function UpdateFiles({ changes, from, to, title = "At the source" }: UpdateFilesProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (changes.length === 0) return null;
  const shown = showsAll ? changes : changes.slice(0, many);
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      <ul role="list" className={styles.files}>
        {shown.map((change, index) => (
          <ChangedFile key={change.path} change={change} number={index + 1} from={from} to={to} />
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button size="small" onClick={() => setShowsAll(true)}>
          Show all {formatCount(changes.length)}
        </Button>
      )}
    </div>
  );
}

interface ChangedFileProps extends Omit<UpdateFilesProps, "changes" | "title"> {
  readonly change: UpdateChange;
  readonly number: number;
}

function ChangedFile({ change, number, from, to }: ChangedFileProps) {
  const { kind, path, before, now } = change;
  const name = (
    <>
      <Tag>{kind === "mode" ? "mode" : changeWords[kind]}</Tag>{" "}
      <code>
        <VisibleName text={path.slice(1)} />
      </code>
      {change.from !== undefined && (
        <span className={styles.note}>
          from{" "}
          <code>
            <VisibleName text={change.from.slice(1)} />
          </code>
        </span>
      )}
      {kind === "mode" && <span className={styles.note}>{modeText(change)}</span>}
    </>
  );
  // There are no lines to show of what only stands elsewhere or is executed.
  if (kind === "renamed" || kind === "mode") return <li className={styles.file}>{name}</li>;
  return (
    <li>
      <Unfolded summary={name} className={styles.file}>
        {() => (
          <UpdateDiff
            label={`Change ${number}`}
            path={path}
            left={{ label: from, ...(before && { file: before }) }}
            right={{ label: to, ...(now && { file: now }) }}
          />
        )}
      </Unfolded>
    </li>
  );
}

function modeText({ now }: UpdateChange): string {
  return now?.mode === snapshotMode.executable ? "can be executed now" : "can no longer be executed";
}
