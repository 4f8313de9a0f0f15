import type { RunTree } from "#lib/run/sandbox/run-tree.ts";
import { RunFileError, type RunStat } from "#lib/run/sandbox/tree-nodes.ts";
import {
  type Attributes,
  type EmscriptenNode,
  type EmscriptenProgram,
  type EmscriptenStream,
  fileIn,
  fileOf,
  type OpenFile,
  type Stretch,
  sized,
} from "./emscripten-files.ts";

/** Synchronises the tree's files with a program's while another one runs. */
export interface TreeFiles {
  /** Writes the content of open files to the tree. */
  flush(): void;
  /** Reads open files again, as another program may have changed them. */
  refresh(): void;
}

const types = { file: 0o100000, folder: 0o040000, link: 0o120000 } as const;
const typeBits = 0o170000;

/** Bytes that may be written to a file before the tree is asked whether it has room for them. */
const mostUnwritten = 4 * 1024 * 1024;

/**
 * Mounts the run's tree as the root folder of a program that Emscripten compiled: it reads and writes the same files as the shell. A write
 * reaches the tree when the file is closed, when another program is started, and at the latest when `flush` is called. Long, because its
 * operations share the open files.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one file system, whose operations share what is open
export function mountTree({ FS, codes, kept, memory }: EmscriptenProgram, tree: RunTree): TreeFiles {
  const open = new Map<string, OpenFile>();
  const own = new Map<string, EmscriptenNode>();

  const failed = (code: string) => new FS.ErrnoError(codes[code] ?? codes.EIO ?? 29);

  /** Wraps an operation: converts the tree's errors to Emscripten's. */
  function guarded<Given extends unknown[], Result>(act: (...given: Given) => Result): (...given: Given) => Result {
    return (...given) => {
      try {
        return act(...given);
      } catch (caught) {
        throw caught instanceof RunFileError ? failed(caught.code) : caught;
      }
    };
  }

  const all = (operations: Readonly<Record<string, (...given: never[]) => unknown>>) =>
    Object.fromEntries(Object.entries(operations).map(([name, act]) => [name, guarded(act)]));

  function pathOf(node: EmscriptenNode): string {
    return node.parent === node ? "/" : inside(pathOf(node.parent), node.name);
  }

  function nodeAt(parent: EmscriptenNode, name: string, mode: number): EmscriptenNode {
    const node = new FS.FSNode(parent, name, mode, 0);
    node.node_ops = (mode & typeBits) === types.folder ? folderOps : fileOps;
    node.stream_ops = (mode & typeBits) === types.folder ? folderStreams : fileStreams;
    return node;
  }

  function attributes({ kind, mode, size, mtime, inode, links }: RunStat) {
    const time = new Date(mtime);
    return {
      dev: 1,
      ino: inode,
      mode: types[kind] | mode,
      nlink: links,
      uid: 1000,
      gid: 1000,
      rdev: 0,
      size,
      atime: time,
      mtime: time,
      ctime: time,
      blksize: 4096,
      blocks: Math.ceil(size / 512),
    };
  }

  function attributesAt(path: string) {
    const stat = tree.lstat(path);
    const file = stat.kind === "file" ? open.get(path) : undefined;
    return attributes(file && file.unwritten >= 0 ? { ...stat, size: file.size, mtime: Date.now() } : stat);
  }

  function change(node: EmscriptenNode, { mode, size, mtime }: Attributes): void {
    const path = pathOf(node);
    if (mode !== undefined) {
      tree.setMode(path, node.isNew ? mode & ~tree.umask : mode);
      node.mode = (node.mode & typeBits) | (mode & 0o7777);
      node.isNew = false;
    }
    if (size !== undefined) {
      const file = open.get(path);
      if (file) resize(file, size);
      else tree.write(path, sized(tree.read(path), size));
    }
    if (mtime !== undefined && mtime !== null) tree.setTime(path, Number(mtime));
  }

  function save(file: OpenFile): void {
    if (file.unwritten < 0 || file.path === undefined) return;
    tree.write(file.path, file.bytes.slice(0, file.size));
    file.unwritten = -1;
  }

  /** Makes `bytes` a writable buffer with room for `size` bytes. */
  function grow(file: OpenFile, size: number): void {
    if (!file.isShared && file.bytes.length >= size) return;
    const more = file.isShared ? size : Math.max(size, Math.ceil(file.bytes.length * 1.5));
    file.bytes = sized(file.bytes.subarray(0, file.size), Math.max(more, file.size));
    file.isShared = false;
  }

  function resize(file: OpenFile, size: number): void {
    grow(file, size);
    if (size > file.size) file.bytes.fill(0, file.size, size);
    file.size = size;
    file.unwritten = Math.max(0, file.unwritten);
  }

  /** Updates the paths of open files below a path that was moved. */
  function follow(from: string, to: string): void {
    forget(to);
    for (const [path, file] of [...open]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      open.delete(path);
      file.path = to + path.slice(from.length);
      open.set(file.path, file);
    }
  }

  /** A program that has the file open keeps it, without a path. */
  function forget(path: string): void {
    const file = open.get(path);
    if (file) file.path = undefined;
    open.delete(path);
  }

  const anyOps = {
    getattr: (node: EmscriptenNode) => attributesAt(pathOf(node)),
    setattr: change,
  };
  const fileOps = all({ ...anyOps, readlink: (node: EmscriptenNode) => tree.readLink(pathOf(node)) });
  const folderOps = all({
    ...anyOps,
    lookup(parent: EmscriptenNode, name: string) {
      const ours = parent === root ? own.get(name) : undefined;
      if (ours) return ours;
      const { kind, mode } = tree.lstat(inside(pathOf(parent), name));
      return nodeAt(parent, name, types[kind] | mode);
    },
    mknod(parent: EmscriptenNode, name: string, mode: number) {
      const path = inside(pathOf(parent), name);
      if ((mode & typeBits) === types.folder) {
        tree.makeFolder(path);
        tree.setMode(path, mode & 0o7777 & ~tree.umask);
        return nodeAt(parent, name, mode);
      }
      if ((mode & typeBits) !== types.file) throw failed("EPERM");
      tree.write(path, new Uint8Array());
      return Object.assign(nodeAt(parent, name, mode), { isNew: true });
    },
    rename(node: EmscriptenNode, folder: EmscriptenNode, name: string) {
      const [from, to] = [pathOf(node), inside(pathOf(folder), name)];
      tree.rename(from, to);
      if (from !== to) follow(from, to);
      node.name = name;
    },
    unlink(parent: EmscriptenNode, name: string) {
      const path = inside(pathOf(parent), name);
      tree.remove(path);
      forget(path);
    },
    rmdir: (parent: EmscriptenNode, name: string) => tree.remove(inside(pathOf(parent), name)),
    readdir(node: EmscriptenNode) {
      const names = tree.list(pathOf(node));
      return [".", "..", ...(node === root ? [...new Set([...names, ...kept])] : names)];
    },
    symlink: (parent: EmscriptenNode, name: string, target: string) => tree.link(target, inside(pathOf(parent), name)),
  });
  const folderStreams = {
    // For folders: where a listing continues.
    llseek: (stream: EmscriptenStream, offset: number, whence: number) =>
      whence === 1 ? stream.position + offset : offset,
  };
  const fileStreams = all({
    open(stream: EmscriptenStream) {
      const path = pathOf(stream.node);
      const bytes = open.has(path) ? undefined : tree.read(path);
      const file = open.get(path) ?? fileOf(path, bytes ?? new Uint8Array());
      file.openings++;
      open.set(path, file);
      stream.file = file;
    },
    dup(stream: EmscriptenStream) {
      fileIn(stream).openings++;
    },
    close(stream: EmscriptenStream) {
      const file = fileIn(stream);
      file.openings--;
      if (file.openings > 0) return;
      if (file.path !== undefined) open.delete(file.path);
      save(file);
    },
    read(stream: EmscriptenStream, buffer: Uint8Array, ...[offset, length, position]: Stretch) {
      const { bytes, size } = fileIn(stream);
      const part = bytes.subarray(position, Math.max(position, Math.min(size, position + length)));
      buffer.set(part, offset);
      return part.length;
    },
    write(stream: EmscriptenStream, buffer: Uint8Array, ...[offset, length, position]: Stretch) {
      const file = fileIn(stream);
      const end = position + length;
      grow(file, end);
      if (position > file.size) file.bytes.fill(0, file.size, position);
      file.bytes.set(buffer.subarray(offset, offset + length), position);
      file.size = Math.max(file.size, end);
      file.unwritten = Math.max(0, file.unwritten) + length;
      if (file.unwritten > Math.max(mostUnwritten, file.size / 4)) save(file);
      return length;
    },
    llseek(stream: EmscriptenStream, offset: number, whence: number) {
      const from = whence === 1 ? stream.position : whence === 2 ? fileIn(stream).size : 0;
      if (from + offset < 0) throw failed("EINVAL");
      return from + offset;
    },
    getattr(stream: EmscriptenStream) {
      const file = fileIn(stream);
      if (file.path !== undefined) return attributesAt(file.path);
      return attributes({ kind: "file", mode: 0o600, size: file.size, mtime: Date.now(), inode: 1, links: 0 });
    },
    setattr(stream: EmscriptenStream, asked: Attributes) {
      const file = fileIn(stream);
      if (asked.size !== undefined) resize(file, asked.size);
      if (file.path === undefined) return;
      if (asked.mode !== undefined) tree.setMode(file.path, asked.mode);
      if (asked.mtime !== undefined && asked.mtime !== null) tree.setTime(file.path, Number(asked.mtime));
    },
    mmap(stream: EmscriptenStream, length: number, position: number) {
      const ptr = memory?.mmapAlloc(length);
      if (!memory || !ptr) throw failed("ENOMEM");
      const { bytes, size } = fileIn(stream);
      memory.HEAPU8.set(bytes.subarray(position, Math.min(size, position + length)), ptr);
      return { ptr, allocated: true };
    },
    msync(stream: EmscriptenStream, buffer: Uint8Array, offset: number, length: number) {
      const file = fileIn(stream);
      grow(file, Math.max(file.size, offset + length));
      file.bytes.set(buffer.subarray(0, length), offset);
      file.unwritten = Math.max(0, file.unwritten) + length;
      return 0;
    },
  });

  const before = FS.root;
  const remember = FS.hashAddNode;
  const mount = { type: {}, opts: {}, mountpoint: "/", mounts: [] as unknown[] };
  FS.hashAddNode = (node) => {
    if (node.mount !== mount) remember(node);
  };
  const root = new FS.FSNode(null, "/", types.folder | 0o755, 0);
  Object.assign(root, { mount, node_ops: folderOps, stream_ops: folderStreams });
  Object.assign(mount, { root });
  for (const name of kept) {
    const node = FS.lookupNode(before, name);
    node.parent = root;
    own.set(name, node);
  }
  FS.root = root;
  const devices = own.get("dev");
  // The files of `<(…)` are the tree's, in a folder of which Emscripten's devices know nothing.
  if (devices) remember.call(FS, Object.assign(nodeAt(devices, "fd", types.folder | 0o755), { mount }));

  return {
    flush: guarded(() => open.forEach(save)),
    refresh() {
      for (const [path, file] of [...open]) {
        if (!tree.exists(path) || tree.stat(path).kind !== "file") forget(path);
        else if (file.unwritten < 0) {
          const bytes = tree.read(path);
          Object.assign(file, { bytes, size: bytes.length, isShared: true });
        }
      }
    },
  };
}

function inside(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}
