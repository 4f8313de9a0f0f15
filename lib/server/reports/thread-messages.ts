import type { Failure } from "#lib/failure.ts";
import type { PackSpending } from "#lib/git/pack/pack-budget.ts";
import { relayAddress } from "#lib/git/transport/relay-address.ts";
import type { GitSource } from "#lib/vfs/source.ts";

/** A name of this server for itself; the relay asks that a page of its own site sends a request. */
export const ownOrigin = "https://report.invalid";

/** Where this server's relay is asked for what stands at a host's address. */
export function relayedAddress(url: string): string {
  return relayAddress(ownOrigin, url);
}

/** What a thread is started for: `brief` is what a badge and a card show. */
export interface ThreadTask {
  readonly kind: "report" | "brief";
  readonly source: GitSource;
  readonly spending: PackSpending;
}

/** One of git's requests. The thread has no network: what started it asks. */
export interface ThreadQuestion {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** From the thread. */
export type ThreadMessage =
  | { readonly kind: "ask"; readonly id: number; readonly question: ThreadQuestion }
  /** What comes now needs no host. */
  | { readonly kind: "fetched" }
  /** JSON in UTF-8. */
  | { readonly kind: "made"; readonly json: Uint8Array<ArrayBuffer> }
  | { readonly kind: "failed"; readonly failure: Failure };

/** To the thread. */
export interface ThreadAnswer {
  readonly id: number;
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ReadableStream<Uint8Array> | null;
}
