import { readsAlike } from "#lib/harness/discovery/reads-alike.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { forModel, type Profile, windowFor } from "#lib/harness/vocabulary/profile.ts";
import type { TakenColumn } from "#lib/stage/kept-columns.ts";
import { isSkillName } from "#lib/vfs/files.ts";
import { type Snapshot, type SnapshotEntry, snapshotEntries } from "#lib/vfs/snapshot.ts";
import type { ColumnCache, RecalledColumns } from "./column-cache.ts";
import type { KeptColumn } from "./column-text.ts";
import { longestUnread, shapeDigest } from "./tree-key.ts";

/** Columns by the ids of their harnesses. */
export type ColumnsById = ReadonlyMap<string, TakenColumn>;

/** A SKILL.md with other contents in another tree. */
interface RetoldFile {
  /** From `/`. */
  readonly path: string;
  readonly one: Uint8Array;
  readonly other: Uint8Array;
}

/** A tree, and the columns that are kept of it. */
export interface RecalledTree {
  readonly snapshot: Snapshot;
  /** The columns of all harnesses that were asked for, or of none. */
  readonly columns: ColumnsById;
  /** Present if there are columns. */
  readonly recalled?: RecalledColumns;
}

/** What is kept of a tree under these harnesses. */
export function recallTree(
  cache: ColumnCache | undefined,
  snapshot: Snapshot,
  harnesses: readonly string[],
): RecalledTree {
  const recalled = cache?.recall(snapshot);
  const kept = new Map(recalled?.columns.map((column) => [column.profileId, column]));
  if (!recalled || !harnesses.every((id) => kept.has(id))) return { snapshot, columns: new Map() };
  return { snapshot, columns: new Map([...kept].map(([id, column]) => [id, restored(column)])), recalled };
}

/** A column without its catalog. */
function restored({ profileId, tokens, counts, verdicts, met }: KeptColumn): TakenColumn {
  const profile = forModel(profileById(profileId));
  const catalog = { channel: profile.catalog.delivery.channel, text: "", rows: [] };
  const window = windowFor(profile, undefined);
  return { column: { profileId, label: profile.label, catalog, tokens, window, counts, verdicts }, met };
}

/** The columns of a tree that hold for another one, too: those of harnesses that read alike what differs. */
export function columnsAlike(snapshot: Snapshot, { snapshot: before, columns, recalled }: RecalledTree): ColumnsById {
  if (!recalled || shapeDigest(snapshot) !== shapeDigest(before)) return new Map();
  const retold = retoldFiles(snapshot, before, recalled.read);
  const isAlike = (profile: Profile) => retold?.every(({ path, one, other }) => readsAlike(profile, path, one, other));
  return new Map([...columns].filter(([id]) => isAlike(profileById(id))));
}

/**
 * The texts that differ between two trees of one shape; `undefined` if another file that was read differs.
 * @param read relative paths of the files that were read in the other tree
 */
function retoldFiles(one: Snapshot, other: Snapshot, read: readonly string[]): readonly RetoldFile[] | undefined {
  const wanted = new Set(read);
  const [now, before] = [entriesAt(one, wanted), entriesAt(other, wanted)];
  const retold: RetoldFile[] = [];
  for (const path of wanted) {
    const [bytes, others] = [now.get(path)?.bytes, before.get(path)?.bytes];
    // Unchanged files of a commit are mostly the very arrays of those on the disk.
    if (bytes === others) continue;
    if (!bytes || !others) return undefined;
    if (Buffer.compare(bytes, others) === 0) continue;
    if (!isSkillName(path) || isLong(bytes) || isLong(others)) return undefined;
    retold.push({ path: `/${path}`, one: bytes, other: others });
  }
  return retold;
}

function isLong({ length }: Uint8Array): boolean {
  return length > longestUnread;
}

function entriesAt(snapshot: Snapshot, wanted: ReadonlySet<string>): ReadonlyMap<string, SnapshotEntry> {
  const entries = [...snapshotEntries(snapshot)].filter(({ path }) => wanted.has(path));
  return new Map(entries.map((entry) => [entry.path, entry]));
}
