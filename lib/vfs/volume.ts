import { Superblock } from "@jsonjoy.com/fs-core";
import { inSlices } from "#lib/async/slices.ts";
import { FailureError } from "#lib/failure.ts";
import { type Entry, type FileCell, isPending, type Stat, walkFiles } from "./files.ts";
import { pathObjection } from "./limits.ts";
import { createPathIndex, leafOf, pendingLeaf } from "./path-index.ts";
import { dirname } from "./paths.ts";
import { PendingContents } from "./pending-contents.ts";
import { type BareTree, filesOf, type LastLink, type LinkedFiles, resolveLinks } from "./resolve-link.ts";
import {
  type PendingFiles,
  type Snapshot,
  type SnapshotMode,
  snapshotEntries,
  snapshotPaths,
  snapshotSize,
} from "./snapshot.ts";

export interface WriteOptions {
  /** Unchanged when absent; a new file is not executable. */
  readonly executable?: boolean;
}

/**
 * A writable tree in memory: the files of one mount. Paths count from its own root. A change that cannot be made (a refused name, a file
 * where a folder stands or the other way round, a dangling link) throws the failure `name-refused`.
 */
export interface Volume extends LinkedFiles {
  /** Writes a file, through a link if one stands there, and makes the folders it needs. Copies `bytes`. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): void;
  /** Removes a file, a link (not its target) or a folder with its content; does nothing if nothing is there. */
  remove(path: string): void;
  /** Puts a link in place of what stands at `path`, which must not be a folder. */
  link(path: string, target: string): void;
  makeFolder(path: string): void;
  /** Every file and link, in the order of `walkFiles`. */
  paths(): Iterable<string>;
  /** The files whose contents have not come yet, and where to ask for them. */
  readonly pending: PendingContents;
  pendingCount(): number;
}

