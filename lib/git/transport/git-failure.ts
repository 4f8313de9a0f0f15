import { type Failure, FailureError } from "#lib/failure.ts";

/** What the relay sets on an answer of its own, whose body is `{ "failure": Failure }`. */
const relayFailureHeader = "x-skillground-failure";

/**
 * The failure that an HTTP answer means; `undefined` for one in git's own content type.
 * `url` is the repository request's, as asked.
 */
export async function failureOfResponse(response: Response, url: string): Promise<Failure | undefined> {
  if (response.headers.has(relayFailureHeader)) return relayFailure(response);
  const { host } = new URL(url);
  const repository = url.replace(/(?:\.git)?\/(?:info\/refs|git-upload-pack)(?:\?.*)?$/, "");
  const { status } = response;
  if (isRateLimit(response)) return { code: "rate-limited", host, ...retryTime(response) };
  // Hosts answer alike for private and for missing, so as not to tell.
  if ([401, 403, 404, 410, 451].includes(status)) return { code: "repository-missing", url: repository };
  if (status !== 200) return { code: "server-error", host, status };
  return isGitAnswer(response) ? undefined : { code: "not-git", url: repository };
}

async function relayFailure(response: Response): Promise<Failure> {
  // The relay is served with this page: its body has the shape it promises.
  const { failure } = (await response.json()) as { readonly failure: Failure };
  return failure;
}

function isGitAnswer(response: Response): boolean {
  return /^application\/x-git-upload-pack-(?:advertisement|result)\b/.test(response.headers.get("content-type") ?? "");
}

/** GitHub also says 403 when it means 429 (its "Rate limits for the REST API"). */
function isRateLimit({ status, headers }: Response): boolean {
  if (status === 429) return true;
  return status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0");
}

/** `Retry-After` holds seconds or a date (RFC 9110, 10.2.3); ours is always an ISO date. */
function retryTime(response: Response): { retryAt?: string } {
  const text = response.headers.get("retry-after") ?? "";
  const time = /^\d+$/.test(text) ? Date.now() + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(time) ? {} : { retryAt: new Date(time).toISOString() };
}

/** The failure of bytes that are no whole, valid pack. `detail` is for the curious: English, short. */
export function damaged(detail: string): FailureError {
  return new FailureError({ code: "pack-damaged", detail });
}
