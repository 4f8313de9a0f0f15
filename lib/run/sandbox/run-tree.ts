import { mountLimits } from "#lib/vfs/limits.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import { type Snapshot, type SnapshotEntry, snapshotEntries } from "#lib/vfs/snapshot.ts";
import {
  addCommandFiles,
  changesBelow,
  entryIn,
  type File,
  type Folder,
  holds,
  joined,
  madeFolder,
  type Node,
  namesIn,
  nodeOf,
  nodesBelow,
  type RunChanges,
  RunFileError,
  type RunStat,
  statOf,
  unnamed,
  writerOf,
  written,
} from "./tree-nodes.ts";

/**
 * The one file tree that everything in a run reads and writes: the shell, JavaScript and Python. It starts with the files that the run was
 * given, and shares their bytes until they are written. Errors are POSIX's, with Node's wording, because both the shell and scripts parse
 * their text.
 */
export interface RunTree {
  /**
   * Adds the files that the run may read, before anything of it has begun, and the folders that there always are.
   * @param given paths without a leading slash
   * @param now their modification time, in milliseconds
   */
  give(given: Snapshot, now: number): void;
  /** Adds the files of the shell's commands to the folders of programs, which count neither as given nor as written. */
  addCommands(names: Iterable<string>): void;
  stat(path: string): RunStat;
  lstat(path: string): RunStat;
  /** Whether something exists at the path, with links followed. */
  exists(path: string): boolean;
  /** The returned bytes must not be written to. */
  read(path: string): Uint8Array;
  /**
   * Takes over the bytes: the caller must not write to them any more.
   * @param mode for a new file, in place of what the umask leaves
   */
  write(path: string, bytes: Uint8Array, mode?: number): void;
  append(path: string, bytes: Uint8Array): void;
  /** The permissions that new files and folders do not get; each shell and program has its own. */
  umask: number;
  /** Opens a file to write into it bit by bit, whatever becomes of its name meanwhile. @param isAppending whether always at its end */
  open(path: string, isAppending: boolean): (bytes: Uint8Array) => void;
  /** Names in byte order. */
  list(path: string): string[];
  makeFolder(path: string, options?: { readonly recursive?: boolean | undefined }): void;
  remove(path: string, options?: { readonly recursive?: boolean | undefined }): void;
  rename(from: string, to: string): void;
  link(target: string, path: string): void;
  /** Gives a file another name. */
  addName(path: string, name: string): void;
  readLink(path: string): string;
  /** The path with links resolved. */
  realPath(path: string): string;
  setMode(path: string, mode: number): void;
  setTime(path: string, mtime: number): void;
  /** Every path below the root, including folders, in no particular order. */
  paths(): string[];
  /** Tells `watcher` of what is read and written from now on. */
  watch(watcher: TreeWatcher): void;
  /** The differences from the files that the run was given. */
  changes(): RunChanges;
}

/** Is told the paths of files, whenever they are read or changed. */
export interface TreeWatcher {
  onRead(path: string): void;
  onWrite(path: string): void;
}

const mostLinks = 40;

/** Discards everything written to it. */
const nowhere = "/dev/null";
const nothing = new Uint8Array();

/** For scratch, the home, and where harnesses work: a script looks for these, also where no file is in them. */
const ownFolders = ["/tmp", "/home/user", "/workspace"];

/** Limits for what a run writes, beyond what it was given. */
const limits = { files: mountLimits.files, bytes: mountLimits.bytes, fileBytes: mountLimits.bytes } as const;

