import type { LanguageModelV4 } from "@ai-sdk/provider";
import { FailureError } from "#lib/failure.ts";
import { foldThinking } from "../fold-thinking.ts";
import { isTooLong } from "../model-failure.ts";
import { type TextModel, withPromptedTools } from "../prompted-tools.ts";
import { wrapModel } from "../source.ts";
import type { EngineReply, EngineRequest } from "./serve-engine.ts";
import { type DownloadableModel, downloadableModels, isDownloaded, webGpuProblem } from "./weights.ts";

/** The address of the engine's worker script, which is not loaded with the page. */
const engineAddress = "/model-engine/worker.js";

const provider = "this browser";

/** Milliseconds without progress after which a download is given up. */
const longestSilence = 120_000;

/** The worker, as far as it is used; tests pass a fake. */
export interface EngineThread {
  postMessage(request: EngineRequest): void;
  addEventListener(type: "message", listen: (event: { readonly data: EngineReply }) => void): void;
  addEventListener(type: "error", listen: (event: { readonly message?: string }) => void): void;
  terminate(): void;
}

export type StartThread = () => EngineThread;

const startThread: StartThread = () => new Worker(engineAddress, { type: "module", name: "model" });

/** The loaded model. Only one at a time, as each takes gigabytes. */
let loaded: { readonly model: string; readonly engine: EngineClient } | undefined;

/** Settles once all that was begun is over: an engine gives one answer at a time, and two engines hardly fit into memory. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Waits until every load and answer begun before is over.
 * @returns ends the own turn; an abort of `signal` does so, too
 * @throws FailureError `cancelled`
 */
async function takeTurn(signal: AbortSignal): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = turn;
  turn = before.then(() => promise);
  const leave = () => {
    signal.removeEventListener("abort", leave);
    resolve();
  };
  signal.addEventListener("abort", leave);
  await Promise.race([before, promise]);
  if (!signal.aborted) return leave;
  leave();
  throw new FailureError({ code: "cancelled" });
}

export interface Loading {
  /** Receives the progress, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** Milliseconds without progress until the load is given up; for tests. */
  readonly silence?: number;
}

/**
 * Downloads the missing parts of a model, and loads it. What was downloaded stays, even where this is cancelled.
 * @throws FailureError `cancelled`, or `model-absent` with the reason
 */
export async function loadDownloadable(
  wanted: WantedModel,
  loading: Loading,
  start: StartThread = startThread,
): Promise<void> {
  const leave = await takeTurn(loading.signal);
  await load(wanted, loading, start).finally(leave);
}

type WantedModel = Pick<DownloadableModel, "model" | "window">;

async function load({ model, window }: WantedModel, loading: Loading, start: StartThread): Promise<void> {
  if (loaded?.model === model && !loaded.engine.isBroken) return;
  freeLoaded();
  const engine = new EngineClient(start());
  try {
    await engine.load(model, window, loading);
    loaded = { model, engine };
  } catch (caught) {
    engine.end();
    throw caught;
  }
}

/** Unloads the loaded model and frees its memory. */
export function freeLoaded(): void {
  loaded?.engine.end();
  loaded = undefined;
}

/**
 * A model whose weights are already in this browser. Nothing is downloaded during an answer.
 * @throws FailureError `model-absent`
 */
export async function openDownloaded(name: string, start: StartThread = startThread): Promise<LanguageModelV4> {
  const known = downloadableModels.find(({ model }) => model === name);
  if (!known) throw absent(`there is no ${name} to download`);
  const problem = await webGpuProblem();
  if (problem !== undefined) throw absent(problem);
  if (!(await isDownloaded(name)))
    throw absent("it has not been downloaded into this browser yet, or the browser has removed it");
  const text: TextModel = {
    provider,
    modelId: name,
    async *answer(messages, signal) {
      const loading = { onProgress: () => undefined, signal: signal ?? new AbortController().signal };
      const leave = await takeTurn(loading.signal);
      try {
        yield* answerWith(() => load(known, loading, start), messages, signal);
      } finally {
        leave();
      }
    },
  };
  return wrapModel(withPromptedTools(text), { read: foldThinking });
}

/**
 * An answer of the loaded engine. One that fails is unloaded, as a lost graphics processor, for one, never comes back to it; where it was
 * loaded before and has not said anything, a new one answers.
 */
