import { useEffect, useRef, useState } from "react";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { failureOf } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import { plural } from "#lib/format-count.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import { offerNotes } from "#lib/workspace/runs/offer-text.ts";
import type { RunChange } from "#lib/workspace/state/model-run.ts";
import { colours, outputOn, type Screen } from "./use-screen.ts";

interface UnderWay {
  readonly since: number;
  readonly stop: () => void;
}

/** Packages that would have helped a line. */
interface OfferedRun {
  readonly offer: PackageOffer;
  readonly line: string;
  readonly stdin: string;
}

export type Runs = ReturnType<typeof useRuns>;

/** Runs lines one at a time, shows them on the screen, and holds what the last one changed until somebody decides. Long because it is one state. */
export function useRuns(screen: Screen) {
  const { runLine, keepRun, prepareRun, runFolder } = useActions();
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
      ...(packages && { packages }),
    });
    setFetching(undefined);
    output.endLine();
    if (end.said !== undefined) writeNote(screen, end.said);
    for (const note of end.offer ? offerNotes(end.offer) : []) writeNote(screen, note);
    if (end.offer && end.offer.packages.length > 0) setOffered({ offer: end.offer, line, stdin });
    setSaid(end.said ?? (end.status === 0 ? "Done" : `Ended with ${end.status}`));
    setCwd(end.cwd);
    setChanges(end.changes);
    setRunning(undefined);
    prepareRun();
  }

  return {
    run,
    stop: () => running?.stop(),
    isRunning: running !== undefined,
    canExtend: canExtend && seconds >= 30,
    extend: () => setCanExtend(extending.current?.() !== true),
    status: running ? (fetching ?? `Running, ${seconds} s`) : said,
    cwd,
    changes,
    offer: offered?.offer,
    /** Answers an offer of packages: the same line is run again with them, or not. */
    answer(isWanted: boolean) {
      setOffered(undefined);
      if (isWanted && offered) void run(offered.line, offered.stdin, offered.offer);
    },
    async decide(kept: readonly RunChange[]) {
      const problem = kept.length > 0 ? await problemOf(keepRun(kept)) : undefined;
      if (problem === undefined) setChanges([]);
      setSaid(problem ?? (kept.length > 0 ? `Kept ${plural(kept.length, "file")}` : "Nothing kept"));
    },
  };
}

/** Why something failed, in a sentence; `undefined` once it is done. */
async function problemOf(work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    return failureText(failure);
  }
}

/** Whole seconds since a moment of `performance.now`, counting on; 0 without one. */
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

function writeNote(screen: Screen, note: string): void {
  screen.write(`${colours.note}${visible(note)}${colours.plain}\n`);
}

/** A line as it is typed, with nothing in it that a terminal would act on. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (sign) => (sign === "\n" ? sign : "\ufffd"));
}
