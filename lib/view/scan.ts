import { inSlices } from "#lib/async/slices.ts";
import type { LookAhead, ReadAhead, ScanSteps } from "#lib/harness/discovery/read-skills.ts";
import type { Dialect, YamlReading } from "#lib/skills/read-frontmatter.ts";
import { partsParsed } from "#lib/skills/yaml/parse-yaml.ts";
import type { ReadReply, ReadRequest } from "./reading.worker.ts";

/**
 * How much YAML a scan reads on the page's own thread, in parts (see `YamlLimits`): somewhat more than 2,000 ordinary
 * skills have, a tenth of a second or two in slices. Counted in parts instead of time, so that a slow machine does the
 * same as a fast one, and counted afterwards: counting ahead takes as much as a tenth of the whole scan.
 */
const ownParts = 100_000;

/**
 * Milliseconds for loading the worker's code, for a batch, and for one text of it. Batch and text are bounded by their
 * parts and take a hundredth of that: the limits are a safety net for texts that are slow in an unforeseen way.
 */
const patience = { start: 5000, batch: 5000, text: 1000 } as const;

/**
 * Runs a scan of skills in slices, and lets a worker read its YAML once that exceeds `ownParts`. Where no worker is
 * available, all of it is read in slices. Rejects with the failure `cancelled` once `signal` is aborted.
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
  #isReady = false;
  #isMissing = typeof Worker === "undefined";

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * `undefined` where no worker is available, or the result is no longer wanted. A text on which the worker hangs
   * counts as too complex.
   */
  read({ dialect, yamls }: ReadAhead): Promise<readonly YamlReading[] | undefined> | undefined {
    return this.#isMissing ? undefined : this.#readAll(dialect, yamls);
  }

  async #readAll(dialect: Dialect, yamls: readonly string[]): Promise<readonly YamlReading[] | undefined> {
    const readings = await this.#ask({ dialect, yamls }, patience.batch);
    if (readings !== "late") return readings;
    const each: YamlReading[] = [];
    for (const yaml of yamls) {
      const reading = await this.#ask({ dialect, yamls: [yaml] }, patience.text);
      if (!reading) return undefined;
      each.push(...(reading === "late" ? [{ kind: "too-complex" } as const] : reading));
    }
    return each;
  }

  /** `late` where the worker did not answer in time: it is terminated, and the next request starts another. */
  async #ask(request: ReadRequest, milliseconds: number): Promise<readonly YamlReading[] | "late" | undefined> {
    this.#worker ??= new Worker(new URL("./reading.worker.ts", import.meta.url), { type: "module", name: "skills" });
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<readonly YamlReading[] | "late" | undefined>();
    const over = new AbortController();
    const listen = { signal: over.signal };
    const giveUp = () => {
      this.#isMissing = true;
      resolve(undefined);
    };
    const isLate = () => {
      this.close();
      resolve("late");
    };
    let timer = this.#isReady ? setTimeout(isLate, milliseconds) : setTimeout(giveUp, patience.start);
    const hear = ({ data }: MessageEvent<ReadReply>) => {
      if (data !== "ready") return resolve(data);
      this.#isReady = true;
      clearTimeout(timer);
      timer = setTimeout(isLate, milliseconds);
    };
    worker.addEventListener("message", hear, listen);
    worker.addEventListener("error", giveUp, listen);
    this.#signal.addEventListener("abort", () => resolve(undefined), listen);
    worker.postMessage(request);
    return promise.finally(() => {
      clearTimeout(timer);
      over.abort();
    });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isReady = false;
  }
}
