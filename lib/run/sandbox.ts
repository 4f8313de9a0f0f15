import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type Fetching, type Heard, openRunFrame, type RunFrame, type SandboxHost } from "./run-frame.ts";
import { runLimits } from "./run-limits.ts";
import type { RunPartName, RunStart } from "./run-messages.ts";
import type { Stream } from "./sandbox/program.ts";

/** What to run, with which files. */
export interface RunRequest extends Omit<RunStart, "kind" | "now"> {
  /** Called with its output, as it comes. */
  readonly onOutput: (stream: Stream, text: string) => void;
  /** Called while a part of the sandbox is fetched, during which the run's time stands still; with `undefined` once it has arrived. */
  readonly onFetching?: (fetching: Fetching | undefined) => void;
  /** Ends the run: within 300 ms nothing of it is left. */
  readonly signal: AbortSignal;
  /** Time limit in milliseconds, if shorter than the usual one. */
  readonly time?: number;
}

/** How a run ended. Its changes are known only if it came to its end. */
export type RunOutcome =
  | {
      readonly kind: "ended";
      readonly status: number;
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
      readonly written: Snapshot;
      readonly removed: readonly string[];
      readonly lacks: readonly string[];
    }
  | { readonly kind: "stopped" | "late" | "flood" | "unfetched" }
  | { readonly kind: "failed"; readonly text: string };

/** A run under way. */
export interface Run {
  readonly outcome: Promise<RunOutcome>;
  /** Gives the run its time limit once more. @returns whether that was possible */
  extend(): boolean;
}

/**
 * Where scripts run. Nothing of a run remains after it; its frame waits for the next run for `runLimits.idle` milliseconds, and is then
 * removed.
 */
export interface Sandbox {
  run(request: RunRequest): Run;
  /**
   * Makes the next run start sooner: starts its worker now, and hands it the parts that it will probably need; by default those of the last
   * run.
   * @param onlyKept fetch nothing that this browser does not have
   */
  prepare(parts?: readonly RunPartName[], onlyKept?: boolean): void;
  /** Removes the frame that waits for a run. */
  rest(): void;
}

/**
 * Creates this page's sandbox. Each run gets a worker of its own, which is removed with it. Its frame is removed too if the run did not
 * come to its end by itself; otherwise the next run uses the frame, which holds what takes longest to make: languages, unpacked and
 * compiled.
 */
export function createSandbox(host: SandboxHost): Sandbox {
  let spare: RunFrame | undefined;
  let needed: readonly RunPartName[] = [];
  let idle: ReturnType<typeof setTimeout> | undefined;

  function rest(): void {
    clearTimeout(idle);
    spare?.close();
    spare = undefined;
  }

  function keep(frame: RunFrame): void {
    clearTimeout(idle);
    spare = frame;
    idle = setTimeout(rest, runLimits.idle);
  }

  function prepare(parts: readonly RunPartName[]): RunFrame {
    const frame = spare ?? openRunFrame(host);
    keep(frame);
    frame.begin();
    // A part that fails now is fetched again when a run needs it.
    for (const part of parts) frame.hand(part).catch(() => undefined);
    return frame;
  }

  function onEnd(frame: RunFrame, { kind }: RunOutcome): void {
    if (kind !== "ended" || spare) {
      frame.close();
      return;
    }
    frame.clear();
    keep(frame);
  }

  return {
    prepare(parts = needed, onlyKept = false) {
      prepare(onlyKept ? parts.filter(host.hasPart) : parts);
    },
    rest,
    run(request) {
      const frame = prepare([]);
      clearTimeout(idle);
      spare = undefined;
      needed = [];
      const onNeed = (part: RunPartName) => {
        needed = [...needed, part];
      };
      return runIn(frame, request, { onNeed, onEnd: (outcome) => onEnd(frame, outcome) });
    },
  };
}

interface RunListener {
  onNeed(part: RunPartName): void;
  /** Called once the run has ended, in whatever way. */
  onEnd(outcome: RunOutcome): void;
}

/** Long, because any message of a run may end it, together with its one timer. */
function runIn(
  frame: RunFrame,
  { onOutput, onFetching, signal, time = runLimits.time, ...request }: RunRequest,
  { onNeed, onEnd }: RunListener,
): Run {
  let timer = setTimeout(() => settle({ kind: "unfetched" }), runLimits.arrival);
  let isStarted = false;
  let isExtended = false;
  const needed = new Set<RunPartName>();
  const over = new AbortController();
  let isFetching = false;
  let handing = Promise.resolve();
  let deadline = 0;
  let settle: (outcome: RunOutcome) => void = () => undefined;

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    deadline = performance.now() + milliseconds;
    timer = setTimeout(() => settle({ kind: "late" }), milliseconds);
  }

  function hear(said: Heard): void {
    if (said.kind === "ready" && !isStarted) {
      isStarted = true;
      wait(Math.min(time, runLimits.time));
      frame.tell({ kind: "start", ...request, now: Date.now() });
    } else if (said.kind === "need" && isStarted) handing = handing.then(() => hand(said.part));
    else if (said.kind === "output" && isStarted) onOutput(said.stream, said.text);
    else if (said.kind === "end" && isStarted) settle({ ...said, kind: "ended" });
    else if (said.kind === "flood" || said.kind === "failed" || said.kind === "unfetched") settle(said);
  }

  async function hand(name: RunPartName): Promise<void> {
    if (needed.has(name)) return;
    needed.add(name);
    onNeed(name);
    const left = deadline - performance.now();
    isFetching = true;
    clearTimeout(timer);
    try {
      await frame.hand(name, (fetching) => over.signal.aborted || onFetching?.(fetching));
      if (!over.signal.aborted) wait(left);
    } catch {
      settle({ kind: "unfetched" });
    } finally {
      isFetching = false;
      onFetching?.(undefined);
    }
  }

  const outcome = new Promise<RunOutcome>((resolve) => {
    settle = (how) => {
      if (over.signal.aborted) return;
      over.abort();
      clearTimeout(timer);
      onEnd(how);
      resolve(how);
    };
    // The signal may outlive many runs, and would hold the files of each.
    signal.addEventListener("abort", () => settle({ kind: "stopped" }), { signal: over.signal });
    if (signal.aborted) settle({ kind: "stopped" });
    else frame.listen(hear);
  });
  return {
    outcome,
    extend() {
      if (isExtended || !isStarted || isFetching) return false;
      isExtended = true;
      wait(deadline - performance.now() + runLimits.time);
      return true;
    },
  };
}
