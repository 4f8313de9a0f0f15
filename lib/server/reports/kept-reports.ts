import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Failure, failureOf } from "#lib/failure.ts";
import type { SharedAnswers } from "#lib/server/relay/kept-answers.ts";

/** What was made of a source, or why nothing was. */
export type Made<Value> =
  | { readonly kind: "made"; readonly value: Value; readonly commit: string }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface KeepingOptions<Value> {
  /** Tells apart what is kept of one commit: `brief`, `report`. */
  readonly name: string;
  /** The commit that an address names now. */
  readonly resolve: () => Promise<string>;
  readonly make: () => Promise<Value>;
  /** Reads what another process kept; `undefined` for what is none of ours. */
  readonly read: (text: string) => Value | undefined;
}

export interface KeptReportBounds {
  /** Milliseconds for which an address is taken to name the same commit, and a failure to last. */
  readonly fresh: number;
  /** Milliseconds for which what was made of a commit is kept. */
  readonly kept: number;
  /** Characters kept of all together. */
  readonly characters: number;
  /** How many may be made at once. */
  readonly flights: number;
}

export const defaultKeptReports: KeptReportBounds = {
  fresh: 60_000,
  kept: 24 * 60 * 60_000,
  characters: 32 * 1024 * 1024,
  flights: 4,
};

interface Known {
  readonly made: Made<string>;
  readonly since: number;
}

/**
 * What was made of repositories, by commit: one flight for each at a time, kept in memory and, where there is one, in the
 * store of all processes. What an address named last is known for ever after, so that a picture need not wait for a host.
 */
export class KeptReports {
  readonly #bounds: KeptReportBounds;
  readonly #now: () => number;
  readonly #shared: SharedAnswers | undefined;
  readonly #byCommit: LRUCache<string, string>;
  readonly #byAddress: LRUCache<string, Known>;
  readonly #flights = new Map<string, Promise<Made<string>>>();

  constructor(shared: SharedAnswers | undefined, bounds = defaultKeptReports, now = Date.now) {
    this.#shared = shared;
    this.#bounds = bounds;
    this.#now = now;
    this.#byCommit = new LRUCache({
      maxSize: bounds.characters,
      sizeCalculation: (text) => text.length + 100,
      ttl: bounds.kept,
    });
    this.#byAddress = new LRUCache({ max: 5000 });
  }

  /** What is known of an address: at once, and whether it may have changed since. */
  known<Value>(
    address: string,
    { name, read }: KeepingOptions<Value>,
  ): { made: Made<Value>; isFresh: boolean } | undefined {
    const known = this.#byAddress.get(`${name} ${address}`);
    const made = known && decode(known.made, read);
    return made && known && { made, isFresh: this.#now() - known.since < this.#bounds.fresh };
  }

  /** What an address comes to now. Never rejects for a reason outside of the program. */
  async ask<Value>(address: string, options: KeepingOptions<Value>): Promise<Made<Value>> {
    const key = `${options.name} ${address}`;
    const known = this.known(address, options);
    if (known?.isFresh) return known.made;
    const flight = this.#flights.get(key) ?? this.#start(key, options);
    return decode(await flight, options.read) ?? { kind: "failed", failure: { code: "cancelled" } };
  }

  #start<Value>(key: string, options: KeepingOptions<Value>): Promise<Made<string>> {
    if (this.#flights.size >= this.#bounds.flights) {
      const retryAt = new Date(this.#now() + 5000).toISOString();
      return Promise.resolve({ kind: "failed", failure: { code: "rate-limited", host: "", retryAt } });
    }
    const flight = this.#make(options).then((made) => {
      this.#byAddress.set(key, { made, since: this.#now() });
      return made;
    });
    this.#flights.set(key, flight);
    const land = () => this.#flights.delete(key);
    flight.then(land, land);
    return flight;
  }

  async #make<Value>({ name, resolve, make }: KeepingOptions<Value>): Promise<Made<string>> {
    try {
      const commit = await resolve();
      const key = `report-${createHash("sha256").update(`${name} ${commit}`).digest("hex")}`;
      const kept = this.#byCommit.get(key) ?? (await this.#sharedText(key));
      const text = kept ?? JSON.stringify(await make());
      this.#byCommit.set(key, text);
      if (kept === undefined) await this.#share(key, text);
      return { kind: "made", value: text, commit };
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      return { kind: "failed", failure };
    }
  }

  async #sharedText(key: string): Promise<string | undefined> {
    const answer = await this.#shared?.get(key);
    return answer && Buffer.concat(answer.chunks).toString("utf8");
  }

  async #share(key: string, text: string): Promise<void> {
    const until = this.#now() + this.#bounds.kept;
    await this.#shared?.set(key, { movedTo: undefined, chunks: [Buffer.from(text)], until });
  }
}

function decode<Value>(made: Made<string>, read: (text: string) => Value | undefined): Made<Value> | undefined {
  if (made.kind === "failed") return made;
  const value = read(made.value);
  return value === undefined ? undefined : { ...made, value };
}
