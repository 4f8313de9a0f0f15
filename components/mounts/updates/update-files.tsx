import { useState } from "react";
import lists from "#components/changes/changed-files.module.css";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import type { UpdateChange } from "#lib/state/update.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import styles from "./update.module.css";
import { Unfolded, UpdateDiff } from "./update-diff.tsx";

interface UpdateFilesProps {
  readonly changes: readonly UpdateChange[];
  /** The two commits, abbreviated. */
  readonly from: string;
  readonly to: string;
  readonly title?: string;
}

/** Most rows shown until a person asks for all. */
const many = 200;

/** Every file that an update changes, with its diff. */
export function UpdateFiles({ changes, from, to, title = "At the source" }: UpdateFilesProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (changes.length === 0) return null;
  const shown = showsAll ? changes : changes.slice(0, many);
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      <ul role="list" className={lists.files}>
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
      <Tag>{kind === "mode" ? "mode" : changeWords[kind]}</Tag> <VisibleName as="code" text={path.slice(1)} />
      {change.from !== undefined && (
        <span className={lists.note}>
          from <VisibleName as="code" text={change.from.slice(1)} />
        </span>
      )}
      {kind === "mode" && <span className={lists.note}>{modeText(change)}</span>}
    </>
  );
  // A file that was only moved or made executable has no changed lines.
  if (kind === "renamed" || kind === "mode") return <li className={lists.file}>{name}</li>;
  return (
    <li>
      <Unfolded summary={name} className={lists.file}>
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
  return now?.mode === snapshotMode.executable ? "now executable" : "no longer executable";
}

/** The words for each kind of change, in the order in which they are counted. */
const changeWords: Readonly<Record<UpdateChange["kind"], string>> = {
  added: "added",
  changed: "changed",
  renamed: "moved",
  removed: "removed",
  mode: "with changed permissions",
};

/** `2 files changed, 1 file added`. */
export function updateSummary(changes: readonly UpdateChange[]): string {
  const kinds = Object.keys(changeWords) as UpdateChange["kind"][];
  const parts = kinds.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${plural(count, "file")} ${changeWords[kind]}`];
  });
  return parts.join(", ") || "no file of this source differs";
}
