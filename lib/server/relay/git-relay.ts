import { type Failure, FailureError } from "#lib/failure.ts";
import type { AnswerReader } from "./answer-flight.ts";
import { askHost } from "./ask-host.ts";
import { readerStream } from "./reader-stream.ts";
import type { RelayAnswers } from "./relay-answers.ts";
import { failureResponse, networkError, networkFailure } from "./relay-failure.ts";
import type { RelayLimiter } from "./relay-limiter.ts";
import { parseAllowedOrigins, type RelayOperation, type RelayTarget, relayTarget } from "./relay-target.ts";
import { contentTypes, type Dispatchers, type RelayBounds } from "./relay-upstream.ts";

/** All that the relay needs of the world, so that tests need neither Next nor a network. */
export interface RelayDeps {
  /** `GIT_RELAY_ALLOW` as it is now. */
  readonly allow: string | undefined;
  readonly dispatchers: Dispatchers;
  readonly limiter: RelayLimiter;
  readonly answers: RelayAnswers;
  readonly bounds: RelayBounds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Relays one git read (`info/refs` or `git-upload-pack`) of the page that this server serves. Answers with git's own
 * bytes, or with `{ failure }` under `x-skillground-failure: 1`. Who asks the same at the same moment, or shortly after,
 * gets the same answer. Once bytes have left, trouble errors the body, so that the reader's connection breaks: a pack
 * that is cut short but ends cleanly is taken for a whole one.
 */
export async function relayGit(request: Request, deps: RelayDeps): Promise<Response> {
  let host = "";
  try {
    const allowed = parseAllowedOrigins(deps.allow);
    const operation = operationOf(request);
    const target = relayTarget(new URL(request.url), operation, allowed);
    host = target.url.host;
    checkOrigin(request, host);
    const leave = await deps.limiter.admit(host, sessionOf(request));
    return await answerReader(request, { target, allowed, leave }, deps).catch((error: unknown) => {
      leave();
      throw error;
    });
  } catch (error) {
    const failure = request.signal.aborted ? cancelled : networkFailure(error, host);
    if (!failure) throw error;
    return failureResponse(failure);
  }
}

interface Admission {
  readonly target: RelayTarget;
  readonly allowed: ReadonlySet<string>;
  /** Gives the reader's place back. */
  readonly leave: () => void;
}

async function answerReader(request: Request, { target, allowed, leave }: Admission, deps: RelayDeps) {
  const { host } = target.url;
  const headers = requestHeaders(request, target.operation);
  const question = { target, headers, body: await readBody(request, host, deps) };
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deps.bounds.totalMs)]);
  const reader = deps.answers.read(question, (ended) => askHost(question, { ...deps, allowed, signal: ended }));
  const toError = (caught: unknown) => networkError(caught, host);
  try {
    const begun = await unlessAborted(reader.begun, signal);
    return answerResponse(target.operation, begun, readerStream(reader, { signal, toError, onEnd: leave }));
  } catch (error) {
    reader.leave();
    throw error;
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => aborted.reject(signal.reason), { once: true });
  if (signal.aborted) aborted.reject(signal.reason);
  return Promise.race([promise, aborted.promise]);
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

type Begun = Awaited<AnswerReader["begun"]>;

function answerResponse(operation: RelayOperation, { movedTo, isKept }: Begun, body: ReadableStream): Response {
  const headers = new Headers({
    "content-type": contentTypes[operation],
    "cache-control": "no-store, no-transform",
    "x-content-type-options": "nosniff",
  });
  if (movedTo !== undefined) headers.set("x-skillground-repository", movedTo);
  if (isKept) headers.set("x-skillground-kept", "1");
  return new Response(body, { headers });
}
