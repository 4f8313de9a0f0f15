import { createHash } from "node:crypto";
import { AnswerCheck } from "./answer-check.ts";
import { AnswerFlight, type AnswerReader, type HeldBytes, type OpenedAnswer } from "./answer-flight.ts";
import type { Pace } from "./deadline.ts";
import {
  defaultKeeping,
  type KeepingBounds,
  type KeptAnswer,
  type KeptAnswers,
  keepInMemory,
  memoryOf,
  type SharedAnswers,
} from "./kept-answers.ts";
import type { Question } from "./relay-upstream.ts";

export interface AnswerOptions {
  readonly ages: AnswerAges;
  readonly keeping: KeepingBounds;
  /** Memory for answers under way that may be held for later readers. */
  readonly heldBytes: number;
  /** The slowest acceptable pace of a reader that others wait for, once an answer is past that memory. */
  readonly sharedPace: Pace;
  /** Answers that other processes find as well. */
  readonly shared: SharedAnswers | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds for which an answer may be given again. */
export interface AnswerAges {
  /** For answers that may change with the next push: refs, and everything requested by name. */
  readonly named: number;
  /** For objects requested by id, which never change. */
  readonly fixed: number;
}

/**
 * A class that opens a repository at the same moment is done within twenty seconds; a person who opens it, changes it,
 * pushes and opens it again takes longer. Objects never change, but content that a host has withdrawn must not stay
 * here for the rest of the day, and one more request in a quarter of an hour costs the host nothing.
 */
const defaultAges: AnswerAges = { named: 20_000, fixed: 15 * 60_000 };

export const defaultAnswers: AnswerOptions = {
  ages: defaultAges,
  keeping: defaultKeeping,
  heldBytes: 48 * 1024 * 1024,
  sharedPace: { graceMs: 5000, bytesPerSecond: 64 * 1024 },
  shared: undefined,
  now: Date.now,
};

/**
 * Sends a question to its host; aborting the signal ends the answer, begun or not. `wholeUpTo`: the largest answer, in
 * bytes, that reports at its end whether it is complete.
 */
type Ask = (signal: AbortSignal, wholeUpTo: number) => Promise<OpenedAnswer>;

/** A shared flight, and the time from which its answer is too old for new readers. */
interface Departure {
  readonly flight: AnswerFlight;
  readonly until: number;
}

/**
 * Answers of git hosts, each requested once for everyone who wants it at that moment or shortly after. Only requests
 * without a password share answers; each request with one gets its own.
 */
export class RelayAnswers {
  readonly #options: AnswerOptions;
  readonly #kept: KeptAnswers;
  readonly #held: HeldBytes;
  readonly #departures = new Map<string, Departure>();

  constructor(options: AnswerOptions = defaultAnswers) {
    this.#options = options;
    this.#kept = keepInMemory(options.keeping, options.now);
    this.#held = { used: 0, limit: options.heldBytes };
  }

  /**
   * A reader of the answer to `question`; `ask` is called when nobody has asked the same recently. `onLost` is called
   * when the reader is too slow for the others.
   */
  read(question: Question, ask: Ask, onLost: () => void): AnswerReader {
    const key = answerKey(question);
    if (key === undefined) return this.#readAlone((signal) => ask(signal, 0), onLost);
    const answer = this.#kept.get(key);
    if (answer) return this.#readAlone(async () => openKept(answer), onLost);
    const departure = this.#departures.get(key);
    const isFresh = departure !== undefined && this.#options.now() < departure.until;
    return (isFresh ? departure.flight : this.#depart(key, question, ask)).join(onLost);
  }

  #readAlone(open: (signal: AbortSignal) => Promise<OpenedAnswer>, onLost: () => void): AnswerReader {
    const nothing = () => undefined;
    const { sharedPace } = this.#options;
    const own = { open, isShared: false, held: this.#held, sharedPace, onClosed: nothing, onComplete: nothing };
    return new AnswerFlight(own).join(onLost);
  }

  #depart(key: string, question: Question, ask: Ask): AnswerFlight {
    const { ages, keeping, now, sharedPace } = this.#options;
    // Counted from the request: an answer does not get younger by being read slowly.
    const until = now() + answerAge(question, ages);
    const flight = new AnswerFlight({
      open: async (signal) => (await this.#openFound(key, question, until)) ?? ask(signal, keeping.answerBytes),
      isShared: true,
      held: this.#held,
      sharedPace,
      onClosed: () => {
        if (this.#departures.get(key)?.flight === flight) this.#departures.delete(key);
      },
      onComplete: ({ movedTo }, chunks) => this.#keep(key, chunks, { movedTo, until }),
    });
    this.#departures.set(key, { flight, until });
    return flight;
  }

  /**
   * An answer that another process keeps, checked like one from a host, and kept no longer than if it had just arrived.
   */
  async #openFound(key: string, { target }: Question, until: number): Promise<OpenedAnswer | undefined> {
    const found = await this.#options.shared?.get(key);
    if (!found || found.until > until) return undefined;
    const check = new AnswerCheck(target.operation, this.#options.keeping.answerBytes);
    if (!found.chunks.every((chunk) => check.push(chunk)) || !check.isWhole) return undefined;
    this.#kept.set(key, found);
    return openKept(found);
  }

  #keep(key: string, chunks: readonly Uint8Array[], rest: Omit<KeptAnswer, "chunks">): void {
    const { keeping, shared } = this.#options;
    const size = chunks.reduce((sum, chunk) => sum + memoryOf(chunk), 0);
    // An answer found in the shared store is stored there already.
    if (size > keeping.answerBytes || this.#kept.get(key)) return;
    const answer = { ...rest, chunks };
    this.#kept.set(key, answer);
    void shared?.set(key, answer);
  }
}

/** The size of a piece: what a socket takes at a time. */
const pieceBytes = 64 * 1024;

function openKept({ movedTo, chunks }: KeptAnswer): OpenedAnswer {
  async function* pieces() {
    for (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
    return true;
  }
  return { movedTo, isKept: true, chunks: pieces() };
}

/** How long the answer to `question` may be kept, in milliseconds. */
export function answerAge({ body }: Pick<Question, "body">, ages: AnswerAges): number {
  const text = Buffer.from(body ?? "").toString("latin1");
  return asksById.test(text) && !asksByName.test(text) ? ages.fixed : ages.named;
}

/** The command `fetch` of version 2, or a want of earlier versions; in the first packet. */
const asksById = /^[0-9a-f]{4}(command=fetch\n|want [0-9a-f]{40})/;
/**
 * Arguments that make such an answer depend on refs after all (gitprotocol-v2 `want-ref`, gitprotocol-capabilities).
 */
const asksByName = /want-ref |include-tag|deepen-not /;

/**
 * A key of everything that an answer depends on: the address, whether the operator trusts it, the protocol version and
 * the body.
 * @returns undefined for a question with a password, whose answer is not shared.
 */
export function answerKey({ target, headers, body }: Question): string | undefined {
  if (headers.authorization !== undefined) return undefined;
  // An address that the operator no longer allows must not get an earlier answer; only the body may contain a newline.
  const head = [target.trusted, target.operation, target.url.href, headers["git-protocol"] ?? "", ""].join("\n");
  return createHash("sha256")
    .update(head)
    .update(body ?? "")
    .digest("hex");
}
