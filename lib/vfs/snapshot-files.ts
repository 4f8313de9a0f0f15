import { createPathIndex, leafOf } from "./path-index.ts";
import { normalizePath } from "./paths.ts";
import { type BareTree, filesOf, type LinkedFiles } from "./resolve-link.ts";
import { type Snapshot, type SnapshotEntry, snapshotEntries, snapshotMode } from "./snapshot.ts";

/** A snapshot as a tree of its own. An absolute link is dangling: the snapshot does not know where it is mounted. */
export function snapshotFiles(snapshot: Snapshot): LinkedFiles {
  return entryFiles(snapshotEntries(snapshot), [], () => undefined);
}

type ByPath = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

export interface TextFilesOptions {
  /** Path of a link → its target, absolute (from this tree's root) or relative. */
  readonly links?: ByPath;
  /** Folders that exist even if they hold nothing. */
  readonly folders?: Iterable<string>;
}

/**
 * A tree from a record of absolute path → text, for tests and conformance cases. A key that ends in a slash is an empty folder. The tree is
 * a whole filesystem, so an absolute link counts from its root. Files that are not UTF-8 are written as `bytesOfText` says.
 */
export function textFiles(texts: ByPath, options: TextFilesOptions = {}): LinkedFiles {
  const pairs = pairsOf(texts);
  const isFolder = (path: string) => path.endsWith("/");
  const entry =
    (mode: SnapshotEntry["mode"]) =>
    ([path, text]: readonly [string, string]): SnapshotEntry => ({
      path: normalizePath(path).slice(1),
      mode,
      bytes: bytesOfText(text),
    });
  const files = pairs.filter(([path]) => !isFolder(path)).map(entry(snapshotMode.file));
  const links = pairsOf(options.links ?? {}).map(entry(snapshotMode.link));
  const folders = [...pairs.map(([path]) => path).filter(isFolder), ...(options.folders ?? [])];
  return entryFiles([...files, ...links], folders.map(normalizePath), normalizePath);
}

const encoder = new TextEncoder();

/**
 * A text as UTF-8 in which each of U+10FF80 to U+10FFFF, which nobody writes, stands for the byte 80 to FF. So texts, also in JSON, can hold
 * files that are not UTF-8.
 */
export function bytesOfText(text: string): Uint8Array {
  const [first = "", ...others] = text.split(/([\u{10ff80}-\u{10ffff}])/u);
  if (others.length === 0) return encoder.encode(first);
  const bytesOf = (part: string, at: number) =>
    at % 2 === 0 ? [(part.codePointAt(0) ?? 0) & 0xff] : encoder.encode(part);
  return Uint8Array.from([...encoder.encode(first), ...others.flatMap((part, at) => [...bytesOf(part, at)])]);
}

function pairsOf(byPath: ByPath): (readonly [string, string])[] {
  return byPath instanceof Map ? [...byPath] : Object.entries(byPath);
}

function entryFiles(
  entries: Iterable<SnapshotEntry>,
  folders: Iterable<string>,
  placeOf: BareTree["placeOf"],
): LinkedFiles {
  const index = createPathIndex();
  for (const folder of folders) index.addFolder(folder);
  for (const entry of entries) index.put(`/${entry.path}`, leafOf(entry));
  return filesOf({ ...index, placeOf });
}
