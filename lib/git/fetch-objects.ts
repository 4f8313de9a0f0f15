import { FailureError } from "#lib/failure.ts";
import type { ReportProgress } from "#lib/vfs/progress.ts";
import { fetchPack, type PackRequest } from "./fetch-pack.ts";
import type { GitHttp } from "./git-http.ts";
import type { ObjectStore } from "./object-store.ts";
import type { PackBudget } from "./pack-budget.ts";
import { PackReader } from "./pack-reader.ts";
import type { PackTools } from "./pack-tools.ts";

/** One clone's conversation with its server, over any number of packs. */
export interface Download {
  readonly http: GitHttp;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly store: ObjectStore;
  readonly tools: PackTools;
  readonly budget: PackBudget;
  /** Bytes of all packs so far. */
  readonly received: () => number;
  readonly onProgress: ReportProgress;
}

/**
 * Asks for one pack and puts its objects, verified, into the store. Throws `FailureError`.
 * @param onObjects told each time that some may have come
 */
export async function fetchObjects(download: Download, request: PackRequest, onObjects?: () => void): Promise<void> {
  const { http, url, store, tools, budget, signal, received, onProgress } = download;
  onProgress({ phase: "downloading", bytes: received() });
  const [pack, reader] = await Promise.all([fetchPack(http, url, request), PackReader.start(store, tools, budget)]);
  for await (const pieces of pack) {
    for (const piece of pieces) {
      reader.push(piece);
      onObjects?.();
    }
    if (reader.total > 0) onProgress({ phase: "unpacking", bytes: received(), done: reader.done, total: reader.total });
  }
  reader.finish();
  onObjects?.();
  onProgress({ phase: "verifying", done: reader.done, total: reader.total });
  if (signal.aborted) throw new FailureError({ code: "cancelled" });
}
