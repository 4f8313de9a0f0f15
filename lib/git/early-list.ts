import { failureOf } from "#lib/failure.ts";
import type { MountProgress } from "#lib/vfs/progress.ts";
import { type CommitDownload, fetchListing, fetchSkillList } from "./fetch-listing.ts";
import type { Download } from "./fetch-objects.ts";
import type { CommitListing } from "./list-commit.ts";
import { PackBudget } from "./pack-budget.ts";
import type { Wanted } from "./resolve-source.ts";
import { rightOfWay } from "./right-of-way.ts";

/** From so many objects on (some hundred files) it is worth two more requests to know the skills before all has come. */
const many = 600;

export interface EarlyList {
  /** The download to bring everything by; the list overtakes it once it turns out not to be a small one. */
  readonly whole: Download;
  /** Everything has come: the listing, if that was there before. A list still on its way is told to nobody. */
  end(): CommitListing | undefined;
}

/** Has the list of skills come before the whole of a repository, from a server that filters. */
export function earlyList(download: CommitDownload, wanted: Wanted): EarlyList {
  const { large, small } = rightOfWay(download.http);
  let shown: MountProgress = { phase: "downloading" };
  let listing: CommitListing | undefined;
  let hasEnded = false;
  const first: CommitDownload = {
    ...download,
    http: small,
    budget: new PackBudget(),
    // People see one download, of which meanwhile only the bytes go on.
    onProgress: () => download.onProgress({ ...shown, bytes: download.received() }),
    onSkillList: (list) => !hasEnded && download.onSkillList(list),
  };
  const begin = async () => {
    try {
      listing = await fetchListing(first, wanted);
      await fetchSkillList(first, listing);
    } catch (error) {
      // The list is a favour: what is wrong with the repository shows when all of it has come.
      if (!failureOf(error)) throw error;
    }
  };
  const onProgress = (progress: MountProgress) => {
    const isCounted = shown.total === undefined && progress.total !== undefined;
    shown = progress;
    download.onProgress(progress);
    if (isCounted && progress.total >= many) void begin();
  };
  return {
    whole: { ...download, http: large, onProgress },
    end() {
      hasEnded = true;
      return listing;
    },
  };
}
