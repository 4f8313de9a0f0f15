import { startTransition, useEffect, useRef, useState } from "react";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { markBusy } from "#lib/offline/busy.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import { offerNotes } from "#lib/runs/offer-text.ts";
import type { RunEnd } from "#lib/runs/run-line.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import { colours, outputOn, type Screen } from "./use-screen.ts";

/** Packages that a line needs: asked before it runs, or after it has failed without them. */
interface OfferedRun {
  readonly offer: PackageOffer;
  readonly when: "before" | "after";
  readonly answer: (isWanted: boolean) => void;
}

/** What the last line left. */
interface Left {
  /** How many lines have ended. */
  readonly ends: number;
  /** Whether none has begun since. */
  readonly isOver: boolean;
  readonly said: string;
  /** Where the next line begins. */
  readonly cwd: string;
  /** The undecided changes of all lines until now. */
  readonly changes: readonly RunChange[];
}

export type Runs = ReturnType<typeof useRuns>;

/** Milliseconds after a line's end by which its output is drawn. */
const drawing = 50;

/**
 * Milliseconds after which a line is shown as running. Most lines end sooner: drawing that they run would double their time, and take the
 * focus from the button that started them.
 */
const soon = 200;

/**
 * Runs lines one at a time, shows them on the screen, and holds the last run's changes until somebody decides. Long, because it is one
 * state.
 */
export function useRuns(screen: Screen) {
  const { runLine, keepRun, lineChanges, runFolder } = useActions();
  const { begin, stop, isRunning, seconds } = useRunning();
  const [left, setLeft] = useState<Left>(() => ({
    ends: 0,
    isOver: true,
    said: "",
    cwd: runFolder(),
    changes: lineChanges(),
  }));
  const [fetching, setFetching] = useState<string>();
  const [offered, setOffered] = useState<OfferedRun>();
  const extending = useRef<() => boolean>(undefined);
  const [canExtend, setCanExtend] = useState(true);
  useNextRun(left.isOver ? left.ends : 0);

  const run = useAlone(async (line: string, stdin: string, packages?: PackageOffer): Promise<void> => {
    const { signal, end: endRunning } = begin();
    // In a transition, so that the line is on its way before the page is drawn.
    startTransition(() => {
      setLeft((before) => ({ ...before, isOver: false, said: "", changes: [] }));
      setOffered(undefined);
      setCanExtend(true);
    });
    screen.write(`${colours.prompt}$ ${visible(line)}${colours.plain}\n`);
    const output = outputOn(screen);
    const end = await runLine({
      line,
      stdin,
      signal,
      onBegun: (extend) => {
        extending.current = extend;
      },
      onOutput: output.write,
      onFetching: setFetching,
      onOffer: (offer) => asked(setOffered, offer, signal),
      ...(packages && { packages }),
    });
    output.endLine();
    writeNotes(screen, end);
    setFetching(undefined);
    setOffered(again(end.offer, setOffered, () => run(line, stdin, end.offer)));
    const said = end.said ?? (end.status === 0 ? "Done" : `Exit code ${end.status}`);
    setLeft(({ ends }) => ({ ends: ends + 1, isOver: true, said, cwd: end.cwd, changes: end.changes }));
    endRunning();
  });

  return {
    run,
    stop,
    isRunning,
    canExtend: canExtend && seconds >= 30,
    extend: () => setCanExtend(extending.current?.() !== true),
    status: isRunning ? statusOf(offered, fetching, seconds) : left.said,
    cwd: left.cwd,
    changes: left.changes,
    /** How many lines have ended. */
    ends: left.ends,
    offered,
    async decide(kept: readonly RunChange[]) {
      const problem = await problemOf(keepRun(kept));
      // What is kept, and its undo, the status bar tells.
      const said = problem ?? (kept.length > 0 ? "" : "Nothing kept");
      setLeft((before) => ({ ...before, said, changes: lineChanges() }));
    },
  };
}

/** A function that begins the work, or returns false while it is under way: what the page shows of that comes later. */
function useAlone<Given extends unknown[]>(act: (...given: Given) => Promise<void>): (...given: Given) => boolean {
  const isUnderWay = useRef(false);
  return (...given) => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    void act(...given).finally(() => {
      isUnderWay.current = false;
    });
    return true;
  };
}

/**
 * Prepares the next line's frame once the last one has ended and its output is drawn.
 * @param ends how many lines have ended; 0 while one runs
 */
function useNextRun(ends: number): void {
  const { prepareRun } = useActions();
  useEffect(() => {
    if (ends === 0) return;
    const drawn = setTimeout(prepareRun, drawing);
    return () => clearTimeout(drawn);
  }, [ends, prepareRun]);
}

/** Whether a line is to be shown as running, and for how many seconds it has run. A line that runs when the panel is closed is stopped. */
function useRunning() {
  const [since, setSince] = useState<number>();
  const isRunning = since !== undefined;
  const stopping = useRef<AbortController>(undefined);
  const stop = () => stopping.current?.abort();
  useEffect(() => () => stopping.current?.abort(), []);
  useEffect(() => (isRunning ? markBusy() : undefined), [isRunning]);
  return {
    isRunning,
    seconds: useSeconds(since),
    /** Ends the line, whether it is shown or not. */
    stop,
    begin() {
      const begun = performance.now();
      const showing = setTimeout(() => setSince(begun), soon);
      const controller = new AbortController();
      stopping.current = controller;
      const end = () => {
        clearTimeout(showing);
        setSince(undefined);
      };
      return { signal: controller.signal, end };
    },
  };
}

/** The offer for a line that failed without packages; accepting it runs the line again with them. */
function again(
  offer: PackageOffer | undefined,
  show: (offered: undefined) => void,
  run: () => void,
): OfferedRun | undefined {
  if (!offer || offer.packages.length === 0) return undefined;
  return {
    offer,
    when: "after",
    answer(isWanted) {
      show(undefined);
      if (isWanted) run();
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
  return offered ? "Waiting for your answer" : (fetching ?? `Running, ${seconds} s`);
}

/** Why a line did not finish, and which packages it needs. */
function writeNotes(screen: Screen, { said, offer }: RunEnd): void {
  const notes = [...(said === undefined ? [] : [said]), ...(offer ? offerNotes(offer) : [])];
  for (const note of notes) screen.write(`${colours.note}${visible(note)}${colours.plain}\n`);
}

/** A typed line without control characters, on which a terminal would act. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (sign) => (sign === "\n" ? sign : "\ufffd"));
}
