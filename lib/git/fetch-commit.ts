import { failureOf } from "#lib/failure.ts";
import type { MountProgress } from "#lib/vfs/progress.ts";
import type { Advertisement } from "./advertisement.ts";
import type { SkillList } from "./clone-protocol.ts";
import { type Download, fetchObjects, type ObjectProgress } from "./fetch-objects.ts";
import { type CommitListing, type ListedFile, listCommit } from "./list-commit.ts";
import { PackBudget } from "./pack-budget.ts";
import type { Wanted } from "./resolve-source.ts";
import { readSkillList, skillListFiles } from "./skill-list.ts";

export interface CommitDownload extends Download {
  readonly onSkillList: (list: SkillList) => void;
}

/**
 * Brings the objects of the wanted commit below its path into the store; what it lists. Small repositories take one
 * request. From a server that filters, the skills of a large one are listed before most of its files have come, and of
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
  const first = { ...download, onProgress: onlyBytes(download, { phase: "downloading" }) };
  const listing = await fetchTrees(first, wanted);
  await listSkills(first, listing);
  await fetchBlobs(download, listing.files);
  return listing;
}

/** From so many objects on it is worth two more requests to know the skills before everything has come. */
const many = 2000;

/** Everything in one pack. Where it turns out to be a large one, the list of skills overtakes it while it waits. */
async function fetchWhole(
  download: CommitDownload,
  wanted: Wanted,
  { version, filters }: Pick<Advertisement, "version" | "filters">,
): Promise<CommitListing> {
  let listing: CommitListing | undefined;
  const listFirst = async (progress: ObjectProgress) => {
    if (!filters || progress.total < many) return;
    const first = { ...download, onProgress: onlyBytes(download, progress), budget: new PackBudget() };
    try {
      listing = await fetchTrees(first, wanted);
      await listSkills(first, listing);
    } catch (error) {
      // The list is a favour: what is wrong with the repository shows when all of it has come.
      if (!failureOf(error)) throw error;
    }
  };
  await fetchObjects(download, { version, want: wanted.id }, listFirst);
  return listing ?? listCommit(download.store, wanted.id, wanted.path);
}

async function fetchTrees(download: CommitDownload, { id, path }: Wanted): Promise<CommitListing> {
  await fetchObjects(download, { version: 2, want: id, filter: "blob:none" });
  return listCommit(download.store, id, path);
}

async function listSkills(download: CommitDownload, listing: CommitListing): Promise<void> {
  const telling = skillListFiles(listing);
  if (telling.length === 0) return;
  await fetchBlobs(download, telling);
  download.onSkillList(readSkillList(listing, download.store));
}

/** Asks for the contents that are not in the store yet. */
async function fetchBlobs(download: Download, files: readonly ListedFile[]): Promise<void> {
  const missing = new Set(files.map(({ id }) => id).filter((id) => !download.store.objects.has(id)));
  if (missing.size > 0) await fetchObjects(download, { version: 2, blobs: [...missing] });
}

/** The parts that come first are small: people see one download, of which nothing but the bytes goes on. */
function onlyBytes({ received, onProgress }: Download, shown: MountProgress): Download["onProgress"] {
  return () => onProgress({ ...shown, bytes: received() });
}
