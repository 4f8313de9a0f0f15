import { type Failure, FailureError } from "#lib/failure.ts";
import { failureResponse, networkError, networkFailure } from "./relay-failure.ts";
import type { RelayLimiter } from "./relay-limiter.ts";
import { parseAllowedOrigins, type RelayOperation, relayTarget, repositoryUrl } from "./relay-target.ts";
import {
  type Answer,
  askUpstream,
  contentTypes,
  type Dispatchers,
  type Question,
  type RelayBounds,
} from "./relay-upstream.ts";

/** All that the relay needs of the world, so that tests need neither Next nor a network. */
export interface RelayDeps {
  /** `GIT_RELAY_ALLOW` as it is now. */
  readonly allow: string | undefined;
  readonly dispatchers: Dispatchers;
  readonly limiter: RelayLimiter;
  readonly bounds: RelayBounds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Relays one git read (`info/refs` or `git-upload-pack`) of the page that this server serves. Answers with git's own
 * bytes, or with `{ failure }` under `x-skillground-failure: 1`. Once bytes have left, trouble errors the body, so that
 * the reader's connection breaks: a pack that is cut short but ends cleanly is taken for a whole one.
 */
export async function relayGit(request: Request, deps: RelayDeps): Promise<Response> {
  let host = "";
  let leave: (() => void) | undefined;
  try {
    const allowed = parseAllowedOrigins(deps.allow);
    const operation = operationOf(request);
    const target = relayTarget(new URL(request.url), operation, allowed);
    host = target.url.host;
    checkOrigin(request, host);
    leave = deps.limiter.enter(host, sessionOf(request));
    const question = { target, headers: requestHeaders(request, operation), body: await readBody(request, host, deps) };
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deps.bounds.totalMs)]);
    const answer = await askUpstream(question, { ...deps, allowed, signal });
    // Ends with the upstream's body, read or not: the reader may be gone before the first byte.
    answer.body.once("close", leave);
    if (answer.body.closed) leave();
    return answerResponse(question, answer, deps.bounds.responseBytes);
  } catch (error) {
    leave?.();
    const failure = request.signal.aborted ? cancelled : networkFailure(error, host);
    if (!failure) throw error;
    return failureResponse(failure);
  }
}

const cancelled: Failure = { code: "cancelled" };

function operationOf(request: Request): RelayOperation {
  if (request.method === "GET") return "advertise";
  if (request.method === "POST") return "exchange";
  throw new FailureError({ code: "host-refused", host: "", reason: "only reading git is allowed" });
}

/** Browsers set these themselves and scripts cannot; without them the relay would serve any site and any program. */
function checkOrigin(request: Request, host: string): void {
  const { headers } = request;
  if (headers.get("sec-fetch-site") === "same-origin" && headers.get("sec-fetch-dest") === "empty") return;
  throw new FailureError({ code: "host-refused", host, reason: "the request did not come from this site's own page" });
}

function sessionOf(request: Request): string | undefined {
  const session = request.headers.get("x-skillground-session") ?? "";
  return /^[\w-]{8,64}$/.test(session) ? session : undefined;
}

/** What goes upstream: nothing of the reader's but the protocol version and a password given for this host. */
function requestHeaders(request: Request, operation: RelayOperation): Record<string, string> {
  const protocol = request.headers.get("git-protocol") ?? "";
  const authorization = request.headers.get("authorization");
  return {
    accept: contentTypes[operation],
    // Some hosts speak git only to clients whose name begins like this.
    "user-agent": "git/skillground",
    ...(operation === "exchange" && { "content-type": requestType }),
    ...(/^version=[0-2]$/.test(protocol) && { "git-protocol": protocol }),
    ...(authorization && { authorization }),
  };
}

const requestType = "application/x-git-upload-pack-request";

async function readBody(request: Request, host: string, { bounds }: RelayDeps): Promise<Uint8Array | null> {
  if (request.method === "GET") return null;
  const type = request.headers.get("content-type");
  if (type !== requestType || request.headers.has("content-encoding"))
    throw new FailureError({ code: "host-refused", host, reason: "only reading git is allowed" });
  const limit = bounds.requestBytes;
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw new FailureError({ code: "too-large", limit });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) throw new FailureError({ code: "too-large", limit });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answerResponse(question: Question, answer: Answer, limit: number): Response {
  const headers = new Headers({
    "content-type": contentTypes[answer.target.operation],
    "cache-control": "no-store, no-transform",
    "x-content-type-options": "nosniff",
  });
  // A POST is not redirected, so the client must learn where the repository has moved.
  if (answer.target !== question.target) headers.set("x-skillground-repository", repositoryUrl(answer.target));
  return new Response(boundedBody(answer, limit), { headers });
}

/** The answer's bytes, counted. Errors past `limit` and when the upstream breaks; cancelling it ends the upstream. */
function boundedBody({ head, rest, body, target }: Answer, limit: number): ReadableStream<Uint8Array> {
  let first: Uint8Array | undefined = head;
  let length = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const next = first ? { value: first } : await rest.next();
          first = undefined;
          if ("done" in next && next.done) return controller.close();
          length += next.value.length;
          if (length > limit) throw new FailureError({ code: "too-large", limit });
          controller.enqueue(next.value);
        } catch (error) {
          body.destroy();
          throw networkError(error, target.url.host);
        }
      },
      cancel() {
        body.destroy();
      },
    },
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  );
}
