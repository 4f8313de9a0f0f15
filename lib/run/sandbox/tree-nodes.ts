import { mountLimits } from "#lib/vfs/limits.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import { type SnapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";

/** An error of the file system, in Node's form. */
export class RunFileError extends Error {
  readonly code: string;
  constructor(code: keyof typeof errorTexts, act: string, path: string) {
    super(`${code}: ${errorTexts[code]}, ${act} '${path}'`);
    this.code = code;
  }
}

const errorTexts = {
  EEXIST: "file already exists",
  EINVAL: "invalid argument",
  EISDIR: "illegal operation on a directory",
  ELOOP: "too many symbolic links encountered",
  ENAMETOOLONG: "name too long",
  ENOENT: "no such file or directory",
  ENOSPC: "no space left on device",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  EPERM: "operation not permitted",
} as const;

export interface RunStat {
  readonly kind: "file" | "folder" | "link";
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly mtime: number;
  /** A number that nothing else has. */
  readonly inode: number;
  /** How many names it has; of a folder, one more than the folders in it and itself. */
  readonly links: number;
}

export interface Folder {
  readonly kind: "folder";
  readonly entries: Map<string, Node>;
  mode: number;
  mtime: number;
}

export interface File {
  readonly kind: "file";
  bytes: Uint8Array;
  mode: number;
  mtime: number;
  /** How many names it has; one if it does not say. */
  names?: number;
}

export interface Link {
  readonly kind: "link";
  readonly target: string;
  readonly mode: number;
  mtime: number;
  names?: number;
}

export type Node = Folder | File | Link;

/** Folders whose changes are dropped at the end of a run. */
const scratch: ReadonlySet<string> = new Set(["bin", "dev", "etc", "lib", "proc", "tmp", "usr", "var"]);

/** The names in an absolute path, with `.` and `..` resolved. */
export function namesIn(path: string, act: string): string[] {
  if (path.length > mountLimits.pathLength) throw new RunFileError("ENAMETOOLONG", act, path.slice(0, 80));
  if (path === "") throw new RunFileError("ENOENT", act, path);
  // Node's functions end a path at its first NUL, and a snapshot's paths have none.
  if (path.includes("\0")) throw new RunFileError("EINVAL", act, path.replaceAll("\0", ""));
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  if (names.length > mountLimits.depth) throw new RunFileError("ENAMETOOLONG", act, path);
  return names;
}

export function joined(folder: string, path: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

export function* nodesBelow(folder: Folder, at = ""): Generator<[string, Node], void> {
  for (const [name, node] of folder.entries) {
    const path = `${at}/${name}`;
    yield [path, node];
    if (node.kind === "folder") yield* nodesBelow(node, path);
  }
}

export function holds(folder: Folder, sought: Folder): boolean {
  return folder === sought || Array.from(nodesBelow(folder), ([, node]) => node).includes(sought);
}

/**
 * Takes a name from what is removed, and from all below it. Whoever has a file without names open can only write to it, so it keeps no bytes:
 * a script could remove open ones without end.
 * @returns what becomes free, as a file keeps its bytes for its other names
 */
export function unnamed(node: Node): { readonly nodes: number; readonly bytes: number } {
  const size = { nodes: 0, bytes: 0 };
  for (const each of [node, ...(node.kind === "folder" ? Array.from(nodesBelow(node), ([, below]) => below) : [])]) {
    size.nodes++;
    if (each.kind === "folder") continue;
    each.names = (each.names ?? 1) - 1;
    if (each.names > 0) continue;
    size.bytes += each.kind === "file" ? each.bytes.length : each.target.length;
    if (each.kind === "file") each.bytes = new Uint8Array();
  }
  return size;
}

const inodes = new WeakMap<Node, number>();
let lastInode = 1;

function inodeOf(node: Node): number {
  const inode = inodes.get(node) ?? ++lastInode;
  inodes.set(node, inode);
  return inode;
}

/** What there is to know of an entry without its content. */
export function statOf(node: Node): RunStat {
  const { kind, mode, mtime } = node;
  const size = kind === "file" ? node.bytes.length : kind === "link" ? node.target.length : 4096;
  const links = kind === "folder" ? 2 + foldersIn(node) : (node.names ?? 1);
  return { kind, size, mode, mtime, inode: inodeOf(node), links };
}

function foldersIn({ entries }: Folder): number {
  let count = 0;
  for (const { kind } of entries.values()) if (kind === "folder") count++;
  return count;
}

export function nodeOf({ mode, bytes }: SnapshotEntry, mtime: number): Node {
  if (mode === snapshotMode.link) {
    return { kind: "link", target: new TextDecoder().decode(bytes), mode: 0o777, mtime };
  }
  return { kind: "file", bytes, mode: mode === snapshotMode.executable ? 0o755 : 0o644, mtime };
}

function entryOf(path: string, node: File | Link): SnapshotEntry {
  if (node.kind === "link") return { path, mode: snapshotMode.link, bytes: new TextEncoder().encode(node.target) };
  return { path, mode: node.mode & 0o111 ? snapshotMode.executable : snapshotMode.file, bytes: node.bytes };
}

function isScratch(path: string): boolean {
  return scratch.has(path.split("/", 1)[0] ?? "");
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && a.every((byte, index) => byte === b[index]));
}

