import { Volume as Memfs } from "memfs";
import { inSlices } from "#lib/async/slices.ts";
import { FailureError } from "#lib/failure.ts";
import { type Entry, type FileCell, isPending, type Stat, walkFiles } from "./files.ts";
import { pathObjection } from "./limits.ts";
import { createPathIndex, leafOf, pendingLeaf } from "./path-index.ts";
import { dirname } from "./paths.ts";
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
  /** Left as it is when absent; a new file is not executable. */
  readonly executable?: boolean;
}

/**
 * A writable tree in memory: the files of one mount. Paths count from its own root. What cannot be written
 * (a refused name, a file where a folder stands or the other way round, a dangling link) throws the failure
 * `name-refused`.
 */
export interface Volume extends LinkedFiles {
  /** Writes a file, through a link if one stands there, and makes the folders it needs. Copies `bytes`. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): void;
  /** Removes a file, a link (not what it points to) or a folder with its content; nothing if nothing is there. */
  remove(path: string): void;
  /** Puts a link in place of what stands at `path`, which must not be a folder. */
  link(path: string, target: string): void;
  makeFolder(path: string): void;
  /** Every file and link, in walking order (see `walkFiles`). */
  paths(): Iterable<string>;
  /** Its files whose contents have not come yet, and who brings them. */
  readonly pending: PendingContents;
  /** How many files are pending. */
  pendingCount(): number;
}

export interface FillOptions {
  /** Files of the same source that are there and cannot be read yet: `settleVolume` brings their contents. */
  readonly pending?: PendingFiles | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export function createVolume(): Volume {
  return new MemfsVolume();
}

/**
 * Puts a snapshot that passed the gate into an empty volume, in time slices. The volume shares the snapshot's
 * bytes. Rejects with `cancelled` once `signal` is aborted; the volume is then half full, to be dropped.
 */
export async function fillVolume(volume: Volume, snapshot: Snapshot, options: FillOptions = {}): Promise<void> {
  if (!(volume instanceof MemfsVolume)) throw new TypeError("Only a volume of createVolume can be filled.");
  await inSlices(volume.fill(snapshot, options.onProgress), options);
  if (options.pending) await inSlices(volume.expect(options.pending), options);
}

/**
 * Gives pending files of the volume their contents, as far as `contents` has them, in time slices. What was written,
 * moved or removed meanwhile stays so, and no listing changes. Resolves to whether one of them had been read in vain:
 * what was worked out without it is to be worked out again.
 */
export async function settleVolume(volume: Volume, contents: Snapshot, signal: AbortSignal): Promise<boolean> {
  if (!(volume instanceof MemfsVolume)) throw new TypeError("Only a volume of createVolume can be settled.");
  return await inSlices(volume.settle(contents), { signal });
}

const filesPerReport = 256;

/**
 * What stands where is answered by an index, which every change goes through. It has the bytes of a snapshot's files as
 * views into the snapshot; memfs holds those that were written since. (A node of memfs takes two kilobytes, whatever its
 * file has: twenty mounts of 5,000 files were most of a gigabyte.) Links stand in the index alone: memfs would follow
 * one wherever it leads.
 */
class MemfsVolume implements Volume {
  readonly #memfs = new Memfs();
  readonly #index = createPathIndex();
  /** What memfs handed out, for as long as a reader holds it: memfs alone keeps what was written. */
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
    // memfs knows nothing of a snapshot's folders.
    this.#memfs.mkdirSync(dirname(place), { recursive: true });
    this.#memfs.writeFileSync(place, bytes);
    this.#copies.delete(place);
    this.#index.put(place, { stat: { kind: "file", size: bytes.length, executable } });
    this.pending.come(place);
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
    this.#memfs.rmSync(place, { recursive: true, force: true });
  }

  makeFolder(path: string): void {
    this.#makeFolders(this.#placeFor(path, "follow"));
  }

  *paths(): Generator<string, void> {
    for (const { path, kind } of walkFiles(this, "/")) if (kind !== "folder") yield path;
  }

  /** Places one entry a step. */
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

  /** Places one file a step. */
  *expect(pending: PendingFiles): Generator<void, void> {
    for (const [index, path] of snapshotPaths(pending).entries()) {
      this.#index.put(`/${path}`, pendingLeaf(pending.modes[index] as SnapshotMode));
      yield;
    }
  }

  /** Settles one file a step; see `settleVolume`. */
  *settle(contents: Snapshot): Generator<void, boolean> {
    let wasMissed = false;
    for (const entry of snapshotEntries(contents)) {
      const path = `/${entry.path}`;
      if (isPending(this.#index.statAt(path))) {
        this.#index.put(path, leafOf(entry));
        wasMissed = this.pending.come(path) || wasMissed;
      }
      yield;
    }
    return wasMissed;
  }

  #placeLink(path: string, target: string): void {
    this.#makeFolders(dirname(path));
    this.#index.put(path, { stat: { kind: "link", size: 0, executable: false, target } });
  }

  /** Where a change of `path` takes place. */
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

  /** memfs makes a copy for everybody who reads; here all who hold one hold the same, until the file changes. */
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
    const { buffer, byteOffset, byteLength } = this.#memfs.readFileSync(path) as Uint8Array;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    this.#copies.set(path, new WeakRef(bytes));
    return bytes;
  }
}

function refuse(path: string, reason: string): never {
  throw new FailureError({ code: "name-refused", path, reason });
}

/** Asks for contents before others. Paths are absolute inside the volume. */
export type AskForContents = (paths: readonly string[]) => void;

/**
 * The contents of a volume that are still on their way: who waits for which, and who is asked for it. Files that are
 * asked for in one task are asked for together.
 */
export class PendingContents {
  #ask: AskForContents | undefined;
  readonly #waits = new Map<string, PromiseWithResolvers<void>>();
  /** Read while they were not there, by somebody who could not wait. */
  readonly #missed = new Set<string>();
  #wanted: string[] = [];

  /** From here on `ask` is asked. Without it nothing comes any more, and who waits is told so. */
  comeFrom(ask: AskForContents | undefined): void {
    this.#ask = ask;
    if (!ask) for (const path of [...this.#waits.keys()]) this.#resolve(path);
    else if (this.#missed.size > 0) ask([...this.#missed]);
  }

  /** Asks for a pending file; `undefined` where nothing comes any more. */
  whenSettled(path: string): Promise<void> | undefined {
    if (!this.#ask) return undefined;
    const waited = this.#waits.get(path);
    if (waited) return waited.promise;
    const wait = Promise.withResolvers<void>();
    this.#waits.set(path, wait);
    this.#want(path);
    return wait.promise;
  }

  /** Notes that a pending file was read in vain, and asks for it. */
  miss(path: string): void {
    if (this.#missed.has(path)) return;
    this.#missed.add(path);
    this.#want(path);
  }

  /** Tells who waits for the file that it has come. Returns whether it had been read in vain. */
  come(path: string): boolean {
    this.#resolve(path);
    return this.#missed.delete(path);
  }

  /** Whether a file was read in vain that has not come since. */
  wasMissed(): boolean {
    return this.#missed.size > 0;
  }

  #want(path: string): void {
    this.#wanted.push(path);
    if (this.#wanted.length > 1) return;
    queueMicrotask(() => {
      this.#ask?.(this.#wanted);
      this.#wanted = [];
    });
  }

  #resolve(path: string): void {
    this.#waits.get(path)?.resolve();
    this.#waits.delete(path);
  }
}
