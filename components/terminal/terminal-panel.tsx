import { Play, RotateCw, Square, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { letterOf } from "#components/actions/action.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useStateNow } from "#components/workspace/workspace-context.tsx";
import type { Files } from "#lib/vfs/files.ts";
import { completeLine } from "./complete-line.ts";
import { MadeFiles } from "./made-files.tsx";
import { OfferedPackages } from "./offered-packages.tsx";
import styles from "./terminal.module.css";
import { type History, useHistory } from "./use-history.ts";
import { type Runs, useRuns } from "./use-runs.ts";
import { type Screen, useScreen } from "./use-screen.ts";

interface TerminalPanelProps {
  /** A new object whenever the terminal is opened again; `line`: a line to run at once. */
  readonly request: { readonly line: string | undefined };
  readonly onClose: () => void;
}

/** A shell over copies of the workspace's files: runs one line at a time, and keeps changes only on a click. */
export function TerminalPanel({ request, onClose }: TerminalPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const screen = useScreen(place);
  const history = useHistory();
  const [input, setInput] = useState<string>();
  const runs = useRuns(screen);
  const prepare = useReadyRun(runs);
  const stateNow = useStateNow();
  const keys = { history, runs, screen, files: () => stateNow().files };
  const start = (line: string) => {
    // While another line runs, this one stays in the box.
    if (line.trim() !== "" && runs.run(line, input ?? "")) history.add(line);
  };
  const onRequest = useEffectEvent(({ line }: TerminalPanelProps["request"]) => {
    box.current?.focus();
    if (line === undefined) return;
    history.type(line);
    start(line);
  });
  useEffect(() => onRequest(request), [request]);

  return (
    <section className={styles.panel} aria-label="Terminal">
      <header className={styles.head}>
        <h2>Terminal</h2>
        <Folder path={runs.cwd} />
        <span className={styles.tools}>
          <span role="status">{runs.status}</span>
          <RunTools runs={runs} last={history.last()} onAgain={start} />
          <Button
            size="small"
            aria-pressed={input !== undefined}
            onClick={() => setInput(input === undefined ? "" : undefined)}
          >
            Input
          </Button>
          <IconButton label="Close the terminal" onClick={onClose}>
            <X size={15} aria-hidden />
          </IconButton>
        </span>
      </header>
      <div className={styles.body}>
        <div ref={place} className={styles.screen} />
        <Decisions runs={runs} />
      </div>
      {input !== undefined && (
        <label className={styles.input}>
          Standard input
          <textarea rows={3} value={input} onChange={(event) => setInput(event.target.value)} />
        </label>
      )}
      <CommandLine box={box} keys={keys} onType={prepare} onRun={start} />
    </section>
  );
}

/** Keeps a runner ready while the terminal is open. @returns a function that prepares it again if it has timed out */
function useReadyRun({ isRunning }: Runs): () => void {
  const { prepareRun, restRun } = useActions();
  useEffect(() => {
    prepareRun();
    return restRun;
  }, [prepareRun, restRun]);
  return () => {
    if (!isRunning) prepareRun();
  };
}

/** What the last run leaves to decide: missing packages, and changed files. */
function Decisions({ runs: { offered, changes, ends, decide } }: { readonly runs: Runs }) {
  return (
    <>
      {offered && <OfferedPackages offer={offered.offer} when={offered.when} onAnswer={offered.answer} />}
      {changes.length > 0 && <MadeFiles key={ends} changes={changes} onDecided={(kept) => void decide(kept)} />}
    </>
  );
}

/** The current folder; its path may come from a script. */
function Folder({ path }: { readonly path: string }) {
  return <VisibleName as="code" className={styles.folder} text={path} />;
}

interface CommandLineProps {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly keys: Keys;
  readonly onType: () => void;
  readonly onRun: (line: string) => void;
}

function CommandLine({ box, keys, onType, onRun }: CommandLineProps) {
  const { history, runs } = keys;
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        onRun(history.text);
      }}
    >
      <TextField
        ref={box}
        className={styles.command ?? ""}
        label="Command"
        labelHidden
        verbatim
        placeholder="ls, python3 …, node …"
        value={history.text}
        onChange={(event) => {
          history.type(event.target.value);
          onType();
        }}
        onKeyDown={(event) => handleKey(event, keys)}
      />
      <IconButton label="Run the command" type="submit" disabled={runs.isRunning || history.text.trim() === ""}>
        <Play size={15} aria-hidden />
      </IconButton>
    </form>
  );
}

interface RunToolsProps {
  readonly runs: Runs;
  /** The line that was run last. */
  readonly last: string | undefined;
  readonly onAgain: (line: string) => void;
}

/** One button runs and stops, so that it keeps the focus. */
function RunTools({ runs: { isRunning, canExtend, extend, stop }, last, onAgain }: RunToolsProps) {
  return (
    <>
      {isRunning && canExtend && (
        <Button size="small" onClick={extend}>
          One more minute
        </Button>
      )}
      <Button
        size="small"
        disabled={!isRunning && last === undefined}
        onClick={isRunning ? stop : () => onAgain(last ?? "")}
      >
        {isRunning ? <Square size={12} aria-hidden /> : <RotateCw size={12} aria-hidden />}
        {isRunning ? " Stop run" : " Run again"}
      </Button>
    </>
  );
}

interface Keys {
  readonly history: History;
  readonly runs: Runs;
  readonly screen: Screen;
  readonly files: () => Files;
}

/** The special keys of the command box. */
function handleKey(event: KeyboardEvent, { history, runs, screen, files }: Keys): void {
  const { key, ctrlKey, shiftKey } = event;
  if (key === "ArrowUp") history.walk(-1);
  else if (key === "ArrowDown") history.walk(1);
  else if (ctrlKey && letterOf(event) === "c" && runs.isRunning) runs.stop();
  else if (ctrlKey && letterOf(event) === "l") screen.clear();
  else if (key !== "Tab" || shiftKey || !complete(history, files(), runs.cwd)) return;
  event.preventDefault();
}

/** Completes the line. @returns false where there was nothing to complete, so that Tab moves the focus on and nobody is trapped here */
function complete(history: History, files: Files, cwd: string): boolean {
  const completed = history.text === "" ? "" : completeLine(history.text, files, cwd);
  if (completed === history.text) return false;
  history.type(completed);
  return true;
}
