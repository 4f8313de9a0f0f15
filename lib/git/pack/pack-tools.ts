import { createSHA1 } from "hash-wasm";
import { type ObjectType, typeNames } from "./git-object.ts";
import { Inflater } from "./inflate.ts";

/** What reading a pack takes, compiled and ready. */
export interface PackTools {
  readonly inflater: Inflater;
  readonly hash: HashObject;
  readonly startSum: () => Promise<Sum>;
}

/**
 * @param zlib zip.js's `zip-module.wasm`, from wherever this runs
 * @param startNativeSum SHA-1 of the platform, where it can be asked without waiting
 */
export async function loadPackTools(zlib: Promise<BufferSource>, startNativeSum?: () => Sum): Promise<PackTools> {
  const hashing = startNativeSum ? objectHash(startNativeSum) : createObjectHash();
  const [inflater, hash] = await Promise.all([zlib.then((code) => Inflater.start(code)), hashing]);
  return { inflater, hash, startSum: startNativeSum ? async () => startNativeSum() : startSum };
}

// In WebAssembly: asking the browser's own hash for tens of thousands of small objects costs more than hashing them.

/** The object's id: the SHA-1 of `type size\0content`, in lower-case hexadecimal. */
export type HashObject = (type: ObjectType, content: Uint8Array) => string;

async function createObjectHash(): Promise<HashObject> {
  const sha1 = await createSHA1();
  return objectHash(() => sha1.init());
}

function objectHash(start: () => Sum): HashObject {
  // The header is written into one buffer that is used again: a new one for each object would take longer than hashing.
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

/** The SHA-1 of bytes that come piece by piece. */
export interface Sum {
  update(bytes: Uint8Array): unknown;
  /** In lower-case hexadecimal; ends it. */
  digest(): string;
}

async function startSum(): Promise<Sum> {
  const sha1 = await createSHA1();
  return sha1.init();
}
