import { parseJson } from "#lib/plain-json.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import { readPaths } from "#lib/vfs/stored-snapshot.ts";
import { openTreeCache, type TreeCache } from "../cache/tree-cache.ts";
import type { Config } from "../config.ts";
import { type CheckedFolder, today } from "./check-folder.ts";
import type { CheckFinding } from "./findings.ts";

/** What a check found. */
export interface FoundByCheck {
  readonly now: CheckedFolder;
  /** The findings of the commit compared with; absent without one. */
  readonly before?: readonly CheckFinding[];
}

/** What decides about a check beside the files in the folder. Plain data. */
export interface CheckedAs extends Pick<Config, "harnesses" | "ignore" | "rules" | "overlapAbove"> {
  /** Name of the folder. */
  readonly label: string;
  /** Path of the folder in its repository. */
  readonly prefix: string;
  readonly warnings: readonly SnapshotWarning[];
  /** Full id of the commit compared with. With the changed files and the folder, all of its files follow from it. */
  readonly commit: string | undefined;
  readonly changed: readonly string[] | undefined;
  readonly looksAtAll: boolean;
}

/** What earlier checks found in the same files: of them nothing has to be computed. */
export interface KeptChecks {
  recall(snapshot: Snapshot): FoundByCheck | undefined;
  /** @param snapshot the folder, of which every file has been read that the check needs */
  keep(snapshot: Snapshot, found: FoundByCheck): void;
}

/** Opens the person's cache; `undefined` where nothing can be kept. */
export function openKeptChecks(checkedAs: CheckedAs): KeptChecks | undefined {
  // A suppression ends at a date.
  const trees = openTreeCache("check", [checkedAs, today()]);
  return trees && keptChecks(trees);
}

export function keptChecks(trees: TreeCache): KeptChecks {
  return {
    recall(snapshot) {
      const text = trees.recall(snapshot)?.text;
      return text === undefined ? undefined : (parseJson(text) as FoundByCheck | undefined);
    },
    keep: (snapshot, found) => trees.keep(snapshot, readPaths(snapshot), JSON.stringify(found)),
  };
}
