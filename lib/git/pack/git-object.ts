import { FailureError } from "#lib/failure.ts";
import { damaged } from "#lib/git/transport/packet-line.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

/** Numbers of the pack format (gitformat-pack). */
export const objectType = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;
export type ObjectType = (typeof objectType)[keyof typeof objectType];

export const typeNames: Record<ObjectType, string> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };

export interface GitObject {
  readonly type: ObjectType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Small contents share buffers of this size: tens of thousands of separate buffers cost more memory than the contents.
 */
const sharedSize = 1 << 18;

/** The memory that holds the contents. */
export class Contents {
  readonly #buffers: ArrayBuffer[] = [];
  #shared = new ArrayBuffer(0);
  #used = 0;

  /** Reserves `size` bytes for a content, to be filled by the caller. */
  allocate(size: number): Uint8Array<ArrayBuffer> {
    if (size > sharedSize / 8) return new Uint8Array(this.#newBuffer(size));
    if (this.#used + size > this.#shared.byteLength) {
      this.#shared = this.#newBuffer(sharedSize);
      this.#used = 0;
    }
    const content = new Uint8Array(this.#shared, this.#used, size);
    this.#used += size;
    return content;
  }

  /** Frees the memory now, without waiting for the garbage collector; contents that were handed out become empty. */
  release(): void {
    for (const buffer of this.#buffers.splice(0)) buffer.transfer(0);
    this.#shared = new ArrayBuffer(0);
  }

  #newBuffer(size: number): ArrayBuffer {
    const buffer = new ArrayBuffer(size);
    this.#buffers.push(buffer);
    return buffer;
  }
}

/** Available in browsers since 2025; folders of ten thousand files hold as many ids. */
const { toHex: native } = Uint8Array.prototype as { toHex?: (this: Uint8Array) => string };

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hexadecimal, as git writes ids. */
export function toHex(bytes: Uint8Array): string {
  if (native) return native.call(bytes);
  let text = "";
  for (const byte of bytes) text += hexPairs[byte];
  return text;
}

/** Objects by id. Every id was computed from the object's own bytes. */
export interface ObjectStore {
  readonly objects: Map<string, GitObject>;
  /** Contents of the objects. */
  readonly contents: Contents;
  /** Whether objects were left out for their size, so that a missing one may be a large one. */
  skipped: boolean;
}

export function createObjectStore(): ObjectStore {
  return { objects: new Map(), contents: new Contents(), skipped: false };
}

/**
 * The content of the object `id`, which must be in the store and of that type. Throws `pack-damaged` otherwise, and for
 * the file at `path` `too-large` where objects were left out for their size.
 */
export function contentOf(store: ObjectStore, id: string, type: ObjectType, path?: string): Uint8Array {
  const object = store.objects.get(id);
  if (!object && store.skipped && path !== undefined) {
    throw new FailureError({ code: "too-large", limit: mountLimits.fileBytes, path });
  }
  if (!object) throw damaged(`object ${id} is missing`);
  if (object.type !== type) throw damaged(`object ${id} is of another type than its place`);
  return object.bytes;
}

type TreeEntryKind = "file" | "executable" | "link" | "folder" | "submodule";

interface TreeEntry {
  readonly name: string;
  readonly kind: TreeEntryKind;
  readonly id: string;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The entries of a tree object. Names are taken unchanged (bytes that are not UTF-8 become U+FFFD); the gate judges
 * them. Throws `pack-damaged` for what git could not read either.
 */
export function* parseTree(tree: Uint8Array): Generator<TreeEntry, void> {
  let at = 0;
  while (at < tree.length) {
    const space = tree.indexOf(0x20, at);
    const nul = tree.indexOf(0, space);
    if (space < 0 || nul < 0 || nul + 21 > tree.length) throw damaged("a folder's list is cut short");
    const kind = entryKind(readOctal(tree, at, space));
    at = nul + 21;
    yield { name: decoder.decode(tree.subarray(space + 1, nul)), kind, id: toHex(tree.subarray(nul + 1, at)) };
  }
}

/** `NaN` for a text that is not a number: only digits, no sign and no blanks. */
function readOctal(bytes: Uint8Array, start: number, end: number): number {
  let value = start < end ? 0 : Number.NaN;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    value = digit >= 0 && digit < 8 ? value * 8 + digit : Number.NaN;
  }
  return value;
}

/**
 * Old commits contain modes like 100664 and 100600; git treats every regular file as 644 or, if its owner may run it,
 * 755.
 */
function entryKind(mode: number): TreeEntryKind {
  switch (mode & 0o170000) {
    case 0o040000:
      return "folder";
    case 0o100000:
      return mode & 0o100 ? "executable" : "file";
    case 0o120000:
      return "link";
    case 0o160000:
      return "submodule";
    default:
      throw damaged(`unknown mode ${mode.toString(8)}`);
  }
}
