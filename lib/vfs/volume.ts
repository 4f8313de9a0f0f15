import { Volume as Memfs } from "memfs";
import { FailureError } from "#lib/failure.ts";
import { filesOf, type LinkedFiles } from "./bare-tree.ts";
import type { Entry, Stat } from "./files.ts";
import { directPlacer, type PlaceFile } from "./memfs-core.ts";
import { pathObjection } from "./path-rules.ts";
import { compareBytes, dirname } from "./paths.ts";
import { rememberedTree } from "./remembered-tree.ts";
import { type LastLink, resolveLinks } from "./resolve-link.ts";
import { inSlices } from "./slices.ts";
import { type Snapshot, snapshotEntries, snapshotMode, snapshotSize } from "./snapshot.ts";
import { walkFiles } from "./walk-files.ts";

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
}

export interface FillOptions {
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
}

const fileMode = 0o666;
const executableMode = 0o777;
const folderMode = 0o777;
const anyExecute = 0o111;
const filesPerReport = 256;
const decoder = new TextDecoder();

/**
 * memfs would follow a link wherever it leads, so it never gets to see a path with one: `resolveLinks` has
 * always been there first.
 */
class MemfsVolume implements Volume {
  readonly #memfs = new Memfs();
  /** Path of every link → its target; asked for each segment of each path. */
  readonly #targets = new Map<string, string>();
  readonly #tree = rememberedTree({
    statAt: (path) => this.#statAt(path),
    entriesAt: (path) => this.#entriesAt(path),
    bytesAt: (path) => this.#bytesAt(path),
    targetOf: (path) => this.#targets.get(path),
    hasLinks: () => this.#targets.size > 0,
    // A volume does not know where it is mounted: the mount table resolves absolute links.
    placeOf: () => undefined,
  });
  readonly #files = filesOf(this.#tree);

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

  targetOf(path: string): string | undefined {
    return this.#targets.get(path);
  }

  hasLinks(): boolean {
    return this.#targets.size > 0;
  }

  write(path: string, bytes: Uint8Array, options: WriteOptions = {}): void {
    const place = this.#placeFor(path, "follow");
    const standing = this.#tree.statAt(place);
    if (standing?.kind === "folder") refuse(path, "a folder stands there");
    this.#makeFolders(dirname(place));
    if (standing) this.#tree.forget(place);
    else this.#tree.forgetEntry(place);
    this.#memfs.writeFileSync(place, bytes);
    if (options.executable === undefined) return;
    this.#memfs.chmodSync(place, options.executable ? executableMode : fileMode);
  }

  link(path: string, target: string): void {
    const place = this.#placeFor(path, "keep");
    if (this.#tree.statAt(place)?.kind === "folder") refuse(path, "a folder stands there");
    this.remove(place);
    this.#placeLink(place, target);
  }

  remove(path: string): void {
    const place = resolveLinks(path, this.#tree, "keep");
    if (place === undefined || place === "/" || !this.#tree.statAt(place)) return;
    for (const entry of [...walkFiles(this, place)]) {
      this.#targets.delete(entry.path);
      this.#tree.forget(entry.path);
    }
    this.#tree.forgetEntry(place);
    if (this.#targets.delete(place)) this.#memfs.unlinkSync(place);
    else this.#memfs.rmSync(place, { recursive: true });
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
    const placeFile = directPlacer(this.#memfs, folderMode) ?? this.#placeFile;
    let done = 0;
    for (const { path, mode, bytes } of snapshotEntries(snapshot)) {
      if (mode === snapshotMode.link) this.#placeLink(`/${path}`, decoder.decode(bytes));
      else {
        placeFile(`/${path}`, bytes, mode === snapshotMode.executable ? executableMode : fileMode);
        this.#tree.forgetEntry(`/${path}`);
        this.#tree.rememberBytes(`/${path}`, bytes);
      }
      done++;
      if (done % filesPerReport === 0 || done === total) onProgress?.(done, total);
      yield;
    }
  }

  readonly #placeFile: PlaceFile = (path, bytes, mode) => {
    this.#makeFolders(dirname(path));
    this.#memfs.writeFileSync(path, bytes, { mode });
  };

  #placeLink(path: string, target: string): void {
    this.#makeFolders(dirname(path));
    this.#tree.forgetEntry(path);
    // In memfs it points to itself, so that even a mistake here could not follow it anywhere.
    this.#memfs.symlinkSync(path, path);
    this.#targets.set(path, target);
  }

  /** Where a change of `path` takes place. */
  #placeFor(path: string, last: LastLink): string {
    const objection = path === "/" ? undefined : pathObjection(path.slice(1));
    if (objection) refuse(path, objection);
    return resolveLinks(path, this.#tree, last) ?? refuse(path, "a link in it leads nowhere");
  }

  #makeFolders(path: string): void {
    let standing = path;
    while (!this.#tree.statAt(standing)) standing = dirname(standing);
    if (this.#tree.statAt(standing)?.kind !== "folder") refuse(path, "a file stands where it needs a folder");
    if (standing === path) return;
    this.#tree.forgetEntry(path);
    this.#memfs.mkdirSync(path, { recursive: true, mode: folderMode });
  }

  #statAt(path: string): Stat | undefined {
    const target = this.#targets.get(path);
    if (target !== undefined) return { kind: "link", size: 0, executable: false, target };
    const stats = unlessMissing(() => this.#memfs.statSync(path, { throwIfNoEntry: false }));
    if (!stats) return undefined;
    if (stats.isDirectory()) return { kind: "folder", size: 0, executable: false };
    return { kind: "file", size: Number(stats.size), executable: (Number(stats.mode) & anyExecute) !== 0 };
  }

  #entriesAt(path: string): readonly Entry[] | undefined {
    // memfs throws where there is no folder, and most skills lack two of the standard's three.
    if (this.#tree.statAt(path)?.kind !== "folder") return undefined;
    const entries = this.#memfs.readdirSync(path, { withFileTypes: true }) as MemfsEntry[];
    return entries.map(entryOf).sort((a, b) => compareBytes(a.name, b.name));
  }

  #bytesAt(path: string): Uint8Array | undefined {
    if (this.#tree.statAt(path)?.kind !== "file") return undefined;
    const { buffer, byteOffset, byteLength } = this.#memfs.readFileSync(path) as Uint8Array;
    return new Uint8Array(buffer, byteOffset, byteLength);
  }
}

interface MemfsEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function entryOf(entry: MemfsEntry): Entry {
  return { name: entry.name, kind: entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "file" };
}

/** memfs throws ENOTDIR for what is or lies below a file, even when asked not to throw. */
function unlessMissing<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (caught) {
    const { code } = caught as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw caught;
  }
}

function refuse(path: string, reason: string): never {
  throw new FailureError({ code: "name-refused", path, reason });
}