export interface FillOptions {
  /** Files of the same source whose contents are still to come, by `settleVolume`. */
  readonly pending?: PendingFiles | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export function createVolume(): Volume {
  return new MemfsVolume();
}

/**
 * Fills an empty volume from a snapshot that passed the gate, in time slices. The volume shares the snapshot's bytes. Rejects with
 * `cancelled` once `signal` is aborted; drop the half-full volume then.
 */
export async function fillVolume(volume: Volume, snapshot: Snapshot, options: FillOptions = {}): Promise<void> {
  if (!(volume instanceof MemfsVolume)) throw new TypeError("Only a volume of createVolume can be filled.");
  await inSlices(volume.fill(snapshot, options.onProgress), options);
  if (options.pending) await inSlices(volume.expect(options.pending), options);
}

/**
 * Gives pending files of the volume their contents, as far as `contents` has them, in time slices. Files that were written, moved or
 * removed meanwhile stay so, and no listing changes. Resolves to whether one of the files had been read while it was pending: results that
 * lack its content have to be computed again.
 */
export async function settleVolume(volume: Volume, contents: Snapshot, signal: AbortSignal): Promise<boolean> {
  if (!(volume instanceof MemfsVolume)) throw new TypeError("Only a volume of createVolume can be settled.");
  return await inSlices(volume.settle(contents), { signal });
}

const filesPerReport = 256;

/**
 * An index answers what stands where, and every change goes through it. It has the bytes of a snapshot's files as views into the snapshot;
 * memfs holds those that were written since. (A node of memfs takes two kilobytes, whatever its file has: twenty mounts of 5,000 files were
 * most of a gigabyte.) Links are in the index alone: memfs would follow one wherever it leads. Of memfs it is the core: the rest, with
 * which it looks like Node's `fs`, is as much again, and nothing here calls it.
 */
class MemfsVolume implements Volume {
  readonly #memfs = new Superblock();
  readonly #index = createPathIndex();
  /** The copies that memfs returned, for as long as a reader holds them. */
  readonly #copies = new Map<string, WeakRef<Uint8Array>>();
  readonly pending = new PendingContents();
  // A volume does not know where it is mounted: the mount table resolves absolute links.
  readonly bare: BareTree = {
    ...this.#index,
    placeOf: () => undefined,
    bytesAt: (path) => this.#bytesAt(path),
    whenSettled: (path) => (isPending(this.#index.statAt(path)) ? this.pending.whenSettled(path) : undefined),
  };
  readonly #files = filesOf(this.bare);

  lstat(path: string): Stat | undefined {
    return this.#files.lstat(path);
  }

  stat(path: string): Stat | undefined {
    return this.#files.stat(path);
  }

  list(path: string): readonly Entry[] | undefined {
    return this.#files.list(path);
  }

  read(path: string): Uint8Array | undefined {
    return this.#files.read(path);
  }

  cell(path: string): FileCell | undefined {
    return this.#files.cell?.(path);
  }

  whenSettled(path: string): Promise<void> | undefined {
    return this.#files.whenSettled?.(path);
  }

  pendingCount(): number {
    return this.#index.pendingCount();
  }

  write(path: string, bytes: Uint8Array, options: WriteOptions = {}): void {
    const place = this.#placeFor(path, "follow");
    const standing = this.#index.statAt(place);
    if (standing?.kind === "folder") refuse(path, "a folder is there");
    this.#makeFolders(dirname(place));
    const executable = options.executable ?? standing?.executable ?? false;
    // An empty file, with its folders: memfs does not have those of a snapshot.
    this.#memfs.fromJSON({ [place]: "" });
    // Copies any array of bytes, though its type asks for one of Node's.
    this.#nodeAt(place).setBuffer(bytes as Buffer);
    this.#copies.delete(place);
    this.#index.put(place, { stat: { kind: "file", size: bytes.length, executable } });
    this.pending.arrived(place);
  }

  link(path: string, target: string): void {
    const place = this.#placeFor(path, "keep");
    if (this.#index.statAt(place)?.kind === "folder") refuse(path, "a folder is there");
    this.remove(place);
    this.#placeLink(place, target);
  }

  remove(path: string): void {
    const place = resolveLinks(path, this.bare, "keep");
    const standing = place === undefined || place === "/" ? undefined : this.#index.statAt(place);
    if (place === undefined || !standing) return;
    this.#index.remove(place);
    this.#memfs.rm(place, true, true);
  }

  makeFolder(path: string): void {
    this.#makeFolders(this.#placeFor(path, "follow"));
  }

  *paths(): Generator<string, void> {
    for (const { path, kind } of walkFiles(this, "/")) if (kind !== "folder") yield path;
  }

  /** Places one entry in each step. */
  *fill(snapshot: Snapshot, onProgress?: FillOptions["onProgress"]): Generator<void, void> {
    const total = snapshotSize(snapshot).fileCount;
    let done = 0;
    for (const entry of snapshotEntries(snapshot)) {
      const path = `/${entry.path}`;
      const leaf = leafOf(entry);
      if (leaf.stat.target !== undefined) this.#placeLink(path, leaf.stat.target);
      else this.#index.put(path, leaf);
      done++;
      if (done % filesPerReport === 0 || done === total) onProgress?.(done, total);
      yield;
    }
  }

  /** Places one file in each step. */
  *expect(pending: PendingFiles): Generator<void, void> {
    for (const [index, path] of snapshotPaths(pending).entries()) {
      this.#index.put(`/${path}`, pendingLeaf(pending.modes[index] as SnapshotMode));
      yield;
    }
  }

  /** Settles one file in each step; see `settleVolume`. */
  *settle(contents: Snapshot): Generator<void, boolean> {
    let wasMissed = false;
    for (const entry of snapshotEntries(contents)) {
      const path = `/${entry.path}`;
      if (isPending(this.#index.statAt(path))) {
        this.#index.put(path, leafOf(entry));
        wasMissed = this.pending.arrived(path) || wasMissed;
      }
      yield;
    }
    return wasMissed;
  }

  #placeLink(path: string, target: string): void {
    this.#makeFolders(dirname(path));
    this.#index.put(path, { stat: { kind: "link", size: 0, executable: false, target } });
  }

  /** The path at which a change of `path` takes place. */
  #placeFor(path: string, last: LastLink): string {
    const objection = path === "/" ? undefined : pathObjection(path.slice(1));
    if (objection) refuse(path, objection);
    return resolveLinks(path, this.bare, last) ?? refuse(path, "a link in it leads nowhere");
  }

  #makeFolders(path: string): void {
    let standing = path;
    while (!this.#index.statAt(standing)) standing = dirname(standing);
    if (this.#index.statAt(standing)?.kind !== "folder") refuse(path, "a file is in place of its folder");
    if (standing === path) return;
    this.#index.addFolder(path);
  }

  /** memfs returns a new copy for each reader. Here all readers get the same copy until the file changes. */
  #bytesAt(path: string): Uint8Array | undefined {
    const known = this.#index.bytesAt(path);
    if (known) return known;
    const stat = this.#index.statAt(path);
    if (stat?.kind !== "file") return undefined;
    if (isPending(stat)) {
      this.pending.miss(path);
      return undefined;
    }
    const held = this.#copies.get(path)?.deref();
    if (held) return held;
    const { buffer, byteOffset, byteLength } = this.#nodeAt(path).getBuffer();
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    this.#copies.set(path, new WeakRef(bytes));
    return bytes;
  }

  #nodeAt(path: string) {
    return this.#memfs.getLinkOrThrow(path).getNode();
  }
}

function refuse(path: string, reason: string): never {
  throw new FailureError({ code: "name-refused", path, reason });
}
