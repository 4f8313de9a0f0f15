import { FailureError } from "#lib/failure.ts";
import type { CountReply, CountRequest } from "./token-worker.ts";

let worker: Worker | undefined;
let lastId = 0;

/**
 * Exact o200k token counts, one per text. The first call loads a megabyte of vocabulary into a worker, so call it only
 * when a person looks at numbers. A provider's own `usage` may still differ.
 * @throws FailureError `model-unreachable` when the worker's code cannot be fetched; the signal's reason when aborted.
 */
export function countTokens(texts: readonly string[], options: { signal?: AbortSignal } = {}): Promise<number[]> {
  const { signal } = options;
  const id = ++lastId;
  worker ??= new Worker(new URL("./token-worker.ts", import.meta.url), { type: "module", name: "tokens" });
  const counter = worker;
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const listen = { signal: done.signal };
    const settle = (end: () => void) => {
      done.abort();
      end();
    };
    counter.addEventListener(
      "message",
      ({ data }: MessageEvent<CountReply>) => data.id === id && settle(() => resolve([...data.counts])),
      listen,
    );
    counter.addEventListener(
      "error",
      () => {
        if (worker === counter) worker = undefined;
        settle(() => reject(new FailureError({ code: "model-unreachable", provider: "token counter" })));
      },
      listen,
    );
    signal?.addEventListener("abort", () => settle(() => reject(signal.reason)), listen);
    if (signal?.aborted) settle(() => reject(signal.reason));
    else counter.postMessage({ id, texts } satisfies CountRequest);
  });
}
