import { failureOf } from "#lib/failure.ts";
import { fetchObjects } from "#lib/git/pack/fetch-pack.ts";
import type { Advertisement } from "#lib/git/transport/advertisement.ts";
import { type CommitDownload, fetchFiles, fetchListing, unlessCancelled } from "./fetch-listing.ts";
import { type CommitListing, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";

type Abilities = Pick<Advertisement, "version" | "filters">;

/**
 * Fetches the objects of the wanted commit below its path into the store, and resolves to the list of its files. A server
 * that supports filters sends the folders first, then the skills, then the other files; outside a wanted folder nothing.
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
    const again = { ...download, budget: download.budget.anew() };
    // The relay cuts off a page that reads a shared answer too slowly for the others; it has kept the answer by then.
    if (code === "network-cut" && download.received() > 0) return fetchAs(again, wanted, abilities);
    // The host gives no commit out by its id, or a proxy has dropped the version and the answer holds no pack.
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

/** The whole commit in one pack, even where only a folder of it is wanted. */
async function fetchWhole(
  download: CommitDownload,
  wanted: Wanted,
  version: Advertisement["version"],
): Promise<CommitListing> {
  await unlessCancelled(download, download.opened);
  await fetchObjects(download, { version, want: wanted.id });
  return listCommit(download.store, wanted.id, wanted.path);
}

/** `undefined` where the host claims to support filters and then fails. */
async function unlessRefused<Result>(filtered: Promise<Result>): Promise<Result | undefined> {
  try {
    return await filtered;
  } catch (error) {
    if (failureOf(error)?.code !== "server-error") throw error;
    return undefined;
  }
}
