import { type ObjectType, typeNames } from "./git-object.ts";

/** What reading a pack needs: in a page compiled to WebAssembly (`wasm-pack-tools.ts`), in the command Node's own. */
export interface PackTools {
  readonly inflater: Inflater;
  readonly hash: HashObject;
  readonly startSum: () => Promise<Sum>;
}

/** The object's id: the SHA-1 of `type size\0content`, in lower-case hexadecimal. */
type HashObject = (type: ObjectType, content: Uint8Array) => string;

/** @param start starts a SHA-1 */
export function objectHash(start: () => Sum): HashObject {
  // The header is written into one reused buffer: a new one for each object would take longer than hashing.
  const head = new Uint8Array(32);
  return (type, content) => {
    const { written } = encoder.encodeInto(`${typeNames[type]} ${content.length}\0`, head);
    const sum = start();
    sum.update(head.subarray(0, written));
    sum.update(content);
    return sum.digest();
  };
}

const encoder = new TextEncoder();

/** A SHA-1 of bytes that are added piece by piece. */
export interface Sum {
  update(bytes: Uint8Array): unknown;
  /** The sum in lower-case hexadecimal; nothing can be added afterwards. */
  digest(): string;
}

/**
 * The result of inflating a zlib stream. A pack does not say where its streams end, so the reader must find out.
 * `incomplete`: the input ended first.
 */
export type Inflated =
  | { readonly kind: "done"; readonly end: number }
  | { readonly kind: "incomplete" }
  | { readonly kind: "damaged" };

/** Inflates one stream after another. */
export interface Inflater {
  /** Inflates the stream at `input[start]` into all of `output`: a result of any other length is damaged. */
  into(input: Uint8Array, start: number, output: Uint8Array): Inflated;
  /** Finds the end of the stream at `input[start]` without keeping its `size` bytes. */
  skip(input: Uint8Array, start: number, size: number): Inflated;
}
