import { useEffect, useRef, useState } from "react";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import { offerNotes } from "#lib/runs/offer-text.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import { colours, outputOn, type Screen } from "./use-screen.ts";

interface UnderWay {
  readonly since: number;
  readonly stop: () => void;
}

/** Packages that a line needs: asked before it runs, or after it has failed without them. */
interface OfferedRun {
  readonly offer: PackageOffer;
  readonly when: "before" | "after";
  readonly answer: (isWanted: boolean) => void;
}

export type Runs = ReturnType<typeof useRuns>;

/** Milliseconds between drawings of a line's output. */
const frame = 50;

/**
 * Runs lines one at a time, shows them on the screen, and holds the last run's changes until somebody decides. Long, because it is one
 * state.
 */
export function useRuns(screen: Screen) {
  const { runLine, keepRun, runFolder } = useActions();
  const [running, setRunning] = useState<UnderWay>();
  const seconds = useSeconds(running?.since);
  const [said, setSaid] = useState("");
  const [fetching, setFetching] = useState<string>();
  const [cwd, setCwd] = useState(runFolder);
  const [changes, setChanges] = useState<readonly RunChange[]>([]);
  const [offered, setOffered] = useState<OfferedRun>();
  const extending = useRef<() => boolean>(undefined);
  const [canExtend, setCanExtend] = useState(true);
  useEffect(() => () => running?.stop(), [running]);
  useNextRun(running === undefined && said !== "");

  async function run(line: string, stdin: string, packages?: PackageOffer): Promise<void> {
    const stopping = new AbortController();
    setChanges([]);
    setOffered(undefined);
    setSaid("");
    setCanExtend(true);
    setRunning({ since: performance.now(), stop: () => stopping.abort() });
    screen.write(`${colours.prompt}$ ${visible(line)}${colours.plain}\n`);
    const output = outputOn(screen);
    const end = await runLine({
      line,
      stdin,
      signal: stopping.signal,
      onBegun: (extend) => {
        extending.current = extend;
      },
      onOutput: output.write,
      onFetching: setFetching,
      onOffer: (offer) => asked(setOffered, offer, stopping.signal),
      ...(packages && { packages }),
    });
    setFetching(undefined);
    setOffered(undefined);
    output.endLine();
    if (end.said !== undefined) writeNote(screen, end.said);
    for (const note of end.offer ? offerNotes(end.offer) : []) writeNote(screen, note);
    if (end.offer && end.offer.packages.length > 0)
      setOffered(againWith(end.offer, setOffered, () => void run(line, stdin, end.offer)));
    setSaid(end.said ?? (end.status === 0 ? "Done" : `Ended with ${end.status}`));
    setCwd(end.cwd);
    setChanges(end.changes);
    setRunning(undefined);
  }

  return {
    run,
    stop: () => running?.stop(),
    isRunning: running !== undefined,
    canExtend: canExtend && seconds >= 30,
    extend: () => setCanExtend(extending.current?.() !== true),
    status: running ? statusOf(offered, fetching, seconds) : said,
    cwd,
    changes,
    offered,
    async decide(kept: readonly RunChange[]) {
      const problem = kept.length > 0 ? await problemOf(keepRun(kept)) : undefined;
      if (problem === undefined) setChanges([]);
      setSaid(problem ?? (kept.length > 0 ? `Kept ${plural(kept.length, "file")}` : "Nothing kept"));
    },
  };
}

/** Prepares the next line's frame once the last one has ended and its output is drawn. */
function useNextRun(hasEnded: boolean): void {
  const { prepareRun } = useActions();
  useEffect(() => {
    if (!hasEnded) return;
    const drawn = setTimeout(prepareRun, frame);
    return () => clearTimeout(drawn);
  }, [hasEnded, prepareRun]);
}

/** The offer for a line that failed without packages; accepting it runs the line again with them. */
function againWith(offer: PackageOffer, show: (offered: undefined) => void, again: () => void): OfferedRun {
  return {
    offer,
    when: "after",
    answer(isWanted) {
      show(undefined);
      if (isWanted) again();
    },
  };
}

/** Asks about packages before a line runs; stopping the line answers no. */
function asked(
  show: (offered: OfferedRun | undefined) => void,
  offer: PackageOffer,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const answered = new AbortController();
    const answer = (isWanted: boolean) => {
      answered.abort();
      show(undefined);
      resolve(isWanted);
    };
    show({ offer, when: "before", answer });
    // Removed once answered: showing the offer after a line has ended also aborts that line's signal.
    signal.addEventListener("abort", () => answer(false), { signal: answered.signal });
  });
}

/** Why something failed, in a sentence; `undefined` on success. */
async function problemOf(work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (caught) {
    return failureText(failureOrThrow(caught));
  }
}

/** Whole seconds since `since` (a time of `performance.now`), counting up; 0 without one. */
function useSeconds(since: number | undefined): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (since === undefined) return;
    const tick = setInterval(() => setSeconds(Math.floor((performance.now() - since) / 1000)), 500);
    return () => {
      clearInterval(tick);
      setSeconds(0);
    };
  }, [since]);
  return seconds;
}

function statusOf(offered: OfferedRun | undefined, fetching: string | undefined, seconds: number): string {
  return offered ? "Waits for your answer" : (fetching ?? `Running, ${seconds} s`);
}

function writeNote(screen: Screen, note: string): void {
  screen.write(`${colours.note}${visible(note)}${colours.plain}\n`);
}

/** A typed line without control characters, on which a terminal would act. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (sign) => (sign === "\n" ? sign : "\ufffd"));
}
