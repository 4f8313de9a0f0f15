import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { modelFailure } from "#lib/chat/models/model-failure.ts";
import { encodePart, type RemoteFailure, sessionHeader } from "#lib/chat/models/remote-model.ts";
import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { type Failure, FailureError, failureOrThrow } from "#lib/failure.ts";
import { meters } from "#lib/server/meters.ts";
import { visitorNetwork } from "#lib/server/visitor.ts";
import { withoutKey } from "./key-redaction.ts";
import { type Environment, type LentModel, lentModels, openModel } from "./models.ts";
import type { ModelBudget } from "./models-budget.ts";
import { type ModelRequest, readModelRequest, requestLimits } from "./models-request.ts";
import { passedOn } from "./provider-metadata.ts";

export interface TurnDeps {
  readonly environment: Environment;
  readonly budget: ModelBudget;
}

/**
 * One call of a lent model for a page of this site: its parts as lines, or `{ failure }`. The upstream request ends
 * when the reader leaves. The conversation is passed on, and neither kept nor logged.
 */
export async function answerTurn(request: Request, deps: TurnDeps): Promise<Response> {
  let leaveRoom: (() => void) | undefined;
  try {
    requireSameOrigin(request);
    const models = lentModels(deps.environment);
    if (models.length === 0) throw new FailureError({ code: "model-key-missing", provider: "this server" });
    const session = sessionOf(request);
    const network = visitorNetwork(request);
    const arrival = arrivalFrom(network);
    const turn = await readModelRequest(request, arrival.take).finally(arrival.end);
    const lent = models.find(({ model }) => model === turn.model);
    if (!lent) throw refused("it does not lend that model");
    const asker = { session, network };
    const estimate = turn.tokens;
    leaveRoom = takeRoom(turn.bytes);
    await deps.budget.enter(asker, estimate);
    const tally = tallyOf(estimate, leaveRoom, (tokens) => deps.budget.spend(asker, tokens));
    return await streamTurn(lent, turn, request.signal, tally);
  } catch (caught) {
    leaveRoom?.();
    return failureResponse(failureOrThrow(caught));
  }
}

/**
 * Bytes of the requests that one network may be sending at one time: those that come slowly on thousands of connections would fill the
 * server's memory. A class that asks at one moment sends less.
 */
const mostArriving = 32 * 1024 * 1024;
const arriving = new Map<string, number>();

/** Counts the bytes of a request while it arrives. `take` throws FailureError `model-busy` when its network is sending too many. */
function arrivalFrom(network: string): { take(bytes: number): void; end(): void } {
  let taken = 0;
  const count = (bytes: number) => {
    taken += bytes;
    const all = (arriving.get(network) ?? 0) + bytes;
    if (all > 0) arriving.set(network, all);
    else arriving.delete(network);
    return all;
  };
  return {
    take(bytes) {
      if (count(bytes) > mostArriving) throw crowded();
    },
    end: () => void count(-taken),
  };
}

/**
 * Bytes of all requests being answered at one time: each is held in memory until its answer ends, and the server's heap
 * is small.
 */
const mostHeld = 32 * 1024 * 1024;
/** Seconds after which a page tries again. */
const crowdedFor = 5;
let held = 0;

/**
 * Reserves memory for a request. The returned function releases it, once.
 * @throws FailureError `model-busy` when there is none
 */
function takeRoom(bytes: number): () => void {
  if (held + bytes > mostHeld) throw crowded();
  held += bytes;
  let isTaken = true;
  return () => {
    if (isTaken) held -= bytes;
    isTaken = false;
  };
}

function crowded(): FailureError {
  return new FailureError({ code: "model-busy", provider: "this server", retryAfter: crowdedFor });
}

/** Counts what a call takes of the budget. */
interface Tally {
  /** Estimates the output so far, as a call may end without a usage report. */
  see(part: LanguageModelV4StreamPart): void;
  /** Settles the count, once: by the provider's report, or by estimate where there is none. */
  settle(usage?: LanguageModelV4Usage): Promise<void>;
  /** Called when the answer has ended in any way. */
  end(): Promise<void>;
}

