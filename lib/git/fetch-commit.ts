import { failureOf } from "#lib/failure.ts";
import type { Advertisement } from "./advertisement.ts";
import { earlyList } from "./early-list.ts";
import { type CommitDownload, fetchContents, fetchListing, fetchSkillList } from "./fetch-listing.ts";
import { fetchObjects } from "./fetch-objects.ts";
import { type CommitListing, listCommit } from "./list-commit.ts";
import { PackBudget } from "./pack-budget.ts";
import type { Wanted } from "./resolve-source.ts";

/**
 * Brings the objects of the wanted commit below its path into the store; what it lists. Small repositories take one
 * request. From a server that filters, the skills of a larger one are listed before most of its files have come, and of
 * a folder nothing outside it comes at all.
 */
export async function fetchCommit(
  download: CommitDownload,
  wanted: Wanted,
  advertisement: Advertisement,
): Promise<CommitListing> {
  try {
    if (advertisement.filters && wanted.path !== undefined) return await fetchFolder(download, wanted);
    return await fetchWhole(download, wanted, advertisement);
  } catch (error) {
    const code = failureOf(error)?.code;
    // It gives away nothing by its id, or the version was lost on the way and the answer holds no pack.
    const broke = code === "ref-missing" || code === "pack-damaged";
    if (advertisement.version !== 2 || !broke) throw error;
    return fetchWhole({ ...download, budget: new PackBudget() }, wanted, { version: 0, filters: false });
  }
}

/** The trees first, then of the files in the folder those that tell which skills there are, then the others. */
async function fetchFolder(download: CommitDownload, wanted: Wanted): Promise<CommitListing> {
  const onProgress = () => download.onProgress({ phase: "downloading", bytes: download.received() });
  const first = { ...download, onProgress };
  const listing = await fetchListing(first, wanted);
  await fetchSkillList(first, listing);
  await fetchContents(download, listing.files);
  return listing;
}

/** Everything in one pack. */
async function fetchWhole(
  download: CommitDownload,
  wanted: Wanted,
  { version, filters }: Pick<Advertisement, "version" | "filters">,
): Promise<CommitListing> {
  const early = filters ? earlyList(download, wanted) : undefined;
  await fetchObjects(early?.whole ?? download, { version, want: wanted.id });
  return early?.end() ?? listCommit(download.store, wanted.id, wanted.path);
}
