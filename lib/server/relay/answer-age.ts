import type { Question } from "./relay-upstream.ts";

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
export const defaultAges: AnswerAges = { named: 20_000, fixed: 15 * 60_000 };

/** How long the answer to `question` may be kept. */
export function answerAge({ body }: Pick<Question, "body">, ages: AnswerAges): number {
  const text = Buffer.from(body ?? "").toString("latin1");
  return asksById.test(text) && !asksByName.test(text) ? ages.fixed : ages.named;
}

/** The command `fetch` of version 2, or a want of the versions before it; in the first packet. */
const asksById = /^[0-9a-f]{4}(command=fetch\n|want [0-9a-f]{40})/;
/** What makes such an answer depend on refs all the same (gitprotocol-v2 `want-ref`, gitprotocol-capabilities). */
const asksByName = /want-ref |include-tag|deepen-not /;