/** The entry `name` of a folder. @throws RunFileError about the path `said` */
export function entryIn(node: Node, name: string, act: string, said: string): Node {
  if (node.kind !== "folder") throw new RunFileError("ENOTDIR", act, said);
  const entry = node.entries.get(name);
  if (!entry) throw new RunFileError("ENOENT", act, said);
  return entry;
}

/** Where the bytes end that files have in a buffer with room behind them. */
const ends = new WeakMap<ArrayBufferLike, number>();
const mostRoom = 2 ** 20;

/** The changes of a run: paths without a leading slash, as in a snapshot. */
export interface RunChanges {
  readonly written: readonly SnapshotEntry[];
  readonly removed: readonly string[];
}

/** What has become of the files that a run was given, and what is there below `root` beside them. */
export function changesBelow(root: Folder, before: ReadonlyMap<string, SnapshotEntry>): RunChanges {
  const changed: SnapshotEntry[] = [];
  const there = new Set<string>();
  for (const [path, node] of nodesBelow(root)) {
    const relative = path.slice(1);
    if (node.kind === "folder" || isScratch(relative)) continue;
    there.add(relative);
    const entry = entryOf(relative, node);
    const old = before.get(relative);
    if (!old || old.mode !== entry.mode || !areEqual(old.bytes, entry.bytes)) changed.push(entry);
  }
  const removed = [...before.keys()].filter((path) => !there.has(path));
  return { written: changed.sort((a, b) => compareBytes(a.path, b.path)), removed };
}

/**
 * Writes into a file bit by bit, from its beginning or always at its end, as long as it has a name.
 * @param grow is told by how much it becomes longer, before it does
 */
export function writerOf(file: File, isAppending: boolean, grow: (bytes: number) => void): (bytes: Uint8Array) => void {
  let end = 0;
  return (bytes) => {
    if (file.names === 0) return;
    const old = file.bytes;
    const at = isAppending ? old.length : end;
    end = at + bytes.length;
    grow(Math.max(0, end - old.length));
    Object.assign(file, { bytes: written(old, bytes, at), mtime: Date.now() });
  };
}

/** A file's bytes with others written at a place, which may be behind its end. */
export function written(old: Uint8Array, bytes: Uint8Array, at: number): Uint8Array {
  if (at === old.length) return at === 0 ? bytes : appended(old, bytes);
  const all = new Uint8Array(Math.max(old.length, at + bytes.length));
  all.set(old);
  all.set(bytes, at);
  return all;
}

/**
 * A file's bytes with more behind them. They get room for what comes next, which is then written without a copy of the whole: scripts append
 * to a file line by line.
 */
function appended(old: Uint8Array, more: Uint8Array): Uint8Array {
  const [end, length] = [old.byteOffset + old.length, old.length + more.length];
  // What a file had before never changes, and of two that share it only one gets what is behind it.
  const hasRoom = ends.get(old.buffer) === end && end + more.length <= old.buffer.byteLength;
  const buffer = hasRoom ? old.buffer : new ArrayBuffer(length + Math.min(length, mostRoom));
  const all = new Uint8Array(buffer, hasRoom ? old.byteOffset : 0, length);
  if (!hasRoom) all.set(old);
  all.set(more, old.length);
  ends.set(buffer, all.byteOffset + length);
  return all;
}

/** The folder of these names below another, which is made where it is missing. */
export function madeFolder(root: Folder, names: readonly string[], mtime: number): Folder {
  let folder = root;
  for (const name of names) {
    const there = folder.entries.get(name);
    const next = there ?? { kind: "folder", entries: new Map(), mode: 0o755, mtime };
    if (next.kind !== "folder") throw new RunFileError("ENOTDIR", "open", `/${names.join("/")}`);
    if (!there) folder.entries.set(name, next);
    folder = next;
  }
  return folder;
}

/** What the files of the shell's commands say, by the command: one copy for all trees, of which each run has a new one. */
const commandTexts = new Map<string, Uint8Array>();

/** Adds a file for each of the shell's commands to the folders of programs. */
export function addCommandFiles(root: Folder, names: Iterable<string>): void {
  const { mtime } = root;
  for (const path of [["bin"], ["usr", "bin"]]) {
    const { entries } = madeFolder(root, path, mtime);
    for (const name of names) entries.set(name, { kind: "file", bytes: commandText(name), mode: 0o755, mtime });
  }
}

function commandText(name: string): Uint8Array {
  const bytes = commandTexts.get(name) ?? new TextEncoder().encode(`#!/bin/bash\n# Built-in command: ${name}\n`);
  commandTexts.set(name, bytes);
  return bytes;
}
