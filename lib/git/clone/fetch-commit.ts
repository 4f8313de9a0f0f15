import { failureOf } from "#lib/failure.ts";
import { fetchObjects } from "#lib/git/pack/fetch-pack.ts";
import { PackBudget } from "#lib/git/pack/pack-budget.ts";
import type { Advertisement } from "#lib/git/transport/advertisement.ts";
import { type GitHttp, isKept } from "#lib/git/transport/git-http.ts";
import { type CommitDownload, fetchFiles, fetchListing, fetchTelling, heldBack } from "./fetch-listing.ts";
import { type CommitListing, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";

/**
 * Brings the objects of the wanted commit below its path into the store; what it lists. From a server that filters, the
 * skills of a larger repository are listed before most of its files have come, and of a folder nothing outside it comes.
 */
export async function fetchCommit(
  download: CommitDownload,
  wanted: Wanted,
  advertisement: Pick<Advertisement, "version" | "filters">,
): Promise<CommitListing> {
  try {
    return await fetchAs(download, wanted, advertisement);
  } catch (error) {
    const code = failureOf(error)?.code;
    const again = { ...download, budget: new PackBudget() };
    // The relay breaks off who was too slow for others that read along; what came before that has been kept.
    if (code === "network-cut" && download.received() > 0) return fetchAs(again, wanted, advertisement);
    // It gives away nothing by its id, or the version was lost on the way and the answer holds no pack.
    const broke = code === "ref-missing" || code === "pack-damaged";
    if (advertisement.version !== 2 || !broke) throw error;
    return fetchWhole(again, wanted, { version: 0, filters: false });
  }
}

function fetchAs(
  download: CommitDownload,
  wanted: Wanted,
  advertisement: Pick<Advertisement, "version" | "filters">,
): Promise<CommitListing> {
  const isPart = advertisement.filters && (wanted.path !== undefined || download.isBegun);
  return isPart ? fetchPart(download, wanted) : fetchWhole(download, wanted, advertisement);
}

/** The folders first, then what is missing of the wanted one: nothing outside it comes, and nothing that is there. */
async function fetchPart(download: CommitDownload, wanted: Wanted): Promise<CommitListing> {
  const listing = await fetchListing(download, wanted);
  await fetchFiles(download, listing);
  return listing;
}

/** With so many files it is worth one more request to know the skills before everything has come. */
const many = 450;

/**
 * Everything in one pack. From a server that filters the folders come first. Where that is soon, a small repository has
 * nothing else to wait for, and of a large one only what is missing is asked for; from a far one everything comes beside
 * them, and the skills of a large one before it.
 */
async function fetchWhole(
  download: CommitDownload,
  wanted: Wanted,
  { version, filters }: Pick<Advertisement, "version" | "filters">,
): Promise<CommitListing> {
  let keptByRelay = false;
  const http: GitHttp = async (request) => {
    const answer = await download.http(request);
    keptByRelay = isKept(answer);
    return answer;
  };
  const beside = { ...download, budget: new PackBudget() };
  const listing = filters ? unlessFailed(fetchListing({ ...beside, http }, wanted)) : Promise.resolve(undefined);
  const soon = await Promise.race([
    listing,
    new Promise<undefined>((resolve) => setTimeout(resolve, download.headStartMs)),
  ]);
  // What a far host gave to others before comes at once from the relay, which has kept their pack as well.
  if (soon && !keptByRelay && soon.files.length >= many) {
    await fetchFiles(download, soon);
    return soon;
  }
  const told = listing.then((known) => {
    return known && known.files.length >= many ? unlessFailed(fetchTelling(beside, known)) : undefined;
  });
  await fetchObjects({ ...download, http: heldBack(download.http, told) }, { version, want: wanted.id });
  return (await listing) ?? listCommit(download.store, wanted.id, wanted.path);
}

/** `undefined` for a failure: what is wrong with the repository shows when all of it has come. */
async function unlessFailed<Result>(first: Promise<Result>): Promise<Result | undefined> {
  try {
    return await first;
  } catch (error) {
    if (!failureOf(error)) throw error;
    return undefined;
  }
}
