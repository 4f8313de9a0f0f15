import { FailureError } from "#lib/failure.ts";
import { pageObjection } from "#lib/server/own-page.ts";
import { Deadline, Progress } from "./deadline.ts";
import { isGitCommand } from "./git-command.ts";
import type { RelayLimiter, Visitor } from "./relay-limiter.ts";
import { refused } from "./relay-target.ts";
import type { RelayBounds } from "./relay-upstream.ts";

/** @throws FailureError `host-refused` for a request that does not come from this site's own page (`pageObjection`) */
export function checkSource(request: Request, host: string): void {
  const objection = pageObjection(request);
  if (objection !== undefined) throw refused(host, objection);
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

/** Bodies above this size, in bytes, name thousands of objects; few of them are received at a time. */
const largeBytes = 16 * 1024;

/**
 * The body of a request for objects or refs, which must arrive within `bodyMs` and be one of git's commands.
 * @throws FailureError
 */
export async function readCommand(
  request: Request,
  { host, visitor }: { readonly host: string; readonly visitor: Visitor },
  { limiter, bounds }: Receiving,
): Promise<Uint8Array> {
  const { headers } = request;
  if (headers.get("content-type") !== requestType || headers.has("content-encoding")) throw refused(host, onlyReading);
  const limit = bounds.requestBytes;
  const announced = Number(headers.get("content-length") ?? Number.NaN);
  if (announced > limit) throw new FailureError({ code: "too-large", limit });
  // As long for a place as for the body.
  using stopping = new Deadline(2 * bounds.bodyMs, request.signal);
  using waiting = new Deadline(bounds.bodyMs, stopping.signal);
  const { behind } = new Progress();
  const placed = { onLost: (refusal: FailureError) => stopping.cut(refusal), behind };
  const leave = await limiter.receive(host, visitor, placed, announced <= largeBytes ? undefined : waiting.signal);
  try {
    const body = await readBody(request, bounds, stopping.signal);
    if (!isGitCommand(body)) throw refused(host, onlyReading);
    return body;
  } finally {
    leave();
  }
}

const onlyReading = "only reading git is allowed";

async function readBody(
  request: Request,
  { requestBytes, bodyMs }: RelayBounds,
  signal: AbortSignal,
): Promise<Uint8Array> {
  using deadline = new Deadline(bodyMs, signal);
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
    // The sender may stop.
    void reader?.cancel().catch(() => undefined);
    throw error;
  }
}
