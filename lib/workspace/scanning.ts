import { inSlices } from "#lib/async/slices.ts";
import type { LookAhead, ReadAhead, ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import { partsParsed } from "#lib/skills/parse-yaml.ts";
import type { YamlReading } from "#lib/skills/read-frontmatter.ts";
import type { ReadReply, ReadRequest } from "./reading.worker.ts";

/**
 * What is read of YAML on the page's own thread in the course of a scan, in parts (see `YamlLimits`): somewhat more than
 * 2,000 ordinary skills have, a tenth of a second or two in slices. Counted in place of time, so that a slow machine does
 * what a fast one does, and after the event: to look ahead costs as much as a tenth of the whole scan.
 */
const ownParts = 100_000;

/** Milliseconds for a batch in the worker, which is bounded and takes a hundredth of that. */
const patience = 5000;

/**
 * Runs what looks through skills in slices, and has its YAML read by a worker once that is more than `ownParts`. Where no worker
 * can be had, all of it is read in slices. Rejects with the failure `cancelled` once `signal` is aborted.
 */
export async function scan<Result>(work: ScanSteps<Result>, signal: AbortSignal): Promise<Result> {
  const reader = new Reader(signal);
  const before = partsParsed();
  const answer = (lookAhead: LookAhead | undefined) => {
    const ahead = partsParsed() - before > ownParts ? lookAhead?.() : undefined;
    return ahead && reader.read(ahead);
  };
  try {
    return await inSlices(work, { signal, answer });
  } finally {
    reader.close();
  }
}

/** Reads in a worker, which is started with the first request. */
class Reader {
  readonly #signal: AbortSignal;
  #worker: Worker | undefined;
  #isBroken = typeof Worker === "undefined";

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** `undefined` where it is not to be had from a worker, or is no longer wanted. */
  read({ dialect, yamls }: ReadAhead): Promise<readonly YamlReading[] | undefined> | undefined {
    if (this.#isBroken) return undefined;
    this.#worker ??= new Worker(new URL("./reading.worker.ts", import.meta.url), { type: "module", name: "skills" });
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<readonly YamlReading[] | undefined>();
    const over = new AbortController();
    const listen = { signal: over.signal };
    const giveUp = () => {
      this.#isBroken = true;
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, patience);
    worker.addEventListener("message", ({ data }: MessageEvent<ReadReply>) => resolve(data), listen);
    worker.addEventListener("error", giveUp, listen);
    this.#signal.addEventListener("abort", () => resolve(undefined), listen);
    worker.postMessage({ dialect, yamls } satisfies ReadRequest);
    return promise.finally(() => {
      clearTimeout(timer);
      over.abort();
    });
  }

  close(): void {
    this.#worker?.terminate();
  }
}
