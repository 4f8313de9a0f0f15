import { type Entry, type EntryKind, type FileCell, isPending, type Stat } from "./files.ts";
import { basename, childPath, compareBytes, dirname } from "./paths.ts";
import type { BareTree } from "./resolve-link.ts";
import { type SnapshotEntry, type SnapshotMode, snapshotMode } from "./snapshot.ts";

/** A file or a link. */
export interface Leaf {
  readonly stat: Stat;
  /** Content of a file, if it is at hand. */
  readonly bytes?: Uint8Array | undefined;
  /** Loads the content of a file on demand. Always returns the same array. */
  readonly read?: (() => Uint8Array) | undefined;
}

/** The cell of a leaf: it gives the leaf's present content. */
class LeafCell implements FileCell {
  #leaf: Leaf;

  constructor(leaf: Leaf) {
    this.#leaf = leaf;
  }

  put(leaf: Leaf): void {
    this.#leaf = leaf;
  }

  get stat(): Stat {
    return this.#leaf.stat;
  }

  get bytes(): Uint8Array | undefined {
    return this.#leaf.bytes ?? this.#leaf.read?.();
  }
}

/** The entries of one tree, and how they change. Paths are absolute, and their parents hold no links. */
export interface PathIndex extends Omit<BareTree, "placeOf"> {
  /** Puts a file or link at a path, in place of any other file or link there, and makes the folders above. */
  put(path: string, leaf: Leaf): void;
  addFolder(path: string): void;
  /** Removes what stands at `path`, with everything below a folder. The root stays. */
  remove(path: string): void;
  pendingCount(): number;
}

interface Folder {
  readonly stat: Stat;
  /** Absent for the root. */
  readonly above?: Folder;
  readonly kinds: Map<string, EntryKind>;
  /** The entries in order, once somebody asked for them. */
  listed?: readonly Entry[] | undefined;
}

const folderStat: Stat = { kind: "folder", size: 0, executable: false };

/**
 * A tree that has only its root. Each answer costs one look into a map, since discovery asks for thousands of paths. Long because the two
 * maps and the two counts have to agree, and so nothing else may change them.
 */
export function createPathIndex(): PathIndex {
  const folders = new Map<string, Folder>([["/", createFolder()]]);
  const leaves = new Map<string, LeafCell>();
  let links = 0;
  let pending = 0;

  function folderFor(path: string): Folder {
    const known = folders.get(path);
    if (known) return known;
    const folder = createFolder(enter(path, "folder"));
    folders.set(path, folder);
    return folder;
  }

  /** Adds an entry to the folder above it, and returns that folder. */
  function enter(path: string, kind: EntryKind): Folder {
    const above = folderFor(dirname(path));
    above.kinds.set(basename(path), kind);
    forgetListings(above);
    return above;
  }

  function put(path: string, leaf: Leaf): void {
    const standing = leaves.get(path);
    if (standing?.stat.kind !== leaf.stat.kind) enter(path, leaf.stat.kind);
    count(standing, -1);
    count(leaf, 1);
    // The cell of a standing file stays and gets the new content: see `Files.cell`.
    if (standing) standing.put(leaf);
    else leaves.set(path, new LeafCell(leaf));
  }

  function count(leaf: Pick<Leaf, "stat"> | undefined, by: 1 | -1): void {
    if (leaf?.stat.kind === "link") links += by;
    if (isPending(leaf?.stat)) pending += by;
  }

  function remove(path: string): void {
    if (path === "/" || !clear(path)) return;
    const above = folders.get(dirname(path));
    above?.kinds.delete(basename(path));
    forgetListings(above);
  }

  /** Removes what stands at a path and returns whether anything did. The gate has limited the depth of every path. */
  function clear(path: string): boolean {
    count(leaves.get(path), -1);
    for (const name of folders.get(path)?.kinds.keys() ?? []) clear(childPath(path, name));
    return leaves.delete(path) || folders.delete(path);
  }

  return {
    statAt: (path) => (leaves.get(path) ?? folders.get(path))?.stat,
    entriesAt: (path) => {
      const folder = folders.get(path);
      if (folder) folder.listed ??= sortedEntries(folder);
      return folder?.listed;
    },
    bytesAt: (path) => leaves.get(path)?.bytes,
    cellAt: (path) => {
      const leaf = leaves.get(path);
      return leaf?.stat.kind === "file" ? leaf : undefined;
    },
    targetOf: (path) => leaves.get(path)?.stat.target,
    hasLinks: () => links > 0,
    pendingCount: () => pending,
    put,
    addFolder: (path) => void folderFor(path),
    remove,
  };
}

function createFolder(above?: Folder): Folder {
  return { stat: folderStat, kinds: new Map(), ...(above && { above }) };
}

/** Drops the listings of a folder and of all above it: a listing stands for everything below it (see `Files.list`). */
function forgetListings(changed: Folder | undefined): void {
  for (let folder = changed; folder; folder = folder.above) folder.listed = undefined;
}

function sortedEntries({ kinds }: Folder): readonly Entry[] {
  return Array.from(kinds, ([name, kind]) => ({ name, kind })).sort((a, b) => compareBytes(a.name, b.name));
}

const decoder = new TextDecoder();

/** The leaf of a file whose content has not come yet. */
export function pendingLeaf(mode: SnapshotMode): Leaf {
  return { stat: { kind: "file", size: undefined, executable: mode === snapshotMode.executable } };
}

/** The leaf of a snapshot's entry. */
export function leafOf(entry: SnapshotEntry): Leaf {
  if (entry.mode === snapshotMode.link) {
    return { stat: { kind: "link", size: 0, executable: false, target: decoder.decode(entry.bytes) } };
  }
  const { size = entry.bytes.length } = entry;
  const stat: Stat = { kind: "file", size, executable: entry.mode === snapshotMode.executable };
  return entry.size === undefined ? { stat, bytes: entry.bytes } : { stat, read: () => entry.bytes };
}
