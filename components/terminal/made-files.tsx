import { useMemo, useState } from "react";
import { fileKind } from "#components/files/file-kind.ts";
import { DrawingView, ImageView } from "#components/files/viewer/binary-views.tsx";
import { TableView } from "#components/files/viewer/table-view.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatBytes, plural } from "#lib/format-count.ts";
import { overwrites } from "#lib/runs/run-changes.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import styles from "./terminal.module.css";

interface MadeFilesProps {
  readonly changes: readonly RunChange[];
  /** Called with the changes that are kept; empty if all are discarded. */
  readonly onDecided: (kept: readonly RunChange[]) => void;
}

/** The files that a run changed, to be reviewed; none is in the workspace until it is kept. */
export function MadeFiles({ changes, onDecided }: MadeFilesProps) {
  const files = useWorkspace((state) => state.files);
  const over = useMemo(
    () => new Set(changes.filter((change) => overwrites(change, files)).map(({ path }) => path)),
    [changes, files],
  );
  // Of these the person has chosen otherwise than the form proposes, which leaves out what would overwrite an edit.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(atOnce);
  const isReadOnly = useReadOnlyTab();
  const isChosen = ({ path }: RunChange) => turned.has(path) === over.has(path);
  const chosen = changes.filter(isChosen);
  const toggle = (path: string) =>
    setTurned((before) => new Set(before.has(path) ? [...before].filter((each) => each !== path) : [...before, path]));
  return (
    <fieldset className={styles.made}>
      <legend>{plural(changes.length, "file")} changed, not kept yet</legend>
      <div className={styles.row}>
        <Button
          variant="primary"
          size="small"
          disabled={isReadOnly || chosen.length === 0}
          onClick={() => onDecided(chosen)}
        >
          {chosen.length === changes.length ? "Keep all" : `Keep ${plural(chosen.length, "file")}`}
        </Button>
        <Button size="small" onClick={() => onDecided([])}>
          Keep none
        </Button>
      </div>
      <ul>
        {changes.slice(0, shown).map((change) => (
          <li key={change.path}>
            <label>
              <input type="checkbox" checked={isChosen(change)} onChange={() => toggle(change.path)} />
              <VisibleName as="code" text={change.path} />
              <span className={styles.kind}>
                {change.kind}
                {change.bytes && `, ${formatBytes(change.bytes.length)}`}
                {over.has(change.path) &&
                  (change.before ? "; edited since the run began" : "; the run was not given this file")}
              </span>
            </label>
            <MadeFile change={change} isOpen={changes.length <= mostOpen} />
          </li>
        ))}
      </ul>
      {changes.length > shown && (
        <Button size="small" onClick={() => setShown(shown + atOnce)}>
          Show {plural(Math.min(atOnce, changes.length - shown), "more file", "more files")}
        </Button>
      )}
    </fieldset>
  );
}

/** Most characters of a file shown before it is kept. */
const shownCharacters = 4000;

/** Most files listed at a time, and most files previewed without a click. */
const atOnce = 200;
const mostOpen = 6;

function MadeFile({
  change: { path, bytes },
  isOpen: begins,
}: {
  readonly change: RunChange;
  readonly isOpen: boolean;
}) {
  const [isOpen, setOpen] = useState(begins);
  const kind = bytes && fileKind(path, bytes);
  if (!kind || kind.kind === "binary" || kind.kind === "pdf") return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Preview</summary>
      {isOpen && <FileLook path={path} bytes={bytes} />}
    </details>
  );
}

/** A preview of a file. */
export function FileLook({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) {
  const kind = fileKind(path, bytes);
  const text = new TextDecoder().decode(bytes.subarray(0, shownCharacters));
  const source = (
    <pre className={styles.text} tabIndex={0}>
      {text}
    </pre>
  );
  if (kind.kind === "image") return <ImageView path={path} bytes={bytes} type={kind.type} />;
  if (kind.kind === "drawing") return <DrawingView path={path} bytes={bytes} source={source} />;
  if (kind.kind === "table") return <TableView path={path} text={text} hasHead source={source} />;
  return source;
}
