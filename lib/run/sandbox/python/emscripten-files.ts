/** Of Emscripten's file system, what is used here. A node stands for a path; none is kept by it, as other programs change the tree, too. */
export interface EmscriptenFS {
  root: EmscriptenNode;
  readonly FSNode: new (parent: EmscriptenNode | null, name: string, mode: number, device: number) => EmscriptenNode;
  readonly ErrnoError: new (code: number) => Error;
  hashAddNode(node: EmscriptenNode): void;
  lookupNode(parent: EmscriptenNode, name: string): EmscriptenNode;
}

export interface EmscriptenNode {
  parent: EmscriptenNode;
  name: string;
  mode: number;
  mount: unknown;
  node_ops: Readonly<Record<string, unknown>>;
  stream_ops: Readonly<Record<string, unknown>>;
  /** Of ours: made by the call that opens it, whose mode has yet to lose what nobody else may do. */
  isNew?: boolean;
}

export interface EmscriptenStream {
  readonly node: EmscriptenNode;
  readonly position: number;
  /** Of ours. */
  file?: OpenFile;
}

/** From where in the buffer, how many bytes, and where in the file. */
export type Stretch = readonly [offset: number, length: number, position: number];

export interface Attributes {
  readonly mode?: number;
  readonly size?: number;
  readonly mtime?: number | Date | null;
}

/** The content of an open file, which all who have it open share. */
export interface OpenFile {
  /** Where it stands in the tree; absent once it was removed. */
  path: string | undefined;
  /** As many of them as `size` says are the file's. */
  bytes: Uint8Array;
  size: number;
  /** Whether `bytes` are the tree's, into which nobody writes. */
  isShared: boolean;
  /** Bytes that were written and are not in the tree yet; -1 where none were. */
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

/** A copy of as many bytes, followed by zeros where there are fewer. */
export function sized(bytes: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size);
  all.set(bytes.subarray(0, size));
  return all;
}
