import type { ReportProgress } from "#lib/vfs/progress.ts";
import { fetchPack, type PackRequest } from "./fetch-pack.ts";
import type { GitHttp } from "./git-http.ts";
import { type ObjectStore, storePack } from "./object-store.ts";
import type { PackBudget } from "./pack-budget.ts";
import { PackReader } from "./pack-reader.ts";

/** One clone's conversation with its server, over any number of packs. */
export interface Download {
  readonly http: GitHttp;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly store: ObjectStore;
  readonly budget: PackBudget;
  /** Bytes of all packs so far. */
  readonly received: () => number;
  readonly onProgress: ReportProgress;
}

/** Asks for one pack and puts its objects, verified, into the store. Throws `FailureError`. */
export async function fetchObjects(download: Download, request: PackRequest): Promise<void> {
  const { http, url, store, budget, signal, received, onProgress } = download;
  const reader = new PackReader(budget);
  for await (const piece of fetchPack(http, url, request)) {
    reader.push(piece);
    onProgress({ phase: "unpacking", bytes: received(), done: reader.done, total: reader.total });
  }
  const contents = await reader.finish();
  await storePack(store, contents, {
    signal,
    onHashed: (done, total) => onProgress({ phase: "verifying", done, total }),
  });
}