async function* answerWith(
  load: () => Promise<void>,
  ...asked: Parameters<TextModel["answer"]>
): AsyncGenerator<string> {
  const before = loaded?.engine;
  await load();
  const engine = loaded?.engine;
  if (!engine) return;
  let hasBegun = false;
  try {
    for await (const piece of engine.ask(...asked)) {
      hasBegun = true;
      yield piece;
    }
  } catch (caught) {
    const isOver = asked[1]?.aborted || loaded?.engine !== engine || isTooLong(caught);
    if (isOver) throw caught;
    freeLoaded();
    if (hasBegun || engine !== before) throw caught;
    yield* answerWith(load, ...asked);
  }
}

/** The engine's reason; a browser's error for a cut connection is put in plain words. */
function worded(reason: string): string {
  return /failed to fetch|load failed|networkerror/i.test(reason)
    ? "it could not be downloaded: check that you are online"
    : reason;
}

function absent(detail: string): FailureError {
  return new FailureError({ code: "model-absent", provider, detail });
}

/** The page's side of the thread. */
class EngineClient {
  readonly #thread: EngineThread;
  #hear: (reply: EngineReply) => void = () => undefined;
  #lastId = 0;
  /** Whether its thread has crashed. */
  isBroken = false;

  constructor(thread: EngineThread) {
    this.#thread = thread;
    thread.addEventListener("message", ({ data }) => this.#hear(data));
    // The worker script could not be fetched, or crashed.
    thread.addEventListener("error", ({ message }) => {
      this.isBroken = true;
      this.#fail(message ?? "the part that runs it could not be fetched");
    });
  }

  /** Ends whatever is pending. */
  #fail(reason: string): void {
    this.#hear({ kind: "not-loaded", reason });
    this.#hear({ kind: "done", id: this.#lastId, reason });
  }

  load(model: string, window: number, { onProgress, signal, silence = longestSilence }: Loading): Promise<void> {
    return new Promise((resolve, reject) => {
      let giveUp: ReturnType<typeof setTimeout> | undefined;
      const settle = (failure?: FailureError) => {
        clearTimeout(giveUp);
        signal.removeEventListener("abort", cancel);
        this.#hear = () => undefined;
        if (failure) reject(failure);
        else resolve();
      };
      const patient = () => {
        clearTimeout(giveUp);
        const seconds = Math.round(silence / 1000);
        giveUp = setTimeout(() => settle(absent(`its download made no progress for ${seconds} seconds`)), silence);
      };
      const cancel = () => settle(new FailureError({ code: "cancelled" }));
      if (signal.aborted) return cancel();
      signal.addEventListener("abort", cancel);
      this.#hear = (reply) => {
        patient();
        if (reply.kind === "progress") onProgress(Math.min(1, Math.max(0, reply.share)));
        if (reply.kind === "loaded") settle();
        if (reply.kind === "not-loaded") settle(absent(worded(reply.reason)));
      };
      patient();
      this.#thread.postMessage({ kind: "load", model, window });
    });
  }

  async *ask(messages: Parameters<TextModel["answer"]>[0], signal: AbortSignal | undefined): AsyncGenerator<string> {
    const id = ++this.#lastId;
    const heard: EngineReply[] = [];
    let wake: () => void = () => undefined;
    this.#hear = (reply) => {
      if ("id" in reply && reply.id === id) heard.push(reply);
      wake();
    };
    const stop = () => this.#thread.postMessage({ kind: "stop", id });
    signal?.addEventListener("abort", stop, { once: true });
    this.#thread.postMessage({ kind: "ask", id, messages });
    let isDone = false;
    try {
      while (!isDone) {
        signal?.throwIfAborted();
        const reply = heard.shift();
        if (!reply)
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal?.addEventListener("abort", () => resolve(), { once: true });
          });
        else if (reply.kind === "piece") yield reply.text;
        else if (reply.kind === "done") {
          isDone = true;
          if (reply.reason !== undefined) throw new Error(reply.reason);
        }
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      // Nobody reads on, so the engine need not write on.
      if (!isDone) stop();
    }
  }

  end(): void {
    this.#fail("it was unloaded during its answer");
    this.#hear = () => undefined;
    this.#thread.terminate();
  }
}
