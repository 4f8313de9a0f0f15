import { failureOf } from "#lib/failure.ts";
import { fetchObjects } from "#lib/git/pack/fetch-pack.ts";
import { PackBudget } from "#lib/git/pack/pack-budget.ts";
import type { Advertisement } from "#lib/git/transport/advertisement.ts";
import { type CommitDownload, fetchFiles, fetchListing, unlessCancelled } from "./fetch-listing.ts";
import { type CommitListing, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";

type Abilities = Pick<Advertisement, "version" | "filters">;

/**
 * Brings the objects of the wanted commit below its path into the store; what it lists. From a server that filters, the
 * folders come first, then the skills, then the other files; of a wanted folder nothing outside it comes.
 */
export async function fetchCommit(
  download: CommitDownload,
  wanted: Wanted,
  abilities: Abilities,
): Promise<CommitListing> {
  try {
    return await fetchAs(download, wanted, abilities);
  } catch (error) {
    const code = failureOf(error)?.code;
    const again = { ...download, budget: new PackBudget() };
    // The relay breaks off who was too slow for others that read along; what came before that has been kept.
    if (code === "network-cut" && download.received() > 0) return fetchAs(again, wanted, abilities);
    // It gives away nothing by its id, or the version was lost on the way and the answer holds no pack.
    const broke = code === "ref-missing" || code === "pack-damaged";
    if (abilities.version !== 2 || !broke) throw error;
    return fetchWhole(again, wanted, 0);
  }
}

async function fetchAs(
  download: CommitDownload,
  wanted: Wanted,
  { version, filters }: Abilities,
): Promise<CommitListing> {
  const start = performance.now();
  const listing = filters ? await unlessRefused(fetchListing(download, wanted)) : undefined;
  if (!listing) return fetchWhole(download, wanted, version);
  await fetchFiles(download, listing, performance.now() - start < download.nearMs);
  return listing;
}

/** Everything in one pack, whichever folder is wanted. */
async function fetchWhole(
  download: CommitDownload,
  wanted: Wanted,
  version: Advertisement["version"],
): Promise<CommitListing> {
  await unlessCancelled(download, download.opened);
  await fetchObjects(download, { version, want: wanted.id });
  return listCommit(download.store, wanted.id, wanted.path);
}

/** `undefined` where the host says that it filters, and then cannot. */
async function unlessRefused<Result>(filtered: Promise<Result>): Promise<Result | undefined> {
  try {
    return await filtered;
  } catch (error) {
    if (failureOf(error)?.code !== "server-error") throw error;
    return undefined;
  }
}
