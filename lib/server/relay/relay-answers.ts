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
  /** Memory of answers under way that may be held for readers to come. */
  readonly heldBytes: number;
  /** What a reader must take of an answer past that room, which others are waiting for. */
  readonly sharedPace: Pace;
  /** Where other processes find answers as well. */
  readonly shared: SharedAnswers | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds for which an answer may be given again. */
export interface AnswerAges {
  /** What may change with the next push: refs, and all that is asked for by a name. */
  readonly named: number;
  /** Objects asked for by their ids, which are the same for ever. */
  readonly fixed: number;
}

/**
 * A class that opens a repository at the same moment is done within twenty seconds, and who tries it, changes it, pushes
 * and opens it again takes longer. Objects never change, but what a host has withdrawn must not stay here for the rest of
 * the day, and asking once more in a quarter of an hour costs it nothing.
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
 * Sends a question to its host; aborting the signal ends the answer, begun or not. `wholeUpTo`: the length in bytes up to
 * which the answer is to say in the end whether it is whole.
 */
type Ask = (signal: AbortSignal, wholeUpTo: number) => Promise<OpenedAnswer>;

/** A shared flight, and the time from which its answer is too old for newcomers. */
interface Departure {
  readonly flight: AnswerFlight;
  readonly until: number;
}

/**
 * Answers of git hosts, each asked for once for all who want it at that moment or shortly after. They are shared among
 * those who ask without a password; with one, each gets an answer of its own.
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
   * A reader of the answer to `question`; `ask` is called when nobody has asked the same lately. `onLost` is told when the
   * reader is too slow for the others who read it.
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
    // From the time of asking: an answer does not get younger by being read slowly.
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

  /** What another process keeps, checked like what a host sends, and kept no longer than if it had just come. */
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
    // What was found in the other store is kept already.
    if (size > keeping.answerBytes || this.#kept.get(key)) return;
    const answer = { ...rest, chunks };
    this.#kept.set(key, answer);
    void shared?.set(key, answer);
  }
}

/** A piece is what a socket takes at a time. */
const pieceBytes = 64 * 1024;

function openKept({ movedTo, chunks }: KeptAnswer): OpenedAnswer {
  async function* pieces() {
    for (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
    return true;
  }
  return { movedTo, isKept: true, chunks: pieces() };
}

/** How long the answer to `question` may be kept. */
export function answerAge({ body }: Pick<Question, "body">, ages: AnswerAges): number {
  const text = Buffer.from(body ?? "").toString("latin1");
  return asksById.test(text) && !asksByName.test(text) ? ages.fixed : ages.named;
}

/** The command `fetch` of version 2, or a want of the versions before it; in the first packet. */
const asksById = /^[0-9a-f]{4}(command=fetch\n|want [0-9a-f]{40})/;
/** What makes such an answer depend on refs all the same (gitprotocol-v2 `want-ref`, gitprotocol-capabilities). */
const asksByName = /want-ref |include-tag|deepen-not /;

/**
 * Names everything that an answer depends on: the address, whether the operator vouches for it, the protocol version
 * and the body. @returns undefined for a question with a password, whose answer is for nobody else.
 */
export function answerKey({ target, headers, body }: Question): string | undefined {
  if (headers.authorization !== undefined) return undefined;
  // An address that the operator no longer allows must not be answered from before; no part holds a newline but the body.
  const head = [target.trusted, target.operation, target.url.href, headers["git-protocol"] ?? "", ""].join("\n");
  return createHash("sha256")
    .update(head)
    .update(body ?? "")
    .digest("hex");
}
