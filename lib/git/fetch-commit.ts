import { failureOf } from "#lib/failure.ts";
import type { Advertisement } from "./advertisement.ts";
import type { SkillList } from "./clone-protocol.ts";
import { type Download, fetchObjects } from "./fetch-objects.ts";
import { type CommitListing, type ListedFile, listCommit } from "./list-commit.ts";
import { PackBudget } from "./pack-budget.ts";
import type { Wanted } from "./resolve-source.ts";
import { readSkillList, skillListFiles } from "./skill-list.ts";

export interface CommitDownload extends Download {
  readonly onSkillList: (list: SkillList) => void;
}

/**
 * Brings the objects of the wanted commit below its path into the store; what it lists. From a server that filters come
 * the trees first, then at once the files that tell which skills there are and, behind them, the others: the list of
 * skills is there when a fraction of the bytes is, and nothing outside the wanted folder comes at all. From other
 * servers comes everything in one pack.
 */
export async function fetchCommit(
  download: CommitDownload,
  wanted: Wanted,
  { filters }: Advertisement,
): Promise<CommitListing> {
  const listing = filters && (await fetchInParts(download, wanted));
  if (listing) return listing;
  await fetchObjects({ ...download, budget: new PackBudget() }, { version: 0, want: wanted.id });
  return listCommit(download.store, wanted.id, wanted.path);
}

/** `undefined` when the server did not do what it said: everything is to be asked for anew, in the oldest words. */
async function fetchInParts(download: CommitDownload, wanted: Wanted): Promise<CommitListing | undefined> {
  try {
    return await fetchTreesFirst(download, wanted);
  } catch (error) {
    const code = failureOf(error)?.code;
    // It gives away nothing by its id, or the version was lost on the way and the answer holds no pack.
    if (code === "ref-missing" || code === "pack-damaged") return undefined;
    throw error;
  }
}

async function fetchTreesFirst(download: CommitDownload, wanted: Wanted): Promise<CommitListing> {
  const { store } = download;
  const quiet = { ...download, onProgress: onlyBytes(download) };
  await fetchObjects(quiet, { version: 2, want: wanted.id, filter: "blob:none" });
  const listing = listCommit(store, wanted.id, wanted.path);
  const telling = skillListFiles(listing);
  await fetchBlobs(quiet, telling);
  if (telling.length > 0) download.onSkillList(readSkillList(listing, store));
  await fetchBlobs(download, listing.files);
  return listing;
}

/** Asks for the contents that are not in the store yet. */
async function fetchBlobs(download: Download, files: readonly ListedFile[]): Promise<void> {
  const missing = new Set(files.map(({ id }) => id).filter((id) => !download.store.objects.has(id)));
  if (missing.size > 0) await fetchObjects(download, { version: 2, blobs: [...missing] });
}

/** The parts that come first are small: people see one download, and its end verified. */
function onlyBytes({ onProgress }: Download): Download["onProgress"] {
  return (progress) => {
    if (progress.phase === "unpacking") onProgress({ phase: "downloading", bytes: progress.bytes ?? 0 });
  };
}
