import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Failure, FailureError } from "#lib/failure.ts";
import { modelFailure } from "./model-failure.ts";
import { remaining } from "./wire-fetch.ts";

/** How often a failed call is retried automatically. */
export const mostTries = 3;

/**
 * Milliseconds before each retry where the provider gives no time; random parts are added so that a class behind one
 * address does not retry at once.
 */
const waits = [2000, 5000, 10_000] as const;
const spread = 0.25;

/** The longest wait, in milliseconds, that happens without asking the person. */
const longestWait = 60_000;

export interface Pause {
  readonly failure: Failure;
  /** Milliseconds. */
  readonly wait: number;
  /** The number of the coming retry, of `mostTries`. */
  readonly attempt: number;
}

/** Resolves when the next try may begin; rejects when the call is aborted. */
export type WaitFor = (pause: Pause, signal: AbortSignal | undefined) => Promise<void>;

/**
 * `model` with retries: up to three, when the provider refuses a call for the moment or the connection is cut before
 * the answer begins. A `retry-after` is respected; one of more than a minute is left to the person. Answers are passed
 * on at once, and a call whose answer has begun is never retried.
 * @param provider the host, as failures name it
 * @param answered the hosts that have answered in this conversation; grows
 */
export function withTries(
  model: LanguageModelV4,
  provider: string,
  waitFor: WaitFor,
  answered: Set<string>,
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      for (let attempt = 1; ; attempt++) {
        const begun = await begin(model, options, provider);
        if ("result" in begun) {
          answered.add(provider);
          return begun.result;
        }
        const failure = modelFailure(begun.error, provider);
        const wait = options.abortSignal?.aborted ? undefined : waitBefore(failure, attempt, answered.has(provider));
        if (wait === undefined) throw begun.error;
        await waitFor({ failure, wait, attempt }, options.abortSignal);
      }
    },
  };
}

/** Milliseconds to wait before that retry; `undefined` where a retry would not help. */
function waitBefore(failure: Failure, attempt: number, hasAnswered: boolean): number | undefined {
  const base = waits[attempt - 1];
  if (base === undefined || !isPassing(failure, hasAnswered)) return undefined;
  const asked = "retryAfter" in failure && failure.retryAfter !== undefined ? failure.retryAfter * 1000 : 0;
  if (asked > longestWait) return undefined;
  return Math.max(asked, base * (1 + Math.random() * spread));
}

/** Whether a failure is temporary. A host that has never answered is more likely wrong than down. */
function isPassing({ code }: Failure, hasAnswered: boolean): boolean {
  if (code === "model-unreachable") return hasAnswered;
  return code === "model-rate-limited" || code === "model-busy" || code === "model-cut";
}

type Begun = { readonly result: Awaited<ReturnType<LanguageModelV4["doStream"]>> } | { readonly error: unknown };

/** Makes a call and waits until its answer begins or ends. */
async function begin(model: LanguageModelV4, options: LanguageModelV4CallOptions, provider: string): Promise<Begun> {
  const held: LanguageModelV4StreamPart[] = [];
  try {
    const result = await model.doStream(options);
    const reader = result.stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { error: new FailureError({ code: "model-cut", provider }) };
      const error = errorIn(value, provider);
      if (error !== undefined) {
        await reader.cancel();
        return { error };
      }
      held.push(value);
      if (isSaying(value)) return { result: { ...result, stream: remaining(held, reader) } };
    }
  } catch (error) {
    return { error };
  }
}

/** The error in a part. An end without the provider's own finish reason counts as a cut connection. */
function errorIn(part: LanguageModelV4StreamPart, provider: string): unknown {
  if (part.type === "error") return part.error;
  const isCut = part.type === "finish" && part.finishReason.unified === "interrupted";
  return isCut ? new FailureError({ code: "model-cut", provider }) : undefined;
}

const silent: ReadonlySet<LanguageModelV4StreamPart["type"]> = new Set([
  "stream-start",
  "response-metadata",
  "raw",
  "custom",
  "ping",
  "text-start",
  "reasoning-start",
]);

function isSaying({ type }: LanguageModelV4StreamPart): boolean {
  return !silent.has(type);
}
