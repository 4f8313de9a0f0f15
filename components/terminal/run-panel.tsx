import { useEffect, useRef, useState } from "react";
import { useChangedKeys } from "#components/changes/changes-button.tsx";
import { fileKind } from "#components/files/file-kind.ts";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plainText } from "#lib/runs/told-output.ts";
import { draftKey } from "#lib/state/drafts.ts";
import type { ModelRun, RunLog } from "#lib/state/model-run.ts";
import { FileLook, MadeFiles } from "./made-files.tsx";
import styles from "./run-panel.module.css";
import { outputOn, useScreen } from "./use-screen.ts";

interface RunPanelProps {
  readonly callId: string;
  /** Absent for a command that ran before the page was loaded. */
  readonly run: ModelRun | undefined;
  /** Paths of the files that were kept. */
  readonly kept: readonly string[];
}

/** A command that the model ran: its output, as it comes, and the files that it changed, to keep or discard. */
export function RunPanel({ callId, run, kept }: RunPanelProps) {
  const { decideRun } = useActions();
  return (
    <div className={styles.run}>
      {run && <Output log={run.log} isRunning={run.isRunning} />}
      <p role="status" className={styles.status}>
        {run && statusText(run)}
      </p>
      {run && run.undecided.length > 0 && (
        <MadeFiles changes={run.undecided} onDecided={(chosen) => decideRun(callId, chosen)} />
      )}
      {kept.length > 0 && <KeptFiles paths={kept} />}
    </div>
  );
}

function statusText({ isRunning, undecided }: ModelRun): string {
  if (isRunning) return "Running. Stop ends it and keeps nothing.";
  return undecided.length > 0 ? "The command has ended. Choose the files to keep, and the answer continues." : "";
}

/** Most output lines in view. */
const mostLines = 14;

function Output({ log, isRunning }: { readonly log: RunLog; readonly isRunning: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const screen = useScreen(place);
  const [lines, setLines] = useState(0);
  useEffect(() => {
    const output = outputOn(screen);
    screen.clear();
    let count = 0;
    const show: Parameters<RunLog["follow"]>[0] = ({ stream, text }) => {
      output.write(stream, text);
      count += count < mostLines ? text.split("\n", mostLines + 1).length - 1 : 0;
      setLines(Math.min(count + 1, mostLines));
    };
    for (const piece of log.pieces()) show(piece);
    return log.follow(show);
  }, [log, screen]);
  const text = () =>
    plainText(
      log
        .pieces()
        .map((piece) => piece.text)
        .join(""),
    );
  return (
    <section className={styles.output} aria-label="What the command printed" hidden={lines === 0}>
      <div ref={place} className={styles.screen} style={{ blockSize: `${Math.max(lines, 2) * 17 + 8}px` }} />
      {!isRunning && <CopyButton text={text} label="Copy output" />}
    </section>
  );
}

/** Most previews of the files that were kept. */
const mostLooked = 6;

function KeptFiles({ paths }: { readonly paths: readonly string[] }) {
  const files = useWorkspace((state) => state.files);
  const changed = useChangedKeys();
  // What has been undone since is the source's own file again, or gone.
  const still = paths.filter((path) => changed.has(draftKey(files, path)));
  const found = still.slice(0, mostLooked).flatMap((path) => {
    const bytes = files.read(path);
    return bytes ? [{ path, bytes, kind: fileKind(path, bytes).kind }] : [];
  });
  const seen = found.filter(({ kind }) => kind === "image" || kind === "drawing" || kind === "table");
  return seen.map(({ path, bytes }) => (
    <figure key={path} className={styles.kept}>
      <figcaption>
        <VisibleName as="code" text={path} />
      </figcaption>
      <FileLook path={path} bytes={bytes} />
    </figure>
  ));
}
