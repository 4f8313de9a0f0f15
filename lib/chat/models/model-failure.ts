import { APICallError, getErrorMessage, LoadAPIKeyError } from "@ai-sdk/provider";
import { type Failure, failureOf } from "#lib/failure.ts";

/** Anthropic's, OpenAI's, and the wording of most servers that speak either. */
const tooLong = /prompt is too long|context.?length|maximum context|context window|too many tokens|input is too long/i;

/** A broken connection as the engines word it: Node, Chromium, Safari, Firefox. */
const cutConnection = /^(terminated|fetch failed|failed to fetch|network error|load failed|error in input stream)/i;

/** What a model call's error means to a person. `provider` is the name they know. Never a key, never a request. */
export function modelFailure(error: unknown, provider: string): Failure {
  const known = failureOf(error);
  if (known) return known;
  if (LoadAPIKeyError.isInstance(error)) return { code: "model-key-missing", provider };
  if (APICallError.isInstance(error)) return callFailure(error, provider);
  if (error instanceof TypeError && cutConnection.test(error.message)) return { code: "model-unreachable", provider };
  return { code: "model-failed", provider, detail: streamedMessage(error) };
}

function callFailure(error: APICallError, provider: string): Failure {
  const { statusCode, message } = error;
  if (statusCode === undefined) return { code: "model-unreachable", provider };
  if (statusCode === 401 || statusCode === 403) return { code: "model-key-refused", provider };
  if (statusCode === 429) return { code: "model-rate-limited", provider };
  if (statusCode === 413 || (statusCode === 400 && tooLong.test(`${message} ${error.responseBody ?? ""}`))) {
    return { code: "model-too-long", provider };
  }
  return { code: "model-failed", provider, detail: `${message} (status ${statusCode})` };
}

/** An error inside a stream is whatever the provider sent: often an object with a `message`. */
function streamedMessage(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return getErrorMessage(error);
}
