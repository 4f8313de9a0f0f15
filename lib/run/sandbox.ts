import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { type Fetching, type Heard, openRunFrame, type RunFrame, type SandboxHost } from "./run-frame.ts";
import { runLimits } from "./run-limits.ts";
import type { RunPartName, RunStart } from "./run-messages.ts";
import type { Stream } from "./sandbox/program.ts";

/** What to run, over which files. */
export interface RunRequest extends Omit<RunStart, "kind" | "now"> {
  /** What it prints, as it comes. */
  readonly onOutput: (stream: Stream, text: string) => void;
  /** Told while a part of the sandbox is fetched, for which the run's time stands still; with nothing once it is there. */
  readonly onFetching?: (fetching: Fetching | undefined) => void;
  /** Ends it: within 300 ms nothing of it is left. */
  readonly signal: AbortSignal;
  /** Milliseconds that it has, where that is less than any run has. */
  readonly time?: number;
}

/** How a run ended. What it changed is only known, and only there to be kept, where it came to its end. */
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

/** One run that is under way. */
export interface Run {
  readonly outcome: Promise<RunOutcome>;
  /** Gives it its time once more. @returns whether that was possible */
  extend(): boolean;
}

/**
 * Where scripts run. Nothing of a run is there after it; the frame that it was in waits for the next one for `runLimits.idle` milliseconds, and
 * nothing is left of it then.
 */
export interface Sandbox {
  run(request: RunRequest): Run;
  /**
   * Has the next run begin sooner: starts its worker now, and hands it what it is expected to need; by default what the last one needed.
   * @param onlyKept nothing is fetched that this browser does not have
   */
  prepare(parts?: readonly RunPartName[], onlyKept?: boolean): void;
  /** Lets go of the frame that waits for a run. */
  rest(): void;
}

/**
 * A sandbox in this page. Each run gets a worker of its own, which goes with it. Its frame goes, too, where a run did not come to its end by itself;
 * else the next run is in it, as it has what takes longest to be made: languages, unpacked and compiled.
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
    // What does not come now is fetched when a run asks for it.
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
  /** Called once it has ended, in whatever way. */
  onEnd(outcome: RunOutcome): void;
}

/** Long because all that a run says may end it, and its one timer with it. */
function runIn(
  frame: RunFrame,
  { onOutput, onFetching, signal, time = runLimits.time, ...request }: RunRequest,
  { onNeed, onEnd }: RunListener,
): Run {
  let timer = setTimeout(() => settle({ kind: "unfetched" }), runLimits.arrival);
  let isStarted = false;
  let isExtended = false;
  const needed = new Set<RunPartName>();
  let isOver = false;
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
      await frame.hand(name, (fetching) => isOver || onFetching?.(fetching));
      if (!isOver) wait(left);
    } catch {
      settle({ kind: "unfetched" });
    } finally {
      isFetching = false;
      onFetching?.(undefined);
    }
  }

  const outcome = new Promise<RunOutcome>((resolve) => {
    settle = (how) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      onEnd(how);
      resolve(how);
    };
    signal.addEventListener("abort", () => settle({ kind: "stopped" }), { once: true });
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
