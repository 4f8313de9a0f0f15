import { type Failure, FailureError, failureOf } from "#lib/failure.ts";
import { meters } from "#lib/server/meters.ts";
import { type RelayTarget, repositoryUrl } from "./relay-target.ts";

/**
 * HTTP statuses of failures, for logs and tools; the page reads the body. Never 401: browsers would ask for a password.
 */
const statuses: { readonly [C in Failure["code"]]?: number } = {
  "host-refused": 403,
  "host-unknown": 404,
  "repository-missing": 404,
  "too-large": 413,
  "rate-limited": 429,
  cancelled: 499,
  "not-git": 502,
  "server-error": 502,
  "network-cut": 504,
};

/** A failure as the relay answers it: `{ failure }`, marked by a header so that no upstream body is taken for one. */
export function failureResponse(failure: Failure): Response {
  meters().refused("relay", failure.code);
  const headers = new Headers({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-skillground-failure": "1",
  });
  if (failure.code === "rate-limited" && failure.retryAt) headers.set("retry-after", httpDate(failure.retryAt));
  return Response.json({ failure }, { status: statuses[failure.code] ?? 500, headers });
}

function httpDate(iso: string): string {
  return new Date(iso).toUTCString();
}

/** The failure that a git host's status other than 200 stands for. `now` in milliseconds since 1970. */
export function statusFailure(
  target: RelayTarget,
  status: number,
  retryAfter: string | undefined,
  now: number,
): Failure {
  const host = target.url.host;
  // GitHub says 403 with Retry-After where others say 429.
  if (status === 429 || (status === 403 && retryAfter)) {
    const retryAt = retryTime(retryAfter, now);
    return { code: "rate-limited", host, ...(retryAt && { retryAt }) };
  }
  // Hosts hide private repositories behind any of these statuses, so that nobody learns which exist.
  if ([401, 403, 404, 410, 451].includes(status)) return { code: "repository-missing", url: repositoryUrl(target) };
  if (status >= 200 && status < 300) return { code: "not-git", url: repositoryUrl(target) };
  return { code: "server-error", host, status };
}

/** ISO 8601 for a Retry-After header: seconds or an HTTP date (RFC 9110 §10.2.3). */
function retryTime(header: string | undefined, now: number): string | undefined {
  const text = header?.trim() ?? "";
  const time = /^\d{1,7}$/.test(text) ? now + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Error codes of Node's resolver for a name that does not resolve. */
const unknownNames = ["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA", "EAI_NONAME", "ENODATA"];
/** Error codes of undici for a connection that broke, stalled or was never made. */
const brokenConnection =
  /^(UND_ERR_(?!INVALID)|E[A-Z]+$|ERR_STREAM_|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HPE_)/;

/**
 * The failure for an error during a request to `host`.
 * @returns undefined for a bug, which the caller must rethrow.
 */
export function networkFailure(caught: unknown, host: string): Failure | undefined {
  const known = failureOf(caught);
  if (known) return known;
  if (!(caught instanceof Error)) return undefined;
  // Unreadable HTTP has an error code in some cases only.
  if (caught.name === "TimeoutError" || isUnreadable(caught)) return { code: "network-cut", host };
  const parts = caught instanceof AggregateError ? caught.errors : [caught];
  const codes = parts.map((part: { code?: unknown }) => String(part.code ?? ""));
  if (codes.some((code) => unknownNames.includes(code))) return { code: "host-unknown", host };
  if (codes.some((code) => brokenConnection.test(code))) return { code: "network-cut", host };
  return undefined;
}

/** Whether a host answered in something other than HTTP. */
export function isUnreadable(caught: unknown): boolean {
  return caught instanceof Error && caught.name === "HTTPParserError";
}

/**
 * The error to throw for a connection's end: a `networkFailure`, or `caught` itself if it is a failure already or a
 * bug.
 */
export function networkError(caught: unknown, host: string): unknown {
  if (caught instanceof FailureError) return caught;
  const failure = networkFailure(caught, host);
  return failure ? new FailureError(failure, { cause: caught }) : caught;
}

/**
 * The error for breaking off an answer that has begun: a `networkFailure`, which is counted, or `caught` itself if it
 * is a bug. Next ignores errors named `AbortError`, and prints a stack trace for any other: a slow reader could fill
 * the log with them. The access line says that the answer was cut.
 */
export function breakError(caught: unknown, host: string): unknown {
  const failure = networkFailure(caught, host);
  if (!failure) return caught;
  meters().refused("relay", failure.code);
  return Object.assign(new FailureError(failure, { cause: caught }), { name: "AbortError" });
}
