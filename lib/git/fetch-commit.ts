import { failureOf } from "#lib/failure.ts";
import type { Advertisement } from "./advertisement.ts";
import { type CommitDownload, fetchContents, fetchListing, fetchSkillList } from "./fetch-listing.ts";
import { fetchObjects } from "./fetch-objects.ts";
import type { GitHttp, GitHttpAnswer } from "./git-http.ts";
import { type CommitListing, listCommit } from "./list-commit.ts";
import { PackBudget } from "./pack-budget.ts";
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
  const first = { ...download, onProgress: onlyBytes(download) };
  const listing = await fetchListing(first, wanted);
  await fetchSkillList(first, listing);
  await fetchContents(download, listing.files);
  return listing;
}

/** With so many files it is worth one more request to know the skills before everything has come. */
const many = 450;

/**
 * How long the folders have the host and the line to themselves, in milliseconds: near ones tell the skills within it, and
 * of a small repository that there is nothing to wait for. From a far one everything comes that much later, at most.
 */
const headStart = 100;

/** Everything in one pack. From a server that filters the folders come beside it, and of many files the skills first. */
async function fetchWhole(
  download: CommitDownload,
  wanted: Wanted,
  { version, filters }: Pick<Advertisement, "version" | "filters">,
): Promise<CommitListing> {
  const first = filters ? listFirst(download, wanted) : Promise.resolve(undefined);
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, headStart))]);
  await fetchObjects({ ...download, http: heldBack(download.http, first) }, { version, want: wanted.id });
  return (await first) ?? listCommit(download.store, wanted.id, wanted.path);
}

/** The listing; `undefined` where it could not be had: what is wrong with the repository shows when all of it has come. */
async function listFirst(download: CommitDownload, wanted: Wanted): Promise<CommitListing | undefined> {
  const first = { ...download, onProgress: onlyBytes(download), budget: new PackBudget() };
  try {
    const listing = await fetchListing(first, wanted);
    if (listing.files.length >= many) await fetchSkillList(first, listing);
    return listing;
  } catch (error) {
    if (!failureOf(error)) throw error;
    return undefined;
  }
}

/** People see one download, of which nothing but the bytes goes on while its small parts come first. */
function onlyBytes({ received, onProgress }: CommitDownload): CommitDownload["onProgress"] {
  return () => onProgress({ phase: "downloading", bytes: received() });
}

/** Asks at once, and reads the answers only then: others have the line and the processor to themselves. */
function heldBack(http: GitHttp, until: Promise<unknown>): GitHttp {
  async function* bodyThen(body: GitHttpAnswer["body"]): GitHttpAnswer["body"] {
    await until;
    yield* body;
  }
  return async (request) => {
    const answer = await http(request);
    return { ...answer, body: bodyThen(answer.body) };
  };
}
