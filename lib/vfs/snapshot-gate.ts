import { type Failure, FailureError } from "#lib/failure.ts";
import { hasHiddenCharacters, isPlain, mountLimits, pathObjection } from "./limits.ts";

/** Something in a tree that a person should see although the tree is mounted. */
export type SnapshotWarning =
  /** Two paths that a disk that ignores case or Unicode form would hold as one file. */
  | { readonly kind: "twins"; readonly paths: readonly [string, string] }
  /** A path with invisible, tag or direction characters. */
  | { readonly kind: "hidden-characters"; readonly path: string }
  /** A file that was left out because it alone is too large. Sizes in bytes. */
  | { readonly kind: "file-left-out"; readonly path: string; readonly size: number; readonly limit: number };

/** Checks every file before it becomes part of a snapshot, from git, a folder or an archive alike. Throws `FailureError`. */
export interface SnapshotGate {
  /**
   * Admits one file or link by its relative path and its size in bytes, before its content is kept. Refuses bad and duplicate names
   * (`name-refused`) and whatever exceeds `mountLimits` (`too-deep`, `too-many-files`, `too-large`).
   */
  admit(path: string, size: number): void;
  /**
   * Admits a file as `admit` does, except that a file that alone is too large is left out with a warning instead of refusing the whole
   * tree. Returns whether it was admitted.
   */
  take(path: string, size: number): boolean;
  /** Adds `size` bytes for a file that was admitted with size 0 because its size was not known. */
  weigh(path: string, size: number): void;
  /**
   * Admits a folder before it is opened. Refuses one that was entered before, because the files of both would mix. Folders count as files
   * do; otherwise a tree of empty folders would never end.
   */
  enter(path: string): void;
  /** Warnings about the paths so far, in the order admitted. Computed only when asked for. */
  warnings(): readonly SnapshotWarning[];
}

/**
 * A gate for one snapshot. It keeps counts, so a second snapshot needs a gate of its own. Long because every rule reads what the others
 * have counted.
 */
export function createSnapshotGate(limits: Limits = mountLimits): SnapshotGate {
  const files = new Set<string>();
  const folders = new Set<string>();
  const leftOut = new Map<string, number>();
  let entered = 0;
  let bytes = 0;

  /** Refuses bad names and too many files, and records the folders above. */
  function check(path: string): void {
    const slash = path.lastIndexOf("/");
    const isInKnown = slash < 0 || folders.has(path.slice(0, slash));
    const objection = pathObjection(path, isInKnown ? slash + 1 : 0);
    if (objection) refuse({ code: "name-refused", path, reason: objection });
    if (depthOf(path) > limits.depth) refuse({ code: "too-deep", limit: limits.depth, path });
    if (files.size + leftOut.size + entered >= limits.files) refuse({ code: "too-many-files", limit: limits.files });
    if (!isInKnown) addParents(path);
  }

  function addParents(path: string): void {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) return;
      if (files.has(folder)) refuse({ code: "name-refused", path: folder, reason: "it is both a file and a folder" });
      folders.add(folder);
    }
  }

  function weigh(path: string, size: number): void {
    if (size > limits.fileBytes) refuse({ code: "too-large", limit: limits.fileBytes, path });
    bytes += size;
    if (bytes > limits.bytes) refuse({ code: "too-large", limit: limits.bytes });
  }

  function admit(path: string, size: number): void {
    check(path);
    if (files.has(path) || folders.has(path)) refuse({ code: "name-refused", path, reason: "it occurs twice" });
    weigh(path, size);
    files.add(path);
  }

  return {
    warnings: () => [
      ...Array.from(
        leftOut,
        ([path, size]) => ({ kind: "file-left-out", path, size, limit: limits.fileBytes }) as const,
      ),
      ...warningsOf(files),
    ],
    weigh,
    admit,
    take(path, size) {
      if (size <= limits.fileBytes) admit(path, size);
      else {
        check(path);
        leftOut.set(path, size);
      }
      return size <= limits.fileBytes;
    },
    enter(path) {
      check(path);
      if (files.has(path)) refuse({ code: "name-refused", path, reason: "it is both a file and a folder" });
      if (folders.has(path)) refuse({ code: "name-refused", path, reason: "it occurs twice" });
      folders.add(path);
      entered++;
    },
  };
}

type Limits = { readonly [Limit in "files" | "bytes" | "fileBytes" | "depth"]: number };

/** Number of folders above the file. */
function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) depth++;
  return depth;
}

function warningsOf(paths: Iterable<string>): readonly SnapshotWarning[] {
  const folded = new Map<string, string>();
  const warnings: SnapshotWarning[] = [];
  for (const path of paths) {
    if (hasHiddenCharacters(path)) warnings.push({ kind: "hidden-characters", path });
    const twin = addFolded(folded, path);
    if (twin !== undefined) warnings.push({ kind: "twins", paths: [twin, path] });
  }
  return warnings;
}

/** Records `path` as a disk that ignores case and Unicode form compares it; returns an earlier path that is the same on such a disk. */
function addFolded(known: Map<string, string>, path: string): string | undefined {
  const folded = (isPlain(path) ? path : path.normalize("NFC")).toLowerCase();
  const twin = known.get(folded);
  if (twin === undefined) known.set(folded, path);
  return twin;
}

function refuse(failure: Failure): never {
  throw new FailureError(failure);
}
