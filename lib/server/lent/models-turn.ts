import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { estimateTokens } from "#lib/chat/estimate-tokens.ts";
import { modelFailure } from "#lib/chat/model-failure.ts";
import { encodePart, type RemoteFailure, sessionHeader } from "#lib/chat/remote-stream.ts";
import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import { type Environment, type LentModel, lentModels, openModel } from "./models.ts";
import type { ModelBudget } from "./models-budget.ts";
import { type ModelRequest, readModelRequest, requestLimits } from "./models-request.ts";

export interface TurnDeps {
  readonly environment: Environment;
  readonly budget: ModelBudget;
}

/**
 * One turn of a lent model for a page of this site: its parts as lines, or `{ failure }`. The upstream
 * request ends when the reader leaves. The conversation is passed on, and neither kept nor logged.
 */
export async function answerTurn(request: Request, deps: TurnDeps): Promise<Response> {
  try {
    requireSameOrigin(request);
    const models = lentModels(deps.environment);
    if (models.length === 0) throw new FailureError({ code: "model-key-missing", provider: "this server" });
    const session = sessionOf(request);
    const turn = await readModelRequest(request);
    const lent = models.find(({ model }) => model === turn.model);
    if (!lent) throw refused("it does not lend that model");
    const estimate = estimateTokens(JSON.stringify([turn.prompt, turn.tools]));
    await deps.budget.enter(session, estimate);
    const settle = (tokens: number) => deps.budget.spend(session, tokens - estimate);
    return await streamTurn(lent, turn, request.signal, settle);
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    return failureResponse(failure);
  }
}

/** Counts what a turn took, in tokens. */
type Settle = (tokens: number) => Promise<void>;

async function streamTurn(
  lent: LentModel,
  { prompt, tools, maxOutputTokens = requestLimits.outputTokens }: ModelRequest,
  signal: AbortSignal,
  settle: Settle,
): Promise<Response> {
  const wordError = (error: unknown) => withoutKey(modelFailure(error, lent.provider), lent.key);
  const { stream } = await Promise.resolve(
    openModel(lent).doStream({
      prompt,
      tools,
      maxOutputTokens: Math.min(maxOutputTokens, requestLimits.outputTokens),
      abortSignal: signal,
    }),
  ).catch((error: unknown) => {
    throw new FailureError(wordError(error), { cause: error });
  });
  // A reader that leaves cancels this stream, and so the upstream request.
  return new Response(stream.pipeThrough(lineEncoder(wordError, settle)), {
    headers: {
      "content-type": "application/x-ndjson",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** The parts as lines, without the provider's own bookkeeping (`raw`, `custom`), which nothing in the page reads. */
function lineEncoder(wordError: (error: unknown) => Failure, settle: Settle) {
  const encoder = new TextEncoder();
  return new TransformStream<LanguageModelV4StreamPart, Uint8Array>({
    async transform(part, controller) {
      if (part.type === "finish") await settle(tokensOf(part.usage));
      if (part.type !== "raw" && part.type !== "custom")
        controller.enqueue(encoder.encode(encodePart(part, wordError)));
    },
  });
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

function tokensOf({ inputTokens, outputTokens }: LanguageModelV4Usage): number {
  return (inputTokens.total ?? 0) + (outputTokens.total ?? 0);
}

function refused(detail: string): FailureError {
  return new FailureError({ code: "model-failed", provider: "this server", detail });
}

/** Providers repeat parts of requests in their errors; the key must not be one of them. */
function withoutKey(failure: Failure, key: string): Failure {
  return failure.code === "model-failed" ? { ...failure, detail: failure.detail.replaceAll(key, "…") } : failure;
}

const statuses: Partial<Record<Failure["code"], number>> = {
  "model-key-missing": 503,
  "model-key-refused": 502,
  "model-unreachable": 502,
  "model-rate-limited": 429,
  "model-too-long": 413,
  "too-large": 413,
};

function failureResponse(failure: Failure): Response {
  const body: RemoteFailure = { failure };
  return Response.json(body, { status: statuses[failure.code] ?? 400, headers: { "cache-control": "no-store" } });
}
