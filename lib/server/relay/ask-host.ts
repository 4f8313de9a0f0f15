import { FailureError } from "#lib/failure.ts";
import type { OpenedAnswer } from "./answer-flight.ts";
import { networkError } from "./relay-failure.ts";
import type { RelayLimiter } from "./relay-limiter.ts";
import { repositoryUrl } from "./relay-target.ts";
import { type Answer, askUpstream, type Question, type UpstreamOptions } from "./relay-upstream.ts";

export interface AskOptions extends UpstreamOptions {
  readonly limiter: RelayLimiter;
}

/**
 * Sends `question` to its host and takes a place there until the answer ends, however it does.
 * @throws FailureError for everything but a git host's answer; its chunks throw past the bounds and when it breaks off.
 */
export async function askHost(question: Question, options: AskOptions): Promise<OpenedAnswer> {
  const { bounds, limiter } = options;
  const leave = await limiter.enter(question.target.url.host);
  try {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(bounds.totalMs)]);
    const answer = await askUpstream(question, { ...options, signal });
    // Ends with the upstream's body, read or not: readers may be gone before the first byte.
    answer.body.once("close", leave);
    if (answer.body.closed) leave();
    // A POST is not redirected, so the client must learn where the repository has moved.
    const movedTo = answer.target === question.target ? undefined : repositoryUrl(answer.target);
    return { movedTo, isKept: false, chunks: boundedChunks(answer, bounds.responseBytes) };
  } catch (error) {
    leave();
    throw error;
  }
}

/** The answer's bytes, counted. Throws past `limit` and when the upstream breaks. */
async function* boundedChunks({ head, rest, body, target }: Answer, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for (let next: IteratorResult<Uint8Array> = { value: head }; !next.done; next = await rest.next()) {
      length += next.value.length;
      if (length > limit) throw new FailureError({ code: "too-large", limit });
      yield next.value;
    }
  } catch (error) {
    throw networkError(error, target.url.host);
  } finally {
    body.destroy();
  }
}
