import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { runLimits } from "./run-limits.ts";
import {
  type FrameStart,
  type FromFrame,
  type FromRun,
  type RunPart,
  type RunPartName,
  type RunStart,
  readFromRun,
  type ToRun,
} from "./run-messages.ts";
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

/** A part on its way. */
export interface Fetching {
  readonly part: RunPartName;
  /** Of all its files, as they are sent. */
  readonly bytes: number;
  readonly fetched: number;
}

/** One run that is under way. */
export interface Run {
  readonly outcome: Promise<RunOutcome>;
  /** Gives it its time once more. @returns whether that was possible */
  extend(): boolean;
}

/** Where scripts run: nothing of it exists but while one runs, or the next is expected. */
export interface Sandbox {
  run(request: RunRequest): Run;
  /** Has the next run begin sooner: makes its frame now, and hands it what it is expected to need; by default what the last one needed. */
  prepare(parts?: readonly RunPartName[]): void;
  /** Lets go of the frame that waits for a run. */
  rest(): void;
}

/** Of the page, what a sandbox uses. */
export interface SandboxHost {
  readonly page: Pick<Window, "addEventListener" | "removeEventListener">;
  /** A frame of `/run/page.html` that shares nothing with the page, put into it. */
  openFrame(): { readonly window: Pick<Window, "postMessage"> | null; remove(): void };
  /** The worker's script, and what runs ask for. */
  fetchScript(): Promise<Blob>;
  fetchPart(name: RunPartName, options: FetchOptions): Promise<RunPart>;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fetching: Fetching) => void;
}

/** A sandbox in this page. Each run gets a frame and a worker of its own, which go with it. */
export function createSandbox(host: SandboxHost): Sandbox {
  let spare: Room | undefined;
  let needed: readonly RunPartName[] = [];

  function prepare(parts = needed): Room {
    const room = spare ?? openRoom(host);
    spare = room;
    // What does not come now is fetched when a run asks for it.
    for (const part of parts) room.hand(part).catch(() => undefined);
    return room;
  }

  return {
    prepare: (parts) => void prepare(parts),
    rest() {
      spare?.close();
      spare = undefined;
    },
    run(request) {
      const room = prepare([]);
      spare = undefined;
      needed = [];
      return runIn(room, request, (part) => {
        needed = [...needed, part];
      });
    },
  };
}

type Said = FromRun | FromFrame | { readonly kind: "unfetched" };

/** A frame with a worker that waits to be told what to run. */
interface Room {
  tell(message: RunStart): void;
  /** Fetches a part and hands it over, once: who has taken the worker over would else have the page copy megabytes for each word. */
  hand(name: RunPartName, onProgress?: FetchOptions["onProgress"]): Promise<void>;
  /** Calls with what was said so far, and from then on. */
  listen(listener: (said: Said) => void): void;
  close(): void;
}

function openRoom({ page, openFrame, fetchScript, fetchPart }: SandboxHost): Room {
  const frame = openFrame();
  const closing = new AbortController();
  const early: Said[] = [];
  let listener = (said: Said): void => {
    early.push(said);
  };
  const script = fetchScript();
  // Told below, once the frame is there.
  script.catch(() => undefined);

  function hear({ source, origin, data }: MessageEvent<unknown>): void {
    if (source === null || source !== frame.window || origin !== "null") return;
    const said = readFromRun(data);
    if (said?.kind === "frame") script.then(start, () => listener({ kind: "unfetched" }));
    else if (said) listener(said);
    if (said?.kind === "ready") onReady();
  }

  // A sandboxed frame has no origin that could be named.
  const post = (message: ToRun | FrameStart) => frame.window?.postMessage(message, "*");
  const start = (text: Blob) => post({ kind: "worker", script: text });
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
  page.addEventListener("message", hear);

  return {
    tell: post,
    listen(next) {
      listener = next;
      for (const said of early.splice(0)) next(said);
    },
    hand: handings(fetchPart, closing.signal, (part) => ready.then(() => closing.signal.aborted || post(part))),
    close() {
      closing.abort();
      page.removeEventListener("message", hear);
      frame.remove();
    },
  };
}

/** A part on its way to a frame, or there. */
interface Handing {
  readonly listeners: Set<FetchOptions["onProgress"]>;
  readonly done: Promise<unknown>;
}

/** Fetches parts and hands them over, each once; one that did not come is fetched again for whoever asks next. */
function handings(
  fetchPart: SandboxHost["fetchPart"],
  signal: AbortSignal,
  tell: (part: ToRun) => Promise<unknown>,
): Room["hand"] {
  const handed = new Map<RunPartName, Handing>();

  function begin(name: RunPartName): Handing {
    const listeners = new Set<FetchOptions["onProgress"]>();
    const onProgress: FetchOptions["onProgress"] = (fetching) => {
      for (const listen of listeners) listen(fetching);
    };
    const part = fetchPart(name, { signal, onProgress });
    return { listeners, done: part.then((content) => tell({ kind: "part", ...content })) };
  }

  return async (name, onProgress) => {
    const handing = handed.get(name) ?? begin(name);
    handed.set(name, handing);
    if (onProgress) handing.listeners.add(onProgress);
    try {
      await handing.done;
    } catch (caught) {
      handed.delete(name);
      throw caught;
    }
  };
}

/** Long because all that a run says may end it, and its one timer with it. */
function runIn(
  room: Room,
  { onOutput, onFetching, signal, time = runLimits.time, ...request }: RunRequest,
  onNeed: (part: RunPartName) => void,
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

  function hear(said: Said): void {
    if (said.kind === "ready" && !isStarted) {
      isStarted = true;
      wait(Math.min(time, runLimits.time));
      room.tell({ kind: "start", ...request, now: Date.now() });
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
      await room.hand(name, (fetching) => isOver || onFetching?.(fetching));
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
      isOver = true;
      clearTimeout(timer);
      room.close();
      resolve(how);
    };
    signal.addEventListener("abort", () => settle({ kind: "stopped" }), { once: true });
    if (signal.aborted) settle({ kind: "stopped" });
    else room.listen(hear);
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
