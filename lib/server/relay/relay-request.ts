import { FailureError } from "#lib/failure.ts";
import { Deadline } from "./deadline.ts";
import { isGitCommand } from "./git-command.ts";
import type { RelayLimiter } from "./relay-limiter.ts";
import type { RelayBounds } from "./relay-upstream.ts";

/**
 * Whether the request is a script's of this site's own page, by what browsers set themselves and scripts cannot. They say
 * `Origin` with every POST. With a GET to their own origin they do not, and no `Referer` either, as this site's pages are
 * told to keep it to themselves; one that says another page is refused all the same. A program may claim anything.
 * @throws FailureError `host-refused`
 */
export function checkSource({ headers, method, url }: Request, host: string): void {
  const isScript =
    headers.get("sec-fetch-site") === "same-origin" &&
    headers.get("sec-fetch-dest") === "empty" &&
    ["cors", "same-origin"].includes(headers.get("sec-fetch-mode") ?? "");
  if (!isScript) throw refused(host, "the request did not come from this site's own page");
  // Behind a proxy, the site's own name stands in one of these.
  const forwarded = (headers.get("x-forwarded-host") ?? "").split(",").map((name) => name.trim());
  const own = [headers.get("host") ?? new URL(url).host, ...forwarded].filter(Boolean);
  const origin = headers.get("origin") ?? (method === "POST" ? "" : undefined);
  const referer = headers.get("referer") ?? undefined;
  // A browser that takes `no-referrer` for the origin as well says "null"; `Sec-Fetch-Site` has told that it is this one.
  if ((origin === "null" || isAt(own, origin)) && isAt(own, referer)) return;
  throw refused(
    host,
    "the request did not come from this site's own page, or a proxy in front of this server changed the header Host",
  );
}

/** Whether an address is at one of those hosts; none at all is. */
function isAt(hosts: readonly string[], address: string | undefined): boolean {
  if (address === undefined) return true;
  if (!URL.canParse(address)) return false;
  const { host, protocol } = new URL(address);
  // As an address, so that a port counts as unsaid where it is the scheme's own.
  return hosts.some((name) => {
    const text = `${protocol}//${name}`;
    return URL.canParse(text) && new URL(text).host === host;
  });
}

export function sessionOf({ headers }: Request): string | undefined {
  const session = headers.get("x-skillground-session") ?? "";
  return /^[\w-]{8,64}$/.test(session) ? session : undefined;
}

export const requestType = "application/x-git-upload-pack-request";

interface Receiving {
  readonly limiter: RelayLimiter;
  readonly bounds: RelayBounds;
}

/** Longer ones name thousands of objects; of those few are received at a time. */
const largeBytes = 16 * 1024;

/**
 * The body of a request for objects or refs, which must come within `bodyMs` and be one of git's commands.
 * @throws FailureError
 */
export async function readCommand(
  request: Request,
  { host, network }: { readonly host: string; readonly network: string },
  { limiter, bounds }: Receiving,
): Promise<Uint8Array> {
  const { headers } = request;
  if (headers.get("content-type") !== requestType || headers.has("content-encoding")) throw refused(host, onlyReading);
  const limit = bounds.requestBytes;
  const announced = Number(headers.get("content-length") ?? Number.NaN);
  if (announced > limit) throw new FailureError({ code: "too-large", limit });
  using waiting = new Deadline(bounds.bodyMs, request.signal);
  const leave = await limiter.receive(host, network, announced <= largeBytes ? undefined : waiting.signal);
  try {
    const body = await readBody(request, bounds);
    if (!isGitCommand(body)) throw refused(host, onlyReading);
    return body;
  } finally {
    leave();
  }
}

const onlyReading = "only reading git is allowed";

async function readBody(request: Request, { requestBytes, bodyMs }: RelayBounds): Promise<Uint8Array> {
  using deadline = new Deadline(bodyMs, request.signal);
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const next = reader && (await deadline.during(reader.read()));
      if (!next || next.done) return Buffer.concat(chunks);
      length += next.value.length;
      if (length > requestBytes) throw new FailureError({ code: "too-large", limit: requestBytes });
      chunks.push(next.value);
    }
  } catch (error) {
    // Whoever is still sending need not.
    void reader?.cancel().catch(() => undefined);
    throw error;
  }
}

function refused(host: string, reason: string): FailureError {
  return new FailureError({ code: "host-refused", host, reason });
}
