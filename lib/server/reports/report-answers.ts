import type { Failure, RepositoryFailure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { meters } from "#lib/server/meters.ts";
import type { MadeBrief } from "./brief.ts";
import type { Made } from "./made.ts";

/**
 * 422 where the repository itself is at fault: asking again is useless before it has changed. 404 where the address
 * names nothing; 429 and 503 where asking later makes sense; 502 and 504 where the host is at fault. Only a bug of ours
 * is 500.
 */
const statuses: { readonly [C in Failure["code"]]?: number } & Readonly<Record<RepositoryFailure["code"], number>> = {
  "source-unreadable": 404,
  "host-unknown": 404,
  "repository-missing": 404,
  "token-refused": 404,
  "ref-missing": 404,
  "path-missing": 404,
  "host-refused": 403,
  "repository-empty": 422,
  "format-unknown": 422,
  "too-many-refs": 422,
  "pack-damaged": 422,
  "too-many-files": 422,
  "too-large": 422,
  "too-deep": 422,
  "name-refused": 422,
  "rate-limited": 429,
  "not-git": 502,
  "server-error": 502,
  "network-cut": 504,
  // Depends on the reason: `refusals`.
  "report-refused": 503,
  cancelled: 499,
};

type Refusal = Extract<RepositoryFailure, { code: "report-refused" }>["why"];

const refusals: Readonly<Record<Refusal, number>> = {
  large: 422,
  memory: 422,
  slow: 503,
  busy: 503,
  crowded: 503,
  fault: 500,
};

function reportStatus(failure: Failure): number {
  if (failure.code === "report-refused") return refusals[failure.why];
  return statuses[failure.code] ?? 500;
}

/** The answer where there is no report: the reason in a sentence, and what to do next. */
export function failedReport(failure: Failure, more: Readonly<Record<string, string>>): Response {
  meters().refused("reports", failure.code);
  const { what, next } = failureParts(failure);
  const status = reportStatus(failure);
  const retryAt = failure.code === "rate-limited" ? failure.retryAt : undefined;
  const headers = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(retryAt && { "retry-after": new Date(retryAt).toUTCString() }),
    ...(status === 503 && { "retry-after": String(retrySeconds) }),
    ...more,
  };
  return Response.json({ failure, message: what, next }, { status, headers });
}

/** Seconds until there may be a place again. */
const retrySeconds = 10;

/** An answer to an invalid request, as a sentence. */
export function refused(status: number, message: string, cacheControl: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": cacheControl } });
}

/** For an answer that is not the requested content and must not be cached as it. */
export const never = "no-store";

export function picture(svg: string, status: number, cache: Readonly<Record<string, string>>): Response {
  return new Response(svg, { status, headers: { ...cache, "content-type": "image/svg+xml; charset=utf-8" } });
}

/**
 * Cache headers for browsers and for proxies such as GitHub's: results hold for five minutes, failures for half of one.
 */
export function cached(made: Made | MadeBrief | undefined): Record<string, string> {
  const isMade = made?.kind === "made";
  const seconds = isMade ? 300 : 30;
  return {
    "cache-control": `public, max-age=${seconds}, s-maxage=${seconds}, stale-while-revalidate=86400`,
    // A hash of the text: one commit has a report for each of its folders.
    ...(isMade && { etag: `"${made.hash.slice(0, 32)}"` }),
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
}
