import { Buffer } from "buffer";
import { argumentError, nodeError } from "../arguments/argument-errors.ts";
import { call, coded, native, systemError } from "../native.ts";
import type { RawStat } from "./entries.ts";

export type Path = string | URL | Uint8Array;

/** A path in any form that Node accepts. */
export function pathOf(given: Path): string {
  if (given instanceof Uint8Array) return Buffer.from(given).toString();
  if (given instanceof URL) return decodeURIComponent(given.pathname);
  if (typeof given !== "string") throw argumentError("path", "of type string or an instance of Buffer or URL", given);
  if (given === "")
    throw systemError("ENOENT: no such file or directory, open ''", "ENOENT", { syscall: "open", path: "" });
  return given;
}

/** How texts are read, written and named: an encoding, or options with one. */
export type Encoded = string | null | { readonly encoding?: string | null | undefined };

/** @throws `ERR_INVALID_ARG_VALUE` for an encoding that there is not */
export function encodingOf(options?: Encoded): string | null | undefined {
  const encoding = typeof options === "string" ? options : options?.encoding;
  if (!encoding || encoding === "buffer" || Buffer.isEncoding(encoding)) return encoding;
  const text = `The argument 'encoding' is invalid encoding. Received '${encoding}'`;
  throw nodeError(TypeError, "ERR_INVALID_ARG_VALUE", text);
}

interface OpenFile {
  readonly path: string;
  /** Where the next read or write begins. */
  at: number;
  /** Whether writes go to its end, wherever the last read or write ended. */
  readonly appends?: boolean;
}

/** Open files by descriptor: scripts mostly open, write and close them. */
const opened = new Map<number, OpenFile>();

/** The open file of a descriptor. @throws `EBADF`, of `syscall`, if it has none */
export function fileOf(descriptor: number, syscall = "read"): OpenFile {
  const file = opened.get(descriptor);
  if (file) return file;
  throw systemError(`EBADF: bad file descriptor, ${syscall}`, "EBADF", { syscall });
}

/** Opens a file as `flags` say. @returns its descriptor */
export function openSync(file: Path, flags: string | number = "r"): number {
  const name = pathOf(file);
  const how = typeof flags === "string" ? flags : (flagNames[flags & 0o3103] ?? "r");
  const isNew = !isThere(name);
  if (how.includes("x") && !isNew)
    throw systemError(`EEXIST: file already exists, open '${name}'`, "EEXIST", { syscall: "open", path: name });
  if (how.startsWith("w") || (how.startsWith("a") && isNew))
    coded(() => native.write(name, new ArrayBuffer(0)), [name]);
  else if (isNew) readBytes(name);
  return openedFile({ path: name, at: 0, appends: how.startsWith("a") });
}

/** Linux's numbers for what `openSync` is given. */
const flagNames: Readonly<Record<number, string>> = {
  0: "r",
  2: "r+",
  393: "w",
  394: "w+",
  148: "wx",
  736: "a",
  737: "a+",
};

function isThere(name: string): boolean {
  try {
    call("stat", name);
    return true;
  } catch {
    return false;
  }
}

/** The descriptor under which this file is open from now on: the lowest that is free. */
function openedFile(file: OpenFile): number {
  let descriptor = 3;
  while (opened.has(descriptor)) descriptor++;
  opened.set(descriptor, file);
  return descriptor;
}

export function closeSync(descriptor: number): void {
  if (descriptor > 2) fileOf(descriptor, "close");
  opened.delete(descriptor);
}

/** The whole content of a file. */
export function readBytes(file: Path | number): ArrayBuffer {
  if (file === 0 || file === "/dev/stdin") return native.stdin();
  if (typeof file === "number") return coded(() => native.read(fileOf(file).path));
  const name = pathOf(file);
  try {
    return coded(() => native.read(name), [name]);
  } catch (caught) {
    // A folder can be opened; only reading fails.
    if ((caught as { code?: string }).code !== "EISDIR") throw caught;
    throw systemError("EISDIR: illegal operation on a directory, read", "EISDIR", { syscall: "read" });
  }
}

/** A script's data as bytes in a buffer of their own. */
export function bytesOf(data: unknown, encoding = "utf8"): ArrayBuffer {
  const view = typeof data === "string" ? Buffer.from(data, encoding as BufferEncoding) : data;
  if (!ArrayBuffer.isView(view))
    throw argumentError("data", "of type string or an instance of Buffer, TypedArray, or DataView", view);
  return (view.buffer as ArrayBuffer).slice(view.byteOffset, view.byteOffset + view.byteLength);
}

/** Writes to a descriptor: standard output, standard error or an open file. @returns number of bytes */
export function writeTo(file: number, bytes: ArrayBuffer): number {
  if (file === 1 || file === 2) native.printBytes(file === 1 ? "out" : "err", bytes);
  else writeAt(fileOf(file, "write"), bytes);
  return bytes.byteLength;
}

/** Writes where the file's last read or write ended, or at its end if it was opened for that. */
function writeAt(entry: OpenFile, bytes: ArrayBuffer, position?: number | null): void {
  const { size } = call<RawStat>("stat", entry.path);
  const at = entry.appends ? size : (position ?? entry.at);
  if (at === size) coded(() => native.append(entry.path, bytes));
  else {
    const before = new Uint8Array(native.read(entry.path));
    const all = new Uint8Array(Math.max(size, at + bytes.byteLength));
    all.set(before);
    all.set(new Uint8Array(bytes), at);
    coded(() => native.write(entry.path, all.buffer));
  }
  if (typeof position !== "number") entry.at = at + bytes.byteLength;
}

/** @param given for bytes: where they begin, how many, and the place in the file; for a text: the place and its encoding */
export function writeSync(file: number, data: unknown, ...given: readonly unknown[]): number {
  const isText = typeof data === "string";
  const all = bytesOf(data, isText && typeof given[1] === "string" ? given[1] : "utf8");
  const [offset, length, position] = (isText ? [0, all.byteLength, given[0]] : given) as readonly (
    | number
    | undefined
  )[];
  const bytes = all.slice(offset ?? 0, (offset ?? 0) + (length ?? all.byteLength));
  const entry = opened.get(file);
  if (entry === undefined || typeof position !== "number") return writeTo(file, bytes);
  writeAt(entry, bytes, position);
  return bytes.byteLength;
}

/** What is read, and where to: what is left out is the rest of the bytes, and where the last read or write ended. */
export interface Reading {
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
  readonly position?: number | bigint | null | undefined;
}

/** @param given where the bytes begin, or all that is told of the reading; else it is followed by how many there are, and the place in the file */
export function readSync(
  file: number,
  into: ArrayBufferView,
  given?: number | Reading | null,
  ...[count, place]: [length?: number, position?: Reading["position"]]
): number {
  const view = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  const reading =
    typeof given === "object" && given !== null ? given : { offset: given, length: count, position: place };
  const offset = reading.offset ?? 0;
  const length = reading.length ?? view.length - offset;
  const position = Number(reading.position ?? -1);
  const entry = file === 0 ? standard : fileOf(file);
  const bytes = new Uint8Array(file === 0 ? native.stdin() : native.read(entry.path));
  const from = position < 0 ? entry.at : position;
  const part = bytes.subarray(from, from + length);
  view.set(part, offset);
  if (position < 0) entry.at += part.length;
  return part.length;
}

const standard = { path: "/dev/stdin", at: 0 };
