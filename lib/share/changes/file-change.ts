import { isSameBytes } from "#lib/vfs/bytes.ts";
import { basename, compareBytes } from "#lib/vfs/paths.ts";
import {
  type Edits,
  editedBytes,
  isExecutableEdit,
  type Snapshot,
  type SnapshotEntry,
  type SnapshotMode,
  snapshotEntries,
  snapshotMode,
} from "#lib/vfs/snapshot.ts";
import { byteText, linesOf } from "./byte-text.ts";

/** One file or link in one state of a source. */
export type FileVersion = Pick<SnapshotEntry, "mode" | "bytes">;

/** A person's change to one file of a source. */
export interface FileChange {
  /** Relative to the source, as all paths here; the present path or, of a deleted file, the former one. */
  readonly path: string;
  /** The former path of a moved file. */
  readonly from?: string;
  /** Absent for a new file. */
  readonly before?: FileVersion;
  /** Absent for a deleted file. */
  readonly now?: FileVersion;
}

/**
 * The changes that edits make to a source's files, in byte order of path. An edit that changes nothing is ignored. A
 * deleted and a new file count as moved when half of their lines or more are the same.
 */
export function changesOf(base: Snapshot, edits: Edits): readonly FileChange[] {
  const before = versionsAt(base, edits);
  const paths = new Set([...before.keys(), ...[...edits.keys()].map((path) => path.slice(1))]);
  const changes = [...paths].flatMap((path) => changeAt(path, before.get(path), edits));
  return withMoves(changes).sort((a, b) => compareBytes(a.path, b.path));
}

/** The source's files at the edited paths, and below a folder that was deleted. */
function versionsAt(base: Snapshot, edits: Edits): ReadonlyMap<string, FileVersion> {
  const deleted = [...edits].filter(([, edit]) => edit === null).map(([path]) => `${path.slice(1)}/`);
  const found = new Map<string, FileVersion>();
  for (const { path, mode, bytes } of snapshotEntries(base)) {
    if (edits.has(`/${path}`) || deleted.some((folder) => path.startsWith(folder))) found.set(path, { mode, bytes });
  }
  return found;
}

function changeAt(path: string, before: FileVersion | undefined, edits: Edits): FileChange[] {
  const edit = edits.get(`/${path}`) ?? null;
  const bytes = editedBytes(edit);
  const now = bytes ? { mode: modeAfter(before, isExecutableEdit(edit)), bytes } : undefined;
  if (isSameVersion(before, now)) return [];
  // A file in place of a link, or the other way, counts as a deletion and a new entry.
  if (before && now && isLink(before) !== isLink(now)) return [change(path, before), change(path, undefined, now)];
  return [change(path, before, now)];
}

function change(path: string, before?: FileVersion, now?: FileVersion, from?: string): FileChange {
  return { path, ...(from !== undefined && { from }), ...(before && { before }), ...(now && { now }) };
}

function modeAfter(before: FileVersion | undefined, isExecutable: boolean): SnapshotMode {
  return isExecutable || before?.mode === snapshotMode.executable ? snapshotMode.executable : snapshotMode.file;
}

export function isLink({ mode }: FileVersion): boolean {
  return mode === snapshotMode.link;
}

function isSameVersion(a: FileVersion | undefined, b: FileVersion | undefined): boolean {
  if (!a || !b) return a === b;
  return a.mode === b.mode && isSameBytes(a.bytes, b.bytes);
}

/** The most files on each side that are compared: larger changes are not searched for moves. */
const mostMoves = 64;

/** Pairs deleted files with new ones as moves, the most similar first. */
export function withMoves(changes: readonly FileChange[]): FileChange[] {
  const gone = changes.filter(({ now }) => !now).slice(0, mostMoves);
  const come = changes.filter(({ before }) => !before).slice(0, mostMoves);
  const moved = new Map<FileChange, FileChange | undefined>();
  const pairBy = (likeness: (before: FileVersion, now: FileVersion) => number) => {
    const [left, others] = [gone, come].map((all) => all.filter((one) => !moved.has(one))) as [
      FileChange[],
      FileChange[],
    ];
    const pairs = others
      .flatMap((to) => left.map((from) => ({ from, to, likeness: likenessOf(from, to, likeness) })))
      .filter((pair) => pair.likeness >= 0.5)
      .sort((a, b) => b.likeness - a.likeness);
    for (const { from, to } of pairs) {
      if (moved.has(from) || moved.has(to)) continue;
      moved.set(from, undefined);
      moved.set(to, change(to.path, from.before, to.now, from.path));
    }
  };
  // Equal ones first: where a folder was moved, all of its files would else be compared with each other.
  pairBy((before, now) => (isSameBytes(before.bytes, now.bytes) ? 1 : 0));
  pairBy(likenessByLines());
  return changes.flatMap((each) => (moved.has(each) ? (moved.get(each) ?? []) : [each]));
}

/** The similarity of two files, from 0 to 1. Empty files say nothing, so they are never alike. */
function likenessOf(
  { path: old, before }: FileChange,
  { path, now }: FileChange,
  likeness: (before: FileVersion, now: FileVersion) => number,
): number {
  if (!before || !now || old === path || isLink(before) || isLink(now)) return 0;
  const most = Math.max(before.bytes.length, now.bytes.length);
  if (most === 0 || Math.min(before.bytes.length, now.bytes.length) * 2 < most) return 0;
  // Among equally similar files, the one with the same name wins.
  return likeness(before, now) + (basename(old) === basename(path) ? 0.001 : 0);
}

const longestCompared = 256 * 1024;

/** The share of bytes in the lines that both files have, at any position. Takes the lines of each file apart once. */
function likenessByLines(): (before: FileVersion, now: FileVersion) => number {
  // Lines by numbers, as each file may be compared with many.
  const numbers = new Map<string, number>();
  const lengths: number[] = [];
  const known = new Map<FileVersion, ReadonlyMap<number, number>>();
  const countsOf = (version: FileVersion) => {
    const before = known.get(version);
    if (before) return before;
    const counts = new Map<number, number>();
    for (const line of linesOf(byteText(version.bytes))) {
      const number = numbers.get(line) ?? lengths.push(line.length) - 1;
      numbers.set(line, number);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    known.set(version, counts);
    return counts;
  };
  return (before, now) => {
    const most = Math.max(before.bytes.length, now.bytes.length);
    if (most > longestCompared) return 0;
    const left = countsOf(before);
    let common = 0;
    for (const [line, count] of countsOf(now)) common += Math.min(count, left.get(line) ?? 0) * (lengths[line] ?? 0);
    return common / most;
  };
}
