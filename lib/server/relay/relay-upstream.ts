import { type Dispatcher, request } from "undici";
import { FailureError } from "#lib/failure.ts";
import { type Pace, PaceWatch } from "./deadline.ts";
import { isUnreadable, networkError, statusFailure } from "./relay-failure.ts";
import { type RelayTarget, redirectTarget, repositoryUrl } from "./relay-target.ts";

export interface RelayBounds {
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The longest silence of the upstream, before and within its answer. */
  readonly idleMs: number;
  /** The longest life of a request, so that a trickling reader holds no place for ever. */
  readonly totalMs: number;
  readonly redirects: number;
  /** The longest time for receiving a request's body. */
  readonly bodyMs: number;
  /** The slowest acceptable pace of an upstream. */
  readonly pace: Pace;
  /** The slowest acceptable pace of a reader for whom more bytes are ready. */
  readonly readerPace: Pace;
}

export const defaultBounds: RelayBounds = {
  requestBytes: 1024 * 1024,
  responseBytes: 100 * 1024 * 1024,
  idleMs: 20_000,
  totalMs: 600_000,
  redirects: 3,
  bodyMs: 10_000,
  pace: { graceMs: 30_000, bytesPerSecond: 1024 },
  // The page's client requests one pack beside another, and reads it only after that one (`heldBack`).
  readerPace: { graceMs: 60_000, bytesPerSecond: 1024 },
};

/** The connectors: `guarded` reaches public addresses only; `open` serves the origins that the operator allowed. */
export interface Dispatchers {
  readonly guarded: Dispatcher;
  readonly open: Dispatcher;
}

/** A request to an upstream: everything an answer depends on (`answerKey` names it). */
export interface Question {
  readonly target: RelayTarget;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

type Body = Dispatcher.ResponseData["body"];

/** A git host's answer, checked to be git: `head`, then what `rest` yields. Destroying `body` ends the request. */
export interface Answer {
  readonly target: RelayTarget;
  readonly head: Uint8Array;
  readonly rest: AsyncIterator<Uint8Array>;
  readonly body: Body;
}

export interface UpstreamOptions {
  readonly dispatchers: Dispatchers;
  readonly bounds: RelayBounds;
  readonly allowed: ReadonlySet<string>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Sends `question` and returns the answer once its first packet line has been seen.
 * @throws FailureError for everything but a git host's answer of a size within bounds.
 */
export async function askUpstream(question: Question, options: UpstreamOptions): Promise<Answer> {
  const { target, response } = await followRedirects(question, options);
  const { body } = response;
  try {
    checkHead(target, response, options);
    const rest = pacedChunks(body, options.bounds.pace, target.url.host);
    return { target, head: await readHead(target, rest), rest, body };
  } catch (error) {
    // The real error is reported below; the one caused by destroying adds nothing.
    body.on("error", () => undefined).destroy();
    throw networkError(error, target.url.host);
  }
}

/** The chunks as they arrive. Throws when they come too slowly; undici itself ends a silent connection. */
async function* pacedChunks(body: Body, pace: Pace, host: string): AsyncGenerator<Uint8Array, void> {
  const watch = new PaceWatch(pace);
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  for (;;) {
    const asked = performance.now();
    const next = await chunks.next();
    if (next.done) return;
    watch.add(next.value.length, performance.now() - asked);
    if (watch.patience <= 0) throw new FailureError({ code: "network-cut", host });
    yield next.value;
  }
}

interface Reached {
  readonly target: RelayTarget;
  readonly response: Dispatcher.ResponseData;
}

/**
 * Follows redirects by hand, because every hop must pass the guard, and a password is only for the host it was given
 * for.
 */
async function followRedirects(question: Question, options: UpstreamOptions): Promise<Reached> {
  let { target } = question;
  for (let hops = 0; ; hops += 1) {
    const response = await send({ ...question, target, headers: headersFor(target, question) }, options);
    const location = response.headers.location;
    const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode) && typeof location === "string";
    // A POST is never repeated elsewhere: the client uses the address to which `info/refs` led.
    if (!isRedirect || target.operation !== "advertise" || hops === options.bounds.redirects)
      return { target, response };
    // A short body is read to its end, so that the connection can be reused; a long one is cut.
    void response.body.dump({ limit: 16 * 1024 });
    target = redirectTarget(target, location, options.allowed);
  }
}

function headersFor(target: RelayTarget, { target: first, headers }: Question): Record<string, string> {
  const { authorization, ...others } = headers;
  return authorization && target.url.origin === first.url.origin ? { ...others, authorization } : others;
}

async function send({ target, headers, body }: Question, options: UpstreamOptions): Promise<Dispatcher.ResponseData> {
  const ask = () =>
    request(target.url, {
      dispatcher: target.trusted ? options.dispatchers.open : options.dispatchers.guarded,
      method: target.operation === "advertise" ? "GET" : "POST",
      headers,
      body,
      signal: options.signal,
      headersTimeout: options.bounds.idleMs,
      bodyTimeout: options.bounds.idleMs,
    });
  try {
    return await ask().catch((error: unknown) => {
      // A host may close a connection just when it is used again. Neither request changes anything there.
      if (!closedConnection.has(String((error as { readonly code?: unknown }).code))) throw error;
      return ask();
    });
  } catch (error) {
    if (isUnreadable(error)) throw new FailureError({ code: "not-git", url: repositoryUrl(target) }, { cause: error });
    throw networkError(error, target.url.host);
  }
}

/** Error codes of undici and Node for a connection that ends before an answer. */
const closedConnection: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** The media types of the smart protocol (gitprotocol-http, "Smart Clients"). */
export const contentTypes: Readonly<Record<RelayTarget["operation"], string>> = {
  advertise: "application/x-git-upload-pack-advertisement",
  exchange: "application/x-git-upload-pack-result",
};

function checkHead(target: RelayTarget, { statusCode, headers }: Dispatcher.ResponseData, options: UpstreamOptions) {
  if (statusCode !== 200)
    throw new FailureError(statusFailure(target, statusCode, first(headers["retry-after"]), options.now()));
  const type = first(headers["content-type"])?.split(";")[0]?.trim().toLowerCase();
  // Compression was not requested; passing it on would hide the bytes from the check and the count.
  if (type !== contentTypes[target.operation] || (headers["content-encoding"] ?? "identity") !== "identity")
    throw new FailureError({ code: "not-git", url: repositoryUrl(target) });
  const limit = options.bounds.responseBytes;
  if (Number(headers["content-length"] ?? 0) > limit) throw new FailureError({ code: "too-large", limit });
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Bytes up to the end of the longest line that opens an answer: `001e# service=git-upload-pack`. */
const headBytes = 29;
/** An advertisement names its service, or with protocol 2 may begin with its version (gitprotocol-v2). */
const firstLines: Readonly<Record<RelayTarget["operation"], RegExp>> = {
  advertise: /^(001e# service=git-upload-pack|000eversion 2)/,
  // An empty answer comes from a host that did not receive `Git-Protocol`; the client handles that.
  exchange: /^([0-9a-f]{4}|$)/i,
};

async function readHead(target: RelayTarget, rest: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < headBytes; ) {
    const next = await rest.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(chunks);
  if (firstLines[target.operation].test(head.toString("latin1"))) return head;
  throw new FailureError({ code: "not-git", url: repositoryUrl(target) });
}
