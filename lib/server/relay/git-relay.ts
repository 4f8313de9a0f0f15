import { type Failure, FailureError } from "#lib/failure.ts";
import type { Leave } from "#lib/server/store/places.ts";
import { visitorGroups, visitorNetwork } from "#lib/server/visitor.ts";
import type { AnswerReader } from "./answer-flight.ts";
import { askHost } from "./ask-host.ts";
import { Deadline, Progress } from "./deadline.ts";
import { readerStream } from "./reader-stream.ts";
import type { RelayAnswers } from "./relay-answers.ts";
import { breakError, failureResponse, networkFailure } from "./relay-failure.ts";
import type { RelayLimiter, Visitor } from "./relay-limiter.ts";
import { checkSource, readCommand, requestType, sessionOf } from "./relay-request.ts";
import { parseAllowedOrigins, type RelayOperation, relayTarget } from "./relay-target.ts";
import { contentTypes, type Dispatchers, type Question, type RelayBounds } from "./relay-upstream.ts";

/** All of the relay's dependencies, so that tests need neither Next nor a network. */
export interface RelayDeps {
  /** The current value of `GIT_RELAY_ALLOW`. */
  readonly allow: string | undefined;
  readonly dispatchers: Dispatchers;
  readonly limiter: RelayLimiter;
  readonly answers: RelayAnswers;
  readonly bounds: RelayBounds;
  /** Who asks: each page has a share of its network's places; all reports for a network share one. */
  readonly asker: "page" | "report";
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Relays one git read (`info/refs` or `git-upload-pack`) of the page that this server serves. Answers with git's own
 * bytes, or with `{ failure }` under `x-skillground-failure: 1`. Equal requests at the same moment, or shortly after,
 * get the same answer. Once bytes have been sent, a failure errors the body, so that the reader's connection breaks: a
 * truncated pack that ends cleanly would be taken for a complete one.
 */
export async function relayGit(request: Request, deps: RelayDeps): Promise<Response> {
  let host = "";
  try {
    const allowed = parseAllowedOrigins(deps.allow);
    const operation = operationOf(request);
    const target = relayTarget(new URL(request.url), operation, allowed);
    host = target.url.host;
    checkSource(request, host);
    const visitor = visitorOf(request, deps.asker);
    await deps.limiter.count(host, visitor);
    const body = operation === "exchange" ? await readCommand(request, { host, visitor }, deps) : null;
    const question = { target, headers: requestHeaders(request, operation), body };
    return await answerReader(request, { question, allowed, visitor }, deps);
  } catch (error) {
    const failure = request.signal.aborted ? cancelled : networkFailure(error, host);
    if (!failure) throw error;
    return failureResponse(failure);
  }
}

function visitorOf(request: Request, asker: RelayDeps["asker"]): Visitor {
  const session = sessionOf(request);
  const shares = asker === "page" ? [session ?? "none"] : ["reports", session ?? "none"];
  return { network: visitorNetwork(request), session, party: [...visitorGroups(request), ...shares] };
}

interface Asked {
  readonly question: Question;
  readonly allowed: ReadonlySet<string>;
  readonly visitor: Visitor;
}

async function answerReader(request: Request, { question, allowed, visitor }: Asked, deps: RelayDeps) {
  const { answers, bounds, limiter } = deps;
  const { operation, url } = question.target;
  const deadline = new Deadline(bounds.totalMs, request.signal);
  const progress = new Progress();
  let leave: Leave | undefined;
  let reader: AnswerReader | undefined;
  const onEnd = () => {
    deadline[Symbol.dispose]();
    leave?.();
  };
  const onLost = () => deadline.cut(new DOMException("The reader is too slow for others.", "TimeoutError"));
  const toError = (caught: unknown) => breakError(caught, url.host);
  try {
    const placed = { onLost: (refusal: FailureError) => deadline.cut(refusal), behind: progress.behind };
    leave = limiter.admit(url.host, visitor, placed);
    reader = answers.read(
      question,
      (signal, wholeUpTo) => askHost(question, { ...deps, allowed, signal, visitor, wholeUpTo }),
      onLost,
    );
    const begun = await deadline.during(reader.begun);
    const pace = bounds.readerPace;
    const onBytes = (count: number) => progress.add(count);
    return answerResponse(operation, begun, readerStream(reader, { deadline, pace, onBytes, toError, onEnd }));
  } catch (error) {
    reader?.leave();
    onEnd();
    throw error;
  }
}

const cancelled: Failure = { code: "cancelled" };

function operationOf(request: Request): RelayOperation {
  if (request.method === "GET") return "advertise";
  if (request.method === "POST") return "exchange";
  throw new FailureError({ code: "host-refused", host: "", reason: "only reading git is allowed" });
}

/** The headers sent upstream: of the reader's only the protocol version and a password given for this host. */
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