/** Creates a tree without files. Long, because every function that writes counts what the run may still write. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one tree, whose room only its own functions count
export function createRunTree(): RunTree {
  const root: Folder = { kind: "folder", entries: new Map(), mode: 0o755, mtime: Date.now() };
  const before = new Map<string, SnapshotEntry>();
  const room = { nodes: limits.files, bytes: limits.bytes };
  let watching: TreeWatcher | undefined;
  let umask = 0o022;

  function take(act: string, path: string, nodes: number, bytes: number): void {
    if (nodes > room.nodes || bytes > room.bytes) throw new RunFileError("ENOSPC", act, path);
    room.nodes -= nodes;
    room.bytes -= bytes;
  }

  /** The folder of the last name in `path`, with links on the way followed, and that name. */
  function parentOf(path: string, act: string, links = 0): { readonly folder: Folder; readonly name: string } {
    const names = namesIn(path, act);
    const name = names.pop();
    if (name === undefined) throw new RunFileError("EPERM", act, path);
    const folder = names.length === 0 ? root : nodeAt(`/${names.join("/")}`, act, { links, said: path });
    if (folder.kind !== "folder") throw new RunFileError("ENOTDIR", act, path);
    return { folder, name };
  }

  interface Following {
    readonly follow?: boolean;
    readonly links?: number;
    /** The path to name in an error. */
    readonly said?: string;
  }

  function nodeAt(path: string, act: string, { follow = true, links = 0, said = path }: Following = {}): Node {
    let node: Node = root;
    let at = "";
    const names = namesIn(path, act);
    for (const [index, name] of names.entries()) {
      node = entryIn(node, name, act, said);
      if (node.kind === "link" && (follow || index < names.length - 1)) {
        if (links >= mostLinks) throw new RunFileError("ELOOP", act, said);
        const next = [joined(at === "" ? "/" : at, node.target), ...names.slice(index + 1)].join("/");
        return nodeAt(next, act, { follow, links: links + 1, said });
      }
      at = `${at}/${name}`;
    }
    return node;
  }

  function fileAt(path: string, act: string): File {
    const node = nodeAt(path, act);
    if (node.kind !== "file") throw new RunFileError("EISDIR", act, path);
    return node;
  }

  /** Where a file written at `path` is stored, which may be behind a link whose target does not exist. */
  function placeToWrite(path: string): { readonly folder: Folder; readonly name: string } {
    let at = path;
    for (let links = 0; links <= mostLinks; links++) {
      const place = parentOf(at, "open", links);
      const there = place.folder.entries.get(place.name);
      if (there?.kind !== "link") return place;
      at = joined(at.slice(0, at.lastIndexOf("/")) || "/", there.target);
    }
    throw new RunFileError("ELOOP", "open", path);
  }

  /** Writes what `made` makes of a file's bytes, of which a new one has none. */
  function change(path: string, made: (old: Uint8Array) => Uint8Array, mode = 0o666 & ~umask): void {
    if (path === nowhere) return;
    watching?.onWrite(path);
    const { folder, name } = placeToWrite(path);
    const there = folder.entries.get(name);
    if (there?.kind === "folder") throw new RunFileError("EISDIR", "open", path);
    const old = there?.kind === "file" ? there.bytes : nothing;
    const bytes = made(old);
    take("write", path, there ? 0 : 1, bytes.length - old.length);
    if (there?.kind === "file") Object.assign(there, { bytes, mtime: Date.now() });
    else put(folder, name, { kind: "file", bytes, mode, mtime: Date.now() });
  }

  function put(folder: Folder, name: string, node: Node): void {
    folder.entries.set(name, node);
    folder.mtime = Date.now();
  }

  function makeFolder(path: string): void {
    const { folder, name } = parentOf(path, "mkdir");
    if (folder.entries.has(name)) throw new RunFileError("EEXIST", "mkdir", path);
    take("mkdir", path, 1, 0);
    put(folder, name, { kind: "folder", entries: new Map(), mode: 0o777 & ~umask, mtime: Date.now() });
  }

  /** Creates a folder and all missing folders above it. */
  function makeFolders(path: string): void {
    const names = namesIn(path, "mkdir");
    for (const index of names.keys()) {
      const at = `/${names.slice(0, index + 1).join("/")}`;
      if (!exists(at)) makeFolder(at);
      else if (nodeAt(at, "mkdir").kind !== "folder") throw new RunFileError("EEXIST", "mkdir", path);
    }
  }

  function remove(path: string, recursive = false): void {
    const { folder, name } = parentOf(path, "rm");
    const there = folder.entries.get(name);
    if (!there) throw new RunFileError("ENOENT", "rm", path);
    if (there.kind === "folder" && there.entries.size > 0 && !recursive)
      throw new RunFileError("ENOTEMPTY", "rm", path);
    watching?.onWrite(path);
    folder.entries.delete(name);
    folder.mtime = Date.now();
    const size = unnamed(there);
    room.nodes += size.nodes;
    room.bytes += size.bytes;
  }

  function rename(from: string, to: string): void {
    const source = parentOf(from, "rename");
    const moved = source.folder.entries.get(source.name);
    if (!moved) throw new RunFileError("ENOENT", "rename", from);
    const target = parentOf(to, "rename");
    const there = target.folder.entries.get(target.name);
    if (there === moved) return;
    if (moved.kind === "folder" && holds(moved, target.folder)) throw new RunFileError("EINVAL", "rename", to);
    if (there?.kind === "folder" && moved.kind !== "folder") throw new RunFileError("EISDIR", "rename", to);
    if (there && there.kind !== "folder" && moved.kind === "folder") throw new RunFileError("ENOTDIR", "rename", to);
    if (there) remove(to);
    source.folder.entries.delete(source.name);
    put(target.folder, target.name, moved);
  }

  function exists(path: string): boolean {
    try {
      nodeAt(path, "access");
      return true;
    } catch (caught) {
      if (caught instanceof RunFileError) return false;
      throw caught;
    }
  }

  function realPath(path: string, links = 0): string {
    let at = "";
    const names = namesIn(path, "realpath");
    for (const [index, name] of names.entries()) {
      const node = nodeAt(`${at}/${name}`, "realpath", { follow: false, said: path });
      if (node.kind === "link") {
        if (links >= mostLinks) throw new RunFileError("ELOOP", "realpath", path);
        const target = joined(at === "" ? "/" : at, node.target);
        return realPath([target, ...names.slice(index + 1)].join("/"), links + 1);
      }
      at = `${at}/${name}`;
    }
    return at === "" ? "/" : at;
  }

  /** Adds a file that the run is given, which does not count as written. */
  function giveOne(entry: SnapshotEntry, now: number): void {
    before.set(entry.path, entry);
    const names = entry.path.split("/");
    const name = names.pop() ?? "";
    madeFolder(root, names, now).entries.set(name, nodeOf(entry, now));
  }

  makeFolders("/dev");
  put(nodeAt("/dev", "open") as Folder, "null", {
    ...{ kind: "file", bytes: new Uint8Array(), mode: 0o666 },
    mtime: root.mtime,
  });
  return {
    get umask() {
      return umask;
    },
    set umask(mask) {
      umask = mask & 0o777;
    },
    give(given, now) {
      for (const entry of snapshotEntries(given)) giveOne(entry, now);
      for (const folder of ownFolders) makeFolders(folder);
    },
    addCommands: (names) => addCommandFiles(root, names),
    stat: (path) => statOf(nodeAt(path, "stat")),
    lstat: (path) => statOf(nodeAt(path, "lstat", { follow: false })),
    exists,
    read(path) {
      watching?.onRead(path);
      return fileAt(path, "open").bytes;
    },
    write: (path, bytes, mode) => change(path, () => bytes, mode),
    append: (path, bytes) => change(path, (old) => written(old, bytes, old.length)),
    open(path, isAppending) {
      const { folder, name } = placeToWrite(path);
      const file = folder.entries.get(name);
      if (path === nowhere || file?.kind !== "file") return () => undefined;
      return writerOf(file, isAppending, (more) => {
        watching?.onWrite(path);
        take("write", path, 0, more);
      });
    },
    list(path) {
      const node = nodeAt(path, "scandir");
      if (node.kind !== "folder") throw new RunFileError("ENOTDIR", "scandir", path);
      return [...node.entries.keys()].sort(compareBytes);
    },
    makeFolder: (path, options) => (options?.recursive ? makeFolders(path) : makeFolder(path)),
    remove: (path, options) => remove(path, options?.recursive),
    rename,
    link(target, path) {
      if (target === "") throw new RunFileError("ENOENT", "symlink", path);
      const { folder, name } = parentOf(path, "symlink");
      if (folder.entries.has(name)) throw new RunFileError("EEXIST", "symlink", path);
      take("symlink", path, 1, target.length);
      put(folder, name, { kind: "link", target, mode: 0o777, mtime: Date.now() });
    },
    addName(path, other) {
      const node = nodeAt(path, "link", { follow: false });
      const { folder, name } = parentOf(other, "link");
      if (node.kind === "folder") throw new RunFileError("EPERM", "link", path);
      if (folder.entries.has(name)) throw new RunFileError("EEXIST", "link", other);
      take("link", other, 1, 0);
      node.names = (node.names ?? 1) + 1;
      watching?.onWrite(other);
      put(folder, name, node);
    },
    readLink(path) {
      const node = nodeAt(path, "readlink", { follow: false });
      if (node.kind !== "link") throw new RunFileError("EINVAL", "readlink", path);
      return node.target;
    },
    realPath,
    setMode(path, mode) {
      const node = nodeAt(path, "chmod");
      if (node.kind !== "link") node.mode = mode & 0o7777;
    },
    setTime(path, mtime) {
      nodeAt(path, "utime").mtime = mtime;
    },
    watch(watcher) {
      watching = watcher;
    },
    paths: () => Array.from(nodesBelow(root), ([path]) => path),
    changes: () => changesBelow(root, before),
  };
}
