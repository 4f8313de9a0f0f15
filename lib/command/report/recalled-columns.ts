import { basename, resolve } from "node:path";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { openColumnCache } from "../cache/column-cache.ts";
import { type ColumnsById, columnsAlike, recallTree } from "../cache/recalled-columns.ts";
import type { Config } from "../config.ts";
import { readCommit } from "../git/read-commit.ts";

/** A folder, and the commit since which it is reported. */
interface Since {
  readonly folder: string;
  readonly snapshot: Snapshot;
  /** The files that git reports as changed, without a leading slash. */
  readonly changed: readonly string[];
  /** The full id of that commit. */
  readonly commit: string;
}

/** The columns of harnesses for which nothing has changed since a check of the folder or of the commit. */
export async function columnsSince(
  { folder, snapshot, changed, commit }: Since,
  { harnesses, overlapAbove }: Config,
  cache = openColumnCache([basename(resolve(folder)), harnesses, overlapAbove]),
): Promise<ColumnsById> {
  if (!cache?.hasShape(snapshot)) return new Map();
  const { columns } = recallTree(cache, snapshot, harnesses);
  if (columns.size > 0) return columns;
  const before = await readCommit(folder, commit, { snapshot, changed: new Set(changed) });
  return columnsAlike(snapshot, recallTree(cache, before, harnesses));
}
