/**
 * The parts of Emscripten's file system that are used. A node stands for a path but is not cached, because other programs change the tree
 * too.
 */
export interface EmscriptenFS {
  root: EmscriptenNode;
  readonly FSNode: new (parent: EmscriptenNode | null, name: string, mode: number, device: number) => EmscriptenNode;
  readonly ErrnoError: new (code: number) => Error;
  hashAddNode(node: EmscriptenNode): void;
  lookupNode(parent: EmscriptenNode, name: string): EmscriptenNode;
}

/** A program that Emscripten compiled, as far as its files are concerned. */
export interface EmscriptenProgram {
  readonly FS: EmscriptenFS;
  /** The number of each error, by its name in C. */
  readonly codes: Readonly<Record<string, number>>;
  /** Folders at the root that belong to the program, whatever the tree has there. */
  readonly kept: readonly string[];
  /** For programs that map files into their memory. */
  readonly memory?: { mmapAlloc(length: number): number; readonly HEAPU8: Uint8Array };
}

export interface EmscriptenNode {
  parent: EmscriptenNode;
  name: string;
  mode: number;
  mount: unknown;
  node_ops: Readonly<Record<string, unknown>>;
  stream_ops: Readonly<Record<string, unknown>>;
  /** Ours: the file was created by the call that opens it, and the umask has yet to be applied to its mode. */
  isNew?: boolean;
}

export interface EmscriptenStream {
  readonly node: EmscriptenNode;
  readonly position: number;
  /** Ours. */
  file?: OpenFile;
}

/** Offset in the buffer, number of bytes, and position in the file. */
export type Stretch = readonly [offset: number, length: number, position: number];

export interface Attributes {
  readonly mode?: number;
  readonly size?: number;
  readonly mtime?: number | Date | null;
}

/** The content of an open file, shared by all who have it open. */
export interface OpenFile {
  /** Its path in the tree; absent once it was removed. */
  path: string | undefined;
  /** Only the first `size` bytes belong to the file. */
  bytes: Uint8Array;
  size: number;
  /** Whether `bytes` belong to the tree, and must not be written to. */
  isShared: boolean;
  /** Number of bytes written but not yet in the tree; -1 if none. */
  unwritten: number;
  openings: number;
}

export function fileOf(path: string, bytes: Uint8Array): OpenFile {
  return { path, bytes, size: bytes.length, isShared: true, unwritten: -1, openings: 0 };
}

export function fileIn({ file }: EmscriptenStream): OpenFile {
  if (!file) throw new Error("A stream of the tree has a file since it was opened.");
  return file;
}

/** A copy with `size` bytes; padded with zeros. */
export function sized(bytes: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size);
  all.set(bytes.subarray(0, size));
  return all;
}
