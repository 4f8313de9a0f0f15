import {
  type FromFrame,
  type RunPart,
  type RunPartName,
  type RunStart,
  readFromFrame,
  type Said,
  type ToFrame,
} from "./run-messages.ts";

/** What a sandbox needs of the page. */
export interface SandboxHost {
  readonly page: Pick<Window, "addEventListener" | "removeEventListener">;
  /** Inserts a frame of `/run/page.html` into the page, which shares nothing with the page. */
  openFrame(): { readonly window: Pick<Window, "postMessage"> | null; remove(): void };
  /** The worker's script. */
  fetchScript(): Promise<Blob>;
  fetchPart(name: RunPartName, options: FetchOptions): Promise<RunPart>;
  /** Whether this browser has a part, as far as known, because it was fetched before. */
  hasPart(name: RunPartName): boolean;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fetching: Fetching) => void;
}

/** A part that is being fetched. */
export interface Fetching {
  readonly part: RunPartName;
  /** Size of all its files, as they are sent. */
  readonly bytes: number;
  readonly fetched: number;
}

/** A message of a frame's worker, or that its script could not be fetched. */
export type Heard = Said | { readonly kind: "unfetched" };

/** A frame with a worker that waits for a run. Each worker runs one line, and is then replaced. */
export interface RunFrame {
  /** Starts a worker if none waits. */
  begin(): void;
  /** Ends the worker with everything in it. The frame keeps the parts that it was given. */
  clear(): void;
  tell(message: RunStart): void;
  /**
   * Hands a part to the worker, once: otherwise a script that has taken over the worker could make the page copy megabytes for each
   * request. Fetches the part if the frame does not have it.
   */
  hand(name: RunPartName, onProgress?: FetchOptions["onProgress"]): Promise<void>;
  /** Calls `listener` with this worker's messages, past and future. */
  listen(listener: (heard: Heard) => void): void;
  close(): void;
}

export function openRunFrame(host: SandboxHost): RunFrame {
  const closing = new AbortController();
  const opened = Promise.withResolvers<void>();
  const script = host.fetchScript();
  const sent = new Set<RunPartName>();
  let runs = 0;
  let worker: Worker | undefined;
  const { post, remove } = talkTo(host, (message) => {
    if (message.kind === "frame") opened.resolve();
    else if (worker?.run === message.run) worker.hear(message.said);
  });

  async function start({ run, hear }: Worker): Promise<void> {
    try {
      const [text] = await Promise.all([script, opened.promise]);
      if (worker?.run === run) post({ kind: "worker", run, script: text });
    } catch {
      hear({ kind: "unfetched" });
    }
  }

  async function hand(run: number, name: RunPartName, onProgress: FetchOptions["onProgress"]): Promise<void> {
    const { signal } = closing;
    const fetched = sent.has(name) ? undefined : host.fetchPart(name, { signal, onProgress });
    const [part] = await Promise.all([fetched, worker?.ready]);
    if (worker?.run !== run) return;
    post({ kind: "part", part: name, ...(part && { content: part.content }) });
    sent.add(name);
  }

  return {
    begin() {
      if (worker) return;
      const run = ++runs;
      worker = createWorker(
        run,
        handings((name, onProgress) => hand(run, name, onProgress)),
      );
      void start(worker);
    },
    clear() {
      worker = undefined;
      post({ kind: "clear" });
    },
    tell: post,
    listen: (listener) => worker?.listen(listener),
    hand: async (name, onProgress) => worker?.hand(name, onProgress),
    close() {
      closing.abort();
      worker = undefined;
      remove();
    },
  };
}

interface Worker extends Pick<RunFrame, "hand" | "listen"> {
  readonly run: number;
  /** Resolves when it can be given a run. */
  readonly ready: Promise<void>;
  hear(heard: Heard): void;
}

function createWorker(run: number, hand: RunFrame["hand"]): Worker {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const early: Heard[] = [];
  let tell = (heard: Heard): void => void early.push(heard);
  return {
    ...{ run, ready, hand },
    hear(heard) {
      if (heard.kind === "ready") resolve();
      tell(heard);
    },
    listen(listener) {
      tell = listener;
      for (const heard of early.splice(0)) listener(heard);
    },
  };
}

/** Inserts a frame into the page, and reports its messages until it is removed. */
function talkTo({ page, openFrame }: SandboxHost, onMessage: (message: FromFrame) => void) {
  const frame = openFrame();
  function hear({ source, origin, data }: MessageEvent<unknown>): void {
    if (source === null || source !== frame.window || origin !== "null") return;
    const message = readFromFrame(data);
    if (message) onMessage(message);
  }
  page.addEventListener("message", hear);
  return {
    // A sandboxed frame has no origin that could be named as the target.
    post: (message: ToFrame) => frame.window?.postMessage(message, "*"),
    remove() {
      page.removeEventListener("message", hear);
      frame.remove();
    },
  };
}

/** A part on its way to a worker, or handed over. */
interface Handing {
  readonly listeners: Set<FetchOptions["onProgress"]>;
  readonly done: Promise<void>;
}

/** Hands parts over, each once; a part that failed is fetched again for the next caller. */
function handings(
  handOver: (name: RunPartName, onProgress: FetchOptions["onProgress"]) => Promise<void>,
): RunFrame["hand"] {
  const handed = new Map<RunPartName, Handing>();

  function begin(name: RunPartName): Handing {
    const listeners = new Set<FetchOptions["onProgress"]>();
    const done = handOver(name, (fetching) => {
      for (const listen of listeners) listen(fetching);
    });
    return { listeners, done };
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
