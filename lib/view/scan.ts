import { inSlices } from "#lib/async/slices.ts";
import type { LookAhead, ReadAhead, ScanSteps } from "#lib/harness/discovery/read-skill.ts";
import type { Dialect, YamlReading } from "#lib/skills/read-frontmatter.ts";
import { partsParsed } from "#lib/skills/yaml/parse-yaml.ts";
import type { ReadReply, ReadRequest } from "./reading.worker.ts";

/**
 * What is read of YAML on the page's own thread in the course of a scan, in parts (see `YamlLimits`): somewhat more than
 * 2,000 ordinary skills have, a tenth of a second or two in slices. Counted in place of time, so that a slow machine does
 * what a fast one does, and after the event: to look ahead costs as much as a tenth of the whole scan.
 */
const ownParts = 100_000;

/**
 * Milliseconds for the worker's code to come, for a batch, and for one text of it. Both are bounded by their parts and take a hundredth of
 * that: it is a net below these bounds, for a text that is dear in a way that nobody has thought of.
 */
const patience = { start: 5000, batch: 5000, text: 1000 } as const;

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
  #isReady = false;
  #isMissing = typeof Worker === "undefined";

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** `undefined` where it is not to be had from a worker, or is no longer wanted. What would hold the worker for good is too complex. */
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

  /** `late` where the worker had the time and did not answer: it is ended, and the next question has another. */
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
