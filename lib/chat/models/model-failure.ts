import { APICallError, getErrorMessage, LoadAPIKeyError } from "@ai-sdk/provider";
import { type Failure, failureOf } from "#lib/failure.ts";
import { parseJson } from "#lib/plain-json.ts";
import { WrongAnswer } from "./wire-fetch.ts";

/** Too long a request: Anthropic's, OpenAI's and Google's wording, which most compatible servers share. */
const tooLong =
  /prompt is too long|context.?length|context.?size|maximum context|context window|too many tokens|token count.*exceeds|input is too long/i;

/** Google's wording for an invalid key. */
const badKey = /api.?key not valid/i;

/** A limit that waiting does not lift. */
const outOfCredit = /insufficient.?quota|exceeded your current quota|credit balance|billing|payment/i;

/** A connection that was never made, as the engines word it: Node, Chromium, Safari, Firefox. */
const noConnection = /^(fetch failed|failed to fetch|load failed|networkerror when)/i;

/** A connection that broke during the answer. */
const cutConnection = /^(terminated|network error|error in input stream|other side closed)/i;

/** Providers' wording for overload, in an error without a status. */
const overloaded = /overloaded|over capacity|temporarily unavailable|try again later|service unavailable/i;

/** Statuses that call for a pause: a request timed out, a gateway reached nobody, or the server is overloaded. */
const busyStatuses: ReadonlySet<number> = new Set([408, 502, 503, 504, 529]);

/** The most characters kept of a provider's own sentence. */
const longestSaid = 600;

/**
 * A model call's error as a failure that a person can read. `provider` is the host that answers. Contains no key and no
 * request.
 */
export function modelFailure(error: unknown, provider: string): Failure {
  const known = failureOf(error);
  if (known) return known;
  if (error instanceof WrongAnswer)
    return { code: error.kind === "page" ? "model-page" : "model-redirected", provider };
  if (LoadAPIKeyError.isInstance(error)) return { code: "model-key-missing", provider };
  if (APICallError.isInstance(error)) return callFailure(error, provider);
  if (error instanceof TypeError && noConnection.test(error.message)) return { code: "model-unreachable", provider };
  if (isCut(error)) return { code: "model-cut", provider };
  return streamedFailure(error, provider);
}

function isCut(error: unknown): boolean {
  return error instanceof TypeError && cutConnection.test(error.message);
}

function callFailure(error: APICallError, provider: string): Failure {
  const { statusCode: status } = error;
  if (status === undefined) return { code: isCut(error.cause) ? "model-cut" : "model-unreachable", provider };
  // The answer had begun.
  if (status < 300) return { code: "model-cut", provider };
  const words = wordsOf(error);
  const told = { provider, ...(words !== undefined && { said: words }) };
  const retryAfter = secondsToWait(error);
  const pause = { ...told, ...(retryAfter !== undefined && { retryAfter }) };
  switch (meaningOf(status, `${error.message} ${error.responseBody ?? ""}`)) {
    case "too-long":
      return { code: "model-too-long", ...told };
    case "key":
      return { code: "model-key-refused", ...told };
    case "credit":
      return { code: "model-refused", ...told, status: 402 };
    case "limit":
      return { code: "model-rate-limited", ...pause };
    case "busy":
      return { code: "model-busy", ...pause };
    case "refused":
      return { code: "model-refused", ...told, status };
    case "failed":
      return { code: "model-failed", provider, detail: `${words ?? error.message} (status ${status})` };
  }
}

/** The meaning of a status; where providers use one status for several errors, the text decides. */
function meaningOf(status: number, text: string) {
  if (status === 413 || (status === 400 && tooLong.test(text))) return "too-long";
  if (status === 401 || (status === 400 && badKey.test(text))) return "key";
  if (status === 429) return outOfCredit.test(text) ? "credit" : "limit";
  if (busyStatuses.has(status)) return "busy";
  return status < 500 ? "refused" : "failed";
}

/** The provider's own sentence from the body; `undefined` where it has none in a known form. */
function wordsOf({ responseBody = "" }: APICallError): string | undefined {
  const body = Object(parseJson(responseBody)) as Readonly<Record<string, unknown>>;
  const { message } = Object(body.error) as { readonly message?: unknown };
  const words = [message, body.error, body.message, body.detail].find(
    (text) => typeof text === "string" && text !== "",
  );
  return words === undefined ? undefined : String(words).slice(0, longestSaid);
}

/** Seconds to wait by the `retry-after` header, a number or a date; `undefined` where it is absent. */
function secondsToWait({ responseHeaders = {} }: APICallError): number | undefined {
  const milliseconds = Number.parseFloat(responseHeaders["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds / 1000;
  const after = responseHeaders["retry-after"] ?? "";
  const seconds = /^\d+(\.\d+)?$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** An error inside a stream is whatever the provider sent: often an object with a `message`. */
function streamedFailure(error: unknown, provider: string): Failure {
  const detail = streamedMessage(error).slice(0, longestSaid);
  const code = codeOf(error);
  if (isTooLong(error)) return { code: "model-too-long", provider, said: detail };
  if (/ended without a finish reason/i.test(detail)) return { code: "model-cut", provider };
  if (code === 429 || /rate.?limit/i.test(String(code))) return { code: "model-rate-limited", provider, said: detail };
  if (busyStatuses.has(Number(code)) || overloaded.test(`${code} ${detail}`)) {
    return { code: "model-busy", provider, said: detail };
  }
  return { code: "model-failed", provider, detail };
}

/** Whether a provider or an engine says that the conversation is longer than its model takes. */
export function isTooLong(error: unknown): boolean {
  return tooLong.test(streamedMessage(error).slice(0, longestSaid));
}

function streamedMessage(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return getErrorMessage(error);
}

/** The status, code or type in a provider's error inside a stream. */
function codeOf(error: unknown): string | number {
  const { code, type } = Object(error) as { readonly code?: unknown; readonly type?: unknown };
  return [code, type].find((value) => typeof value === "string" || typeof value === "number") ?? "";
}
