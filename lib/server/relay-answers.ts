import { type AnswerAges, answerAge, defaultAges } from "./answer-age.ts";
import { AnswerFlight, type AnswerReader, type HeldBytes, type OpenedAnswer } from "./answer-flight.ts";
import { answerKey } from "./answer-key.ts";
import {
  defaultKeeping,
  type KeepingBounds,
  type KeptAnswer,
  keepInMemory,
  type SharedAnswers,
} from "./kept-answers.ts";
import type { Question } from "./relay-upstream.ts";
import { isWholeAnswer } from "./whole-answer.ts";

/** Answers of git hosts, each asked for once for all who want it at that moment or shortly after. */
export interface RelayAnswers {
  /**
   * A reader of the answer to `question`.
   * @param ask sends the question to its host, when nobody has lately; aborting the signal ends the answer, begun or not.
   */
  read(question: Question, ask: (signal: AbortSignal) => Promise<OpenedAnswer>): AnswerReader;
}

export interface AnswerOptions {
  readonly ages: AnswerAges;
  readonly keeping: KeepingBounds;
  /** Bytes of answers under way that may be held for readers to come. */
  readonly heldBytes: number;
  /** Where other processes find answers as well. */
  readonly shared: SharedAnswers | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const defaultAnswers: AnswerOptions = {
  ages: defaultAges,
  keeping: defaultKeeping,
  heldBytes: 128 * 1024 * 1024,
  shared: undefined,
  now: Date.now,
};

/** A shared flight, and the time from which its answer is too old for newcomers. */
interface Departure {
  readonly flight: AnswerFlight;
  readonly until: number;
}

/** Answers are shared among those who ask without a password; with one, each gets an answer of its own. */
export function createRelayAnswers(options: AnswerOptions = defaultAnswers): RelayAnswers {
  const { ages, keeping, shared, now } = options;
  const kept = keepInMemory(keeping, now);
  const held: HeldBytes = { used: 0, limit: options.heldBytes };
  const departures = new Map<string, Departure>();

  function depart(key: string, question: Question, ask: (signal: AbortSignal) => Promise<OpenedAnswer>): AnswerFlight {
    // From the time of asking: an answer does not get younger by being read slowly.
    const until = now() + answerAge(question, ages);
    const flight = new AnswerFlight({
      open: async (signal) => (await openFound(key, until)) ?? ask(signal),
      isShared: true,
      held,
      onClosed() {
        if (departures.get(key)?.flight === flight) departures.delete(key);
      },
      onComplete: ({ movedTo }, chunks) => keep(key, until, movedTo, chunks),
    });
    departures.set(key, { flight, until });
    return flight;
  }

  /** What another process keeps, checked like what a host sends, and kept no longer than if it had just come. */
  async function openFound(key: string, until: number): Promise<OpenedAnswer | undefined> {
    const found = await shared?.get(key);
    if (!found || found.until > until || !isWholeAnswer(found.bytes)) return undefined;
    kept.set(key, found);
    return openKept(found);
  }

  function keep(key: string, until: number, movedTo: string | undefined, chunks: readonly Uint8Array[]): void {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (length > keeping.answerBytes || kept.get(key)) return;
    const answer = { movedTo, until, bytes: Buffer.concat(chunks) };
    if (!isWholeAnswer(answer.bytes)) return;
    kept.set(key, answer);
    void shared?.set(key, answer);
  }

  function readAlone(open: (signal: AbortSignal) => Promise<OpenedAnswer>): AnswerReader {
    const nothing = () => undefined;
    return new AnswerFlight({ open, isShared: false, held, onClosed: nothing, onComplete: nothing }).join();
  }

  return {
    read(question, ask) {
      const key = answerKey(question);
      if (key === undefined) return readAlone(ask);
      const answer = kept.get(key);
      if (answer) return readAlone(async () => openKept(answer));
      const departure = departures.get(key);
      return (departure && now() < departure.until ? departure.flight : depart(key, question, ask)).join();
    },
  };
}

/** A piece is what a socket takes at a time. */
const pieceBytes = 64 * 1024;

function openKept({ movedTo, bytes }: KeptAnswer): OpenedAnswer {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  return { movedTo, chunks: pieces() };
}
