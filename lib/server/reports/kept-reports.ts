import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import { meters } from "#lib/server/meters.ts";
import { Deadline } from "#lib/server/relay/deadline.ts";
import type { SharedAnswers } from "#lib/server/relay/kept-answers.ts";
import { countPlaces, type Leave, type Places } from "#lib/server/store/places.ts";
import type { Made } from "./made.ts";
import type { ReportJob } from "./thread-messages.ts";

export interface KeepingOptions {
  readonly name: ReportJob["name"];
  /** The asking visitor's groups, from the wide network to the narrow one in it (`visitorGroups`). */
  readonly party: readonly string[];
  /**
   * Finds out what the address names now. Results are kept by all of it: the repository, the commit, the folder in it.
   */
  readonly resolve: (signal: AbortSignal) => Promise<ReportJob>;
  readonly make: (job: ReportJob, signal: AbortSignal) => Promise<string>;
  /** Names the program: a result of another one is not used, because its engine may count otherwise. */
  readonly build: string;
  /** Whether a result kept by another process is one that this version makes. */
  readonly isOurs: (text: string) => boolean;
}

export interface KeptReportBounds {
  /** Milliseconds for which an address is assumed to name the same commit, and a failure to last. */
  readonly fresh: number;
  /** Milliseconds for which the result for a commit is kept. */
  readonly kept: number;
  /** The most characters of all kept results together. */
  readonly characters: number;
  /** Requests under way: those being made, and those waiting for a thread. */
  readonly flights: Places;
  /** How many of these may ask their host for a commit at a time; others wait. */
  readonly questions: Places;
  /** Milliseconds for which they wait. */
  readonly patience: number;
  /** Milliseconds after which a host that has not said what an address names no longer takes one of these places. */
  readonly prompt: number;
}

export const defaultKeptReports: KeptReportBounds = {
  fresh: 60_000,
  kept: 24 * 60 * 60_000,
  characters: 32 * 1024 * 1024,
  // Fifty repositories that a class asks about at once. No network may take more than half of the total.
  flights: { all: 120, each: 60 },
  // A question for a commit takes up to two of the 64 places at hosts that the relay gives a network: half of them stay
  // for its pages.
  questions: { all: 64, each: 16 },
  patience: 20_000,
  prompt: 3000,
};

interface Known {
  readonly made: Made;
  readonly since: number;
}

/**
 * Results about repositories, by commit: one request for each at a time, kept in memory and, where there is one, in the
 * store of all processes. What an address last named is remembered for good, so that a picture need not wait for a
 * host. Results are kept as the text that is sent, which is not parsed again for an answer.
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
      sizeCalculation: ({ made }, address) => address.length + sizeOf(made.kind === "made" ? made.text : ""),
    });
  }

  /** The known result for an address, without waiting, and whether it is fresh. */
  known(address: string, name: string): { made: Made; isFresh: boolean } | undefined {
    const known = this.#byAddress.get(`${name} ${address}`);
    return known && { made: known.made, isFresh: this.#now() - known.since < this.#bounds.fresh };
  }

  /** The current result for an address. Never rejects for a reason outside the program. */
  async ask(address: string, options: KeepingOptions): Promise<Made> {
    const known = this.known(address, options.name);
    const made = known?.isFresh ? known.made : await this.#join(`${options.name} ${address}`, options);
    meters().report(made.kind === "failed" ? "failed" : "given");
    return made;
  }

  async #join(key: string, options: KeepingOptions): Promise<Made> {
    const joined = this.#flights.get(key);
    if (!joined) return this.#start(key, options);
    const made = await joined;
    // The request that began this may have used up its own limit, or lost its place to others; this one has its own
    // claims.
    return isOfAsker(made) ? this.#join(key, options) : made;
  }

  #start(key: string, options: KeepingOptions): Promise<Made> {
    const flight = new Flight(this.#bounds, this.#now);
    const leave = this.#places.take(options.party, flight);
    if (!leave) return Promise.resolve({ kind: "failed", failure: { code: "report-refused", why: "busy" } });
    const flying = this.#make(options, flight).then((made) => {
      const known = this.#byAddress.get(key)?.made;
      const told = known?.kind === "made" && isPassing(made) ? known : made;
      if (!isOfAsker(made)) this.#byAddress.set(key, { made: told, since: this.#now() });
      return told;
    });
    this.#flights.set(key, flying);
    const land = () => {
      this.#flights.delete(key);
      leave();
    };
    flying.then(land, land);
    return flying;
  }

  async #make(options: KeepingOptions, flight: Flight): Promise<Made> {
    const { make, build, isOurs } = options;
    try {
      const job = await this.#resolve(options, flight);
      const key = `report-${hashOf(JSON.stringify([build, job]))}`;
      const kept = this.#byCommit.get(key) ?? (await this.#sharedText(key, isOurs));
      const text = kept ?? (await make(job, flight.signal));
      if (kept === undefined) meters().report("made");
      this.#byCommit.set(key, text);
      if (kept === undefined) await this.#share(key, text);
      return { kind: "made", text, commit: job.commit, hash: hashOf(text) };
    } catch (caught) {
      const failure = flight.signal.aborted ? crowded : failureOf(caught);
      if (!failure) throw caught;
      return { kind: "failed", failure };
    }
  }

  async #resolve({ party, resolve }: KeepingOptions, flight: Flight): Promise<ReportJob> {
    using patience = new Deadline(this.#bounds.patience, flight.signal);
    const leave = await this.#questions.wait(party, patience.signal);
    if (!leave) throw new FailureError({ code: "report-refused", why: "busy" });
    return flight.asking(leave, resolve);
  }

  /** The result that another process made; `undefined` for any other text, whoever wrote it there. */
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

const crowded: Failure = { code: "report-refused", why: "crowded" };

/** The work under way for one address, with its place. */
class Flight {
  readonly #stop = new AbortController();
  readonly #prompt: number;
  readonly #now: () => number;
  #askedAt: number | undefined;

  constructor({ prompt }: KeptReportBounds, now: () => number) {
    this.#prompt = prompt;
    this.#now = now;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** See `Holder`. */
  readonly onLost = () => this.#stop.abort();
  readonly behind = () => (this.#askedAt === undefined ? 0 : this.#now() - this.#askedAt - this.#prompt);

  /**
   * Asks the host. After `prompt` milliseconds the place among the questions is given back, and waiting continues
   * without it.
   */
  async asking<Answer>(leave: Leave, resolve: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const timer = setTimeout(leave, this.#prompt);
    this.#askedAt = this.#now();
    try {
      return await resolve(this.signal);
    } finally {
      this.#askedAt = undefined;
      clearTimeout(timer);
      leave();
    }
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Whether a refusal concerns only the visitor who asks at this moment. It says nothing about the repository, so others
 * must not get it: a network that has used up its limits could otherwise have a report refused to all, or an old one
 * taken for fresh.
 */
function isOfAsker(made: Made): boolean {
  if (made.kind !== "failed") return false;
  const { failure } = made;
  if (failure.code === "report-refused") return failure.why === "busy" || failure.why === "crowded";
  return failure.code === "rate-limited";
}

/** Whether a failure is temporary, so that what was known about a repository stays as true as before. */
function isPassing(made: Made): boolean {
  if (made.kind !== "failed") return false;
  const passing: readonly Failure["code"][] = ["network-cut", "rate-limited", "server-error", "cancelled"];
  const { failure } = made;
  return passing.includes(failure.code) || (failure.code === "report-refused" && failure.why !== "large");
}