/**
 * `spend` receives how much more, or less, a call took than the `estimate` of its prompt; `onEnd` is called at its end.
 */
function tallyOf(estimate: number, onEnd: () => void, spend: (tokens: number) => Promise<void>): Tally {
  let output = 0;
  let isSettled = false;
  const tally: Tally = {
    see(part) {
      if ("delta" in part) output += estimateTokens(part.delta);
    },
    async settle(usage) {
      if (isSettled) return;
      isSettled = true;
      await spend((usage?.inputTokens.total || estimate) + (usage?.outputTokens.total || output) - estimate);
    },
    async end() {
      onEnd();
      await tally.settle();
    },
  };
  return tally;
}

async function streamTurn(
  lent: LentModel,
  { prompt, tools, maxOutputTokens = requestLimits.outputTokens }: ModelRequest,
  signal: AbortSignal,
  tally: Tally,
): Promise<Response> {
  const wordError = (error: unknown) => showable(modelFailure(error, lent.provider), lent.key);
  const model = await openModel(lent);
  const { stream } = await Promise.resolve(
    model.doStream({
      prompt,
      tools,
      maxOutputTokens: Math.min(maxOutputTokens, requestLimits.outputTokens),
      abortSignal: signal,
    }),
  ).catch((error: unknown) => {
    throw new FailureError(wordError(error), { cause: error });
  });
  // A reader that leaves cancels this stream, and so the upstream request.
  return new Response(stream.pipeThrough(lineEncoder(wordError, tally)), {
    headers: {
      "content-type": "application/x-ndjson",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** The parts as lines, without the provider's bookkeeping that nothing in the page reads. */
function lineEncoder(wordError: (error: unknown) => Failure, tally: Tally) {
  const encoder = new TextEncoder();
  const transformer: Transformer<LanguageModelV4StreamPart, Uint8Array> & { cancel(): Promise<void> } = {
    async transform(part, controller) {
      tally.see(part);
      if (part.type === "finish") await tally.settle(part.usage);
      if (part.type === "error") meters().refused("models", wordError(part.error).code);
      const passed = passedOn(part);
      if (!passed) return;
      const line = encoder.encode(encodePart(passed, wordError));
      meters().upstreamBytes("models", line.length);
      controller.enqueue(line);
    },
    flush: () => tally.end(),
    // The reader has left, or the provider's stream broke.
    cancel: () => tally.end(),
  };
  return new TransformStream(transformer);
}

/** Only this site's own pages: a key in the environment must not serve every page on the web. */
function requireSameOrigin(request: Request): void {
  if (request.headers.get("sec-fetch-site") !== "same-origin") throw refused("only its own pages may ask");
}

function sessionOf(request: Request): string {
  const session = request.headers.get(sessionHeader) ?? "";
  if (!/^[\w-]{16,64}$/.test(session)) throw refused("the page did not say which session asks");
  return session;
}

function refused(detail: string): FailureError {
  return new FailureError({ code: "model-failed", provider: "this server", detail });
}

/**
 * A failure that may be shown: providers repeat parts of requests in their errors, and the key must not be among them.
 */
function showable(failure: Failure, key: string): Failure {
  if (failure.code === "model-failed") return { ...failure, detail: withoutKey(failure.detail, key) };
  return "said" in failure && failure.said !== undefined
    ? { ...failure, said: withoutKey(failure.said, key) }
    : failure;
}

const statuses: Partial<Record<Failure["code"], number>> = {
  "model-key-missing": 503,
  "model-key-refused": 502,
  "model-unreachable": 502,
  "model-cut": 502,
  "model-page": 502,
  "model-redirected": 502,
  "model-rate-limited": 429,
  "model-busy": 503,
  "model-too-long": 413,
  "too-large": 413,
};

function failureResponse(failure: Failure): Response {
  meters().refused("models", failure.code);
  const body: RemoteFailure = { failure };
  return Response.json(body, { status: statuses[failure.code] ?? 400, headers: { "cache-control": "no-store" } });
}
