import type { Entry, FileCell, Files, Stat } from "./files.ts";
import { type LastLink, type LinkTree, resolveLinks } from "./resolve-link.ts";

/** A tree as stored: every method takes a path whose parents hold no links, and follows none itself. */
export interface BareTree extends LinkTree {
  statAt(path: string): Stat | undefined;
  /** In byte order of name; `undefined` when no folder stands there. */
  entriesAt(path: string): readonly Entry[] | undefined;
  /** `undefined` when no file stands there. */
  bytesAt(path: string): Uint8Array | undefined;
  /** `undefined` when no file stands there. The same one until it is removed. */
  cellAt(path: string): FileCell | undefined;
}

/** Files that also answer for what stands behind their links, so that a tree of many can follow those its own way. */
export interface LinkedFiles extends Files {
  readonly bare: BareTree;
}

/** The files over a bare tree: the one place where every implementation follows links. */
export function filesOf(tree: BareTree): LinkedFiles {
  const through = <Result>(path: string, last: LastLink, look: (path: string) => Result | undefined) => {
    const resolved = resolveLinks(path, tree, last);
    return resolved === undefined ? undefined : look(resolved);
  };
  const statAt = (path: string) => tree.statAt(path);
  const entriesAt = (path: string) => tree.entriesAt(path);
  const bytesAt = (path: string) => tree.bytesAt(path);
  return {
    lstat: (path) => through(path, "keep", statAt),
    stat: (path) => through(path, "follow", statAt),
    list: (path) => through(path, "follow", entriesAt),
    read: (path) => through(path, "follow", bytesAt),
    cell: (path) => tree.cellAt(path),
    bare: tree,
  };
}
