import { FailureError } from "#lib/failure.ts";
import { meters } from "#lib/server/meters.ts";
import type { Leave } from "#lib/server/store/places.ts";
import { AnswerCheck } from "./answer-check.ts";
import type { OpenedAnswer } from "./answer-flight.ts";
import { Deadline, Progress } from "./deadline.ts";
import { networkError } from "./relay-failure.ts";
import type { RelayLimiter, Visitor } from "./relay-limiter.ts";
import { repositoryUrl } from "./relay-target.ts";
import { type Answer, askUpstream, type Question, type UpstreamOptions } from "./relay-upstream.ts";

export interface AskOptions extends UpstreamOptions {
  readonly limiter: RelayLimiter;
  /** The visitor to whom the request's places are counted: the first one who asked. */
  readonly visitor: Visitor;
  /** The largest answer, in bytes, that reports at its end whether it is complete. */
  readonly wholeUpTo: number;
}

/**
 * Sends `question` to its host and holds a place there until the answer ends in any way.
 * @throws FailureError for everything but a git host's answer; its chunks throw past the bounds, when they stop being
 * git's, and when the answer breaks off.
 */
export async function askHost(question: Question, options: AskOptions): Promise<OpenedAnswer> {
  const { bounds, limiter, visitor, wholeUpTo } = options;
  const deadline = new Deadline(bounds.totalMs, options.signal);
  const progress = new Progress();
  let leave: Leave | undefined;
  const end = () => {
    deadline[Symbol.dispose]();
    leave?.();
  };
  try {
    const placed = { onLost: (refusal: FailureError) => deadline.cut(refusal), behind: progress.behind };
    leave = await limiter.enter(question.target.url.host, visitor, placed);
    const answer = await askUpstream(question, { ...options, signal: deadline.signal });
    // Tied to the upstream's body, whether it is read or not: readers may be gone before the first byte.
    answer.body.once("close", end);
    if (answer.body.closed) end();
    // A POST is not redirected, so the client must learn where the repository has moved.
    const movedTo = answer.target === question.target ? undefined : repositoryUrl(answer.target);
    const check = new AnswerCheck(question.target.operation, wholeUpTo);
    const chunks = checkedChunks(answer, check, {
      limit: bounds.responseBytes,
      onBytes: (count) => progress.add(count),
    });
    return { movedTo, isKept: false, chunks };
  } catch (error) {
    end();
    throw error;
  }
}

interface Checking {
  /** Bytes. */
  readonly limit: number;
  readonly onBytes: (count: number) => void;
}

/**
 * The answer's bytes, counted and checked. Throws past `limit`, for what is not git's, and when the upstream breaks.
 */
async function* checkedChunks(
  { head, rest, body, target }: Answer,
  check: AnswerCheck,
  { limit, onBytes }: Checking,
): AsyncGenerator<Uint8Array, boolean> {
  let length = 0;
  try {
    for (let next: IteratorResult<Uint8Array> = { value: head }; !next.done; next = await rest.next()) {
      length += next.value.length;
      meters().upstreamBytes("relay", next.value.length);
      onBytes(next.value.length);
      if (length > limit) throw new FailureError({ code: "too-large", limit });
      if (!check.push(next.value)) throw new FailureError({ code: "not-git", url: repositoryUrl(target) });
      if (next.value.length > 0) yield next.value;
    }
    // An incomplete answer may still end cleanly, as when a proxy closes for its upstream.
    if (!check.isComplete) throw new FailureError({ code: "network-cut", host: target.url.host });
    return check.isWhole;
  } catch (error) {
    throw networkError(error, target.url.host);
  } finally {
    body.destroy();
  }
}
