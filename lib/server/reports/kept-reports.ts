import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import { meters } from "#lib/server/meters.ts";
import type { SharedAnswers } from "#lib/server/relay/kept-answers.ts";
import { countPlaces, type Places } from "#lib/server/store/places.ts";

/** What was made of a source, as JSON, or why nothing was. */
export type Made =
  | { readonly kind: "made"; readonly text: string; readonly commit: string }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface KeepingOptions {
  /** Tells apart what is kept of one commit: `brief`, `report`. */
  readonly name: string;
  /** What of its commit an address is about: a repository, and a folder of it. Its label is in what is made. */
  readonly subject: string;
  /** Who asks: the network address. */
  readonly network: string;
  /** The commit that an address names now. */
  readonly resolve: () => Promise<string>;
  readonly make: () => Promise<string>;
  /** Whether what another process kept is what this version makes. */
  readonly isOurs: (text: string) => boolean;
}

export interface KeptReportBounds {
  /** Milliseconds for which an address is taken to name the same commit, and a failure to last. */
  readonly fresh: number;
  /** Milliseconds for which what was made of a commit is kept. */
  readonly kept: number;
  /** Characters kept of all together. */
  readonly characters: number;
  /** How many may be asked for at once: those that are made, and those that wait for a thread. */
  readonly flights: Places;
  /** How many of these ask their host for a commit at a time, while others wait. */
  readonly questions: Places;
  /** Milliseconds for which they do. */
  readonly patience: number;
}

export const defaultKeptReports: KeptReportBounds = {
  fresh: 60_000,
  kept: 24 * 60 * 60_000,
  characters: 32 * 1024 * 1024,
  // Fifty repositories that a class asks about at once. Nothing that a network may take is more than half of what there is.
  flights: { all: 120, each: 60 },
  // A question for a commit takes up to two of the 64 places at hosts that the relay gives a network: half of them stay for its pages.
  questions: { all: 64, each: 16 },
  patience: 20_000,
};

interface Known {
  readonly made: Made;
  readonly since: number;
}

/**
 * What was made of repositories, by commit: one flight for each at a time, kept in memory and, where there is one, in the
 * store of all processes. What an address named last is known for ever after, so that a picture need not wait for a host.
 * It is kept as the text that is sent: nothing is read and written again for an answer.
 */
export class KeptReports {
  readonly #bounds: KeptReportBounds;
  readonly #now: () => number;
  readonly #shared: SharedAnswers | undefined;
  readonly #byCommit: LRUCache<string, string>;
  readonly #byAddress: LRUCache<string, Known>;
  readonly #flights = new Map<string, Promise<Made>>();
  readonly #places: ReturnType<typeof countPlaces>;
  readonly #questions: ReturnType<typeof countPlaces>;

  constructor(shared: SharedAnswers | undefined, bounds = defaultKeptReports, now = Date.now) {
    this.#shared = shared;
    this.#bounds = bounds;
    this.#now = now;
    this.#places = countPlaces(bounds.flights);
    this.#questions = countPlaces(bounds.questions);
    const sizeOf = (text: string) => text.length + 100;
    this.#byCommit = new LRUCache({ maxSize: bounds.characters, sizeCalculation: sizeOf, ttl: bounds.kept });
    this.#byAddress = new LRUCache({
      max: 5000,
      maxSize: bounds.characters,
      sizeCalculation: ({ made }) => sizeOf(made.kind === "made" ? made.text : ""),
    });
  }

  /** What is known of an address: at once, and whether it may have changed since. */
  known(address: string, name: string): { made: Made; isFresh: boolean } | undefined {
    const known = this.#byAddress.get(`${name} ${address}`);
    return known && { made: known.made, isFresh: this.#now() - known.since < this.#bounds.fresh };
  }

  /** What an address comes to now. Never rejects for a reason outside of the program. */
  async ask(address: string, options: KeepingOptions): Promise<Made> {
    const known = this.known(address, options.name);
    const key = `${options.name} ${address}`;
    const made = known?.isFresh ? known.made : await (this.#flights.get(key) ?? this.#start(key, options));
    meters().report(made.kind === "failed" ? "failed" : "given");
    return made;
  }

  #start(key: string, options: KeepingOptions): Promise<Made> {
    const leave = this.#places.take(options.network);
    if (!leave) return Promise.resolve({ kind: "failed", failure: { code: "report-refused", why: "busy" } });
    const flight = this.#make(options).then((made) => {
      const known = this.#byAddress.get(key)?.made;
      const told = known?.kind === "made" && isPassing(made) ? known : made;
      if (!isBusy(made)) this.#byAddress.set(key, { made: told, since: this.#now() });
      return told;
    });
    this.#flights.set(key, flight);
    const land = () => {
      this.#flights.delete(key);
      leave();
    };
    flight.then(land, land);
    return flight;
  }

  async #make(options: KeepingOptions): Promise<Made> {
    const { name, subject, make, isOurs } = options;
    try {
      const commit = await this.#resolve(options);
      const key = `report-${createHash("sha256").update(`${name} ${subject} ${commit}`).digest("hex")}`;
      const kept = this.#byCommit.get(key) ?? (await this.#sharedText(key, isOurs));
      const text = kept ?? (await make());
      if (kept === undefined) meters().report("made");
      this.#byCommit.set(key, text);
      if (kept === undefined) await this.#share(key, text);
      return { kind: "made", text, commit };
    } catch (caught) {
      const failure = failureOf(caught);
      if (!failure) throw caught;
      return { kind: "failed", failure };
    }
  }

  async #resolve({ network, resolve }: KeepingOptions): Promise<string> {
    const leave = await this.#questions.wait(network, AbortSignal.timeout(this.#bounds.patience));
    if (!leave) throw new FailureError({ code: "report-refused", why: "busy" });
    try {
      return await resolve();
    } finally {
      leave();
    }
  }

  /** What another process made; `undefined` for what it did not, whoever wrote it there. */
  async #sharedText(key: string, isOurs: (text: string) => boolean): Promise<string | undefined> {
    const answer = await this.#shared?.get(key);
    const text = answer && Buffer.concat(answer.chunks).toString("utf8");
    return text !== undefined && isOurs(text) ? text : undefined;
  }

  async #share(key: string, text: string): Promise<void> {
    const until = this.#now() + this.#bounds.kept;
    await this.#shared?.set(key, { movedTo: undefined, chunks: [Buffer.from(text)], until });
  }
}

/** A refusal of this moment, which says nothing of the repository. */
function isBusy(made: Made): boolean {
  return made.kind === "failed" && made.failure.code === "report-refused" && made.failure.why === "busy";
}

/** Trouble on the way, which leaves what was known of a repository as true as before. */
function isPassing(made: Made): boolean {
  if (made.kind !== "failed") return false;
  const passing: readonly Failure["code"][] = ["network-cut", "rate-limited", "server-error", "cancelled"];
  const { failure } = made;
  return passing.includes(failure.code) || (failure.code === "report-refused" && failure.why !== "large");
}
