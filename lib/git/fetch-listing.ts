import type { SkillList } from "./clone-protocol.ts";
import { type Download, fetchObjects } from "./fetch-objects.ts";
import { type CommitListing, type ListedFile, listCommit } from "./list-commit.ts";
import type { Wanted } from "./resolve-source.ts";
import { readSkillList, skillListFiles } from "./skill-list.ts";

export interface CommitDownload extends Download {
  readonly onSkillList: (list: SkillList) => void;
}

/** Asks a server that filters for the folders of the wanted commit alone. */
export async function fetchListing(download: Download, { id, path }: Wanted): Promise<CommitListing> {
  await fetchObjects(download, { version: 2, want: id, filter: "blob:none" });
  return listCommit(download.store, id, path);
}

/** Asks for the files that tell which skills there are, and tells their list. */
export async function fetchSkillList(download: CommitDownload, listing: CommitListing): Promise<void> {
  const telling = skillListFiles(listing);
  if (telling.length === 0) return;
  await fetchContents(download, telling);
  download.onSkillList(readSkillList(listing, telling, download.store));
}

/** Asks for the contents that are not in the store yet. */
export async function fetchContents(download: Download, files: readonly ListedFile[]): Promise<void> {
  const missing = new Set(files.map(({ id }) => id).filter((id) => !download.store.objects.has(id)));
  if (missing.size > 0) await fetchObjects(download, { version: 2, blobs: [...missing] });
}
