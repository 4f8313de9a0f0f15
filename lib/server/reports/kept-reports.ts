import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import { meters } from "#lib/server/meters.ts";
import { Deadline } from "#lib/server/relay/deadline.ts";
import type { SharedAnswers } from "#lib/server/relay/kept-answers.ts";
import { countPlaces, type Places } from "#lib/server/store/places.ts";

/** What was made of a source, or why nothing was. */
export type Made =
  /** JSON in UTF-8. */
  { readonly kind: "made"; readonly json: Uint8Array; readonly commit: string } | Unmade;
export interface Unmade {
  readonly kind: "failed";
  readonly failure: Failure;
}

export interface Wanted {
  /** What is wanted of which source. Of two sources never the same: what a host says of its commits is only its own word. */
  readonly key: string;
  /** The network of who asks. */
  readonly network: string;
  /** The commit that the source names now. Throws `FailureError`. */
  readonly resolve: () => Promise<string>;
  /** Throws `FailureError`. */
  readonly make: () => Promise<Uint8Array>;
  /** Whether JSON that another process kept is what is wanted. */
  readonly isValid: (json: string) => boolean;
}

export interface KeptReportBounds {
  /** Milliseconds for which a source is taken to name the same commit, and a failure to last. */
  readonly fresh: number;
  /** Milliseconds for which others find what was made of a commit. */
  readonly kept: number;
  /** Bytes kept of all together. */
  readonly bytes: number;
  /** How many may be asked for at once, and of these be in the making. */
  readonly flights: Places;
  readonly making: Places;
  /** Milliseconds for which a place among the latter is waited for. */
  readonly patience: number;
}

/** Nothing that a network may take is more than half of what there is. */
export const defaultKeptReports: KeptReportBounds = {
  fresh: 60_000,
  kept: 24 * 60 * 60_000,
  bytes: 32 * 1024 * 1024,
  flights: { all: 64, each: 32 },
  making: { all: 2, each: 1 },
  patience: 10_000,
};

interface Known {
  readonly made: Made;
  readonly since: number;
}

/** What is kept of one source beside its JSON, in bytes, about. */
const overhead = 1000;

/**
 * What was made of sources: one flight for each at a time, kept in memory and, where there is one, in the store of all
 * processes. What a source named last stays known while there is room, so that a picture need not wait for a host.
 */
export class KeptReports {
  readonly #bounds: KeptReportBounds;
  readonly #now: () => number;
  readonly #shared: SharedAnswers | undefined;
  readonly #known: LRUCache<string, Known>;
  readonly #flights = new Map<string, Promise<Made>>();
  readonly #flightPlaces: ReturnType<typeof countPlaces>;
  readonly #makingPlaces: ReturnType<typeof countPlaces>;

  constructor(shared: SharedAnswers | undefined, bounds = defaultKeptReports, now = Date.now) {
    this.#shared = shared;
    this.#bounds = bounds;
    this.#now = now;
    this.#flightPlaces = countPlaces(bounds.flights);
    this.#makingPlaces = countPlaces(bounds.making);
    this.#known = new LRUCache({
      maxSize: bounds.bytes,
      sizeCalculation: ({ made }, key) => overhead + key.length + (made.kind === "made" ? made.json.length : 0),
    });
  }

  /** What is known of a source: at once, and whether it may have changed since. */
  known(key: string): { readonly made: Made; readonly isFresh: boolean } | undefined {
    const known = this.#known.get(key);
    return known && { made: known.made, isFresh: this.#now() - known.since < this.#bounds.fresh };
  }

  /** What a source comes to now. Never rejects for a reason outside of the program. */
  async ask(wanted: Wanted): Promise<Made> {
    const known = this.known(wanted.key);
    const made = known?.isFresh ? known.made : await (this.#flights.get(wanted.key) ?? this.#start(wanted));
    meters().report(made.kind === "failed" ? "failed" : "given");
    return made;
  }

  #start(wanted: Wanted): Promise<Made> {
    const { key, network } = wanted;
    const leave = this.#flightPlaces.take(network);
    if (!leave) return Promise.resolve({ kind: "failed", failure: this.#busy() });
    const flight = this.#fly(wanted).finally(() => {
      this.#flights.delete(key);
      leave();
    });
    this.#flights.set(key, flight);
    return flight;
  }

  async #fly(wanted: Wanted): Promise<Made> {
    try {
      const commit = await wanted.resolve();
      return this.#keep(wanted.key, { kind: "made", json: await this.#jsonOf(wanted, commit), commit });
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      const failed = { kind: "failed", failure } as const;
      // Of a limit that was reached, only who reached it hears.
      return failure.code === "rate-limited" ? failed : this.#keep(wanted.key, failed);
    }
  }

  #keep(key: string, made: Made): Made {
    this.#known.set(key, { made, since: this.#now() });
    return made;
  }

  async #jsonOf(wanted: Wanted, commit: string): Promise<Uint8Array> {
    const before = this.#known.get(wanted.key)?.made;
    if (before?.kind === "made" && before.commit === commit) return before.json;
    const id = `report-${createHash("sha256").update(`${wanted.key}\n${commit}`).digest("hex")}`;
    const kept = await this.#sharedJson(id, wanted);
    if (kept) return kept;
    const json = await this.#make(wanted);
    const until = this.#now() + this.#bounds.kept;
    await this.#shared?.set(id, { movedTo: undefined, chunks: [json], until });
    return json;
  }

  async #make({ network, make }: Wanted): Promise<Uint8Array> {
    using waiting = new Deadline(this.#bounds.patience);
    const leave = await this.#makingPlaces.wait(network, waiting.signal);
    if (!leave) throw new FailureError(this.#busy());
    try {
      const json = await make();
      meters().report("made");
      return json;
    } finally {
      leave();
    }
  }

  async #sharedJson(id: string, { isValid }: Wanted): Promise<Uint8Array | undefined> {
    const answer = await this.#shared?.get(id);
    if (!answer) return undefined;
    const json = Buffer.concat(answer.chunks);
    return isValid(json.toString("utf8")) ? json : undefined;
  }

  #busy(): Failure {
    return { code: "rate-limited", host: "This server", retryAt: new Date(this.#now() + 5000).toISOString() };
  }
}
