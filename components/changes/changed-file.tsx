import { Unfolded } from "#components/mounts/updates/update-diff.tsx";
import { Button } from "#components/ui/button.tsx";
import { DiffExcerpt } from "#components/ui/diff/diff-excerpt.tsx";
import { hunksOf, withoutHunk } from "#components/ui/diff/hunks.ts";
import { useLineDiff } from "#components/ui/diff/use-line-diff.ts";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { formatBytes, plural } from "#lib/format-count.ts";
import type { FileChange } from "#lib/share/changes/file-change.ts";
import { isBinary } from "#lib/share/changes/patch.ts";
import { exactText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import lists from "./changed-files.module.css";
import styles from "./changes.module.css";

interface ChangedFileProps {
  /** Folder at which the file's source is mounted; absent for a change that is only proposed and so cannot be reverted. */
  readonly at?: string | undefined;
  readonly change: FileChange;
  /** Tells this region from others for assistive technology: a bare path could equal the name of one of the lab's regions. */
  readonly number: number;
  readonly isOpen?: boolean;
  /** Called when something is shown outside the dialog. */
  readonly onLeave?: () => void;
}

/** One changed file: its kind of change, its changed lines, and a button to revert it. */
export function ChangedFile({ at, change, number, isOpen = false, onLeave }: ChangedFileProps) {
  return (
    <li>
      <Unfolded summary={<ChangeName change={change} />} className={lists.file} isOpenAtFirst={isOpen}>
        {() => (
          <div className={styles.change}>
            {at !== undefined && <FileTools at={at} change={change} onLeave={onLeave} />}
            <ChangedLines at={at} change={change} number={number} />
          </div>
        )}
      </Unfolded>
    </li>
  );
}

function ChangeName({ change: { path, from, before, now } }: { change: FileChange }) {
  const word = !before ? "new" : !now ? "deleted" : from === undefined ? "changed" : "moved";
  const isMadeExecutable = before && now?.mode === snapshotMode.executable && before.mode !== now.mode;
  return (
    <>
      <Tag tone={word === "deleted" ? "bad" : "muted"}>{word}</Tag> <VisibleName as="code" text={path} />
      {from !== undefined && (
        <span className={lists.note}>
          from <VisibleName as="code" text={from} />
        </span>
      )}
      {isMadeExecutable && <span className={lists.note}>now executable</span>}
    </>
  );
}

function FileTools({ at, change, onLeave }: { at: string; change: FileChange; onLeave: (() => void) | undefined }) {
  const { revertChange, openFile } = useActions();
  const { path, before, now } = change;
  const place = joinPath(at, path);
  return (
    <p className={styles.tools}>
      {now && (
        <Button
          size="small"
          onClick={() => {
            openFile(place);
            onLeave?.();
          }}
        >
          Open
        </Button>
      )}
      <Button size="small" onClick={() => void revertChange(at, change)}>
        {!before ? "Remove file" : now ? "Revert file" : "Restore file"}
      </Button>
    </p>
  );
}

function ChangedLines({ at, change: { path, before, now }, number }: Omit<ChangedFileProps, "onLeave">) {
  const [left, right] = [before, now].map((version) => exactText(version?.bytes ?? new Uint8Array()));
  if (left === undefined || right === undefined || [before, now].some((version) => version && isBinary(version.bytes)))
    return (
      <p className={lists.note}>
        No text to show. Before: {before ? formatBytes(before.bytes.length) : "not there"}. Now:{" "}
        {now ? formatBytes(now.bytes.length) : "not there"}.
      </p>
    );
  if (left === right) return <p className={lists.note}>The content is the same.</p>;
  const canBeParted = at !== undefined && before !== undefined && now !== undefined && !isLong(left) && !isLong(right);
  return <Hunks left={left} right={right} number={number} {...(canBeParted && { path: joinPath(at, path) })} />;
}

/** Longer texts are compared only in part (`lineDiffToRead`). */
function isLong(text: string): boolean {
  return text.split("\n", 20_001).length > 20_000;
}

interface HunksProps {
  readonly left: string;
  readonly right: string;
  readonly number: number;
  /** Path of the file, whose hunks can be reverted one by one; absent where they cannot. */
  readonly path?: string;
}

/** Most rows of one hunk that are drawn at once. */
const mostRows = 400;

function Hunks({ left, right, number, path }: HunksProps) {
  const { revertPart } = useActions();
  const rows = useLineDiff(left, right);
  if (rows === "failed") return <p role="alert">The texts could not be compared. Close this and try again.</p>;
  if (!rows) return <p role="status">Comparing the texts…</p>;
  const hunks = hunksOf(rows);
  return hunks.map((hunk, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: hunks have no identity but their place
    <div key={index} className={styles.hunk}>
      <DiffExcerpt
        label={`Change ${number}, part ${index + 1} of ${hunks.length}`}
        rows={hunk.rows.slice(0, mostRows)}
      />
      {hunk.rows.length > mostRows && (
        <p className={lists.note}>{plural(hunk.rows.length - mostRows, "more line")} not shown.</p>
      )}
      {path !== undefined && hunks.length > 1 && (
        <Button size="small" onClick={() => void revertPart(path, withoutHunk(left, right, hunk))}>
          Revert part {index + 1}
        </Button>
      )}
    </div>
  ));
}
