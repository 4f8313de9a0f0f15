import { createHash } from "node:crypto";
import { FailureError } from "#lib/failure.ts";
import { resolveCommit } from "#lib/git/clone/clone-snapshot.ts";
import { Deadline } from "#lib/server/relay/deadline.ts";
import { type RelayDeps, relayGit } from "#lib/server/relay/git-relay.ts";
import { addressHeader, networkOf } from "#lib/server/visitor.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { ownOrigin, relayedAddress, type ThreadQuestion } from "./thread-messages.ts";

/** By what, and for whom, hosts are asked. */
export interface AskingRelay {
  readonly relay: RelayDeps;
  /** Who asks, as the front door wrote it. */
  readonly address: string | null;
}

interface AskOptions extends AskingRelay {
  readonly signal: AbortSignal;
  /** Told of bytes that have come. */
  readonly count?: (length: number) => void;
}

/**
 * Gives one of git's requests to the relay as a page of this site would: its guard, its limits and its kept answers hold for
 * reports as for pages, and no token is ever sent.
 */
export async function askRelay(
  { url, method, headers: given, body }: ThreadQuestion,
  { relay, address, signal, count = () => undefined }: AskOptions,
): Promise<Response> {
  const headers = new Headers(given);
  const page = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
  for (const [name, value] of Object.entries({ ...page, origin: ownOrigin })) headers.set(name, value);
  headers.set("x-skillground-session", sessionOf(address));
  headers.delete("authorization");
  if (address !== null) headers.set(addressHeader, address);
  const request = new Request(url, { method, headers, body: body ?? null, signal });
  const response = await relayGit(request, relay);
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counting) ?? null, response);
}

/** One a network: a session of all reports together could be used up by anybody. */
function sessionOf(address: string | null): string {
  const network = networkOf(address ?? "");
  return `reports-${createHash("sha256").update(network).digest("hex").slice(0, 32)}`;
}

/**
 * The id of the commit, or of a tag of one, that a source names now. Throws `FailureError`: `network-cut` after so many
 * milliseconds.
 */
export async function currentCommit(source: GitSource, asking: AskingRelay, milliseconds: number): Promise<string> {
  using deadline = new Deadline(milliseconds);
  const { signal } = deadline;
  const resolving = resolveCommit(source, {
    fetch: (input, { method = "GET", headers, body } = {}) =>
      askRelay(
        {
          url: String(input),
          method,
          headers: [...new Headers(headers)],
          ...(body && { body: body as Uint8Array<ArrayBuffer> }),
        },
        { ...asking, signal },
      ),
    toAddress: relayedAddress,
    signal,
    idleMs: milliseconds,
    onProgress: () => undefined,
  });
  return await resolving.catch((caught) => {
    if (!signal.aborted) throw caught;
    throw new FailureError({ code: "network-cut", host: new URL(source.url).host }, { cause: caught });
  });
}
