import { createSHA1 } from "hash-wasm";
import { type ObjectType, typeNames } from "./git-object.ts";

// In WebAssembly: asking the browser's own hash for tens of thousands of small objects costs more than hashing them.

/** The object's id: the SHA-1 of `type size\0content`, in lower-case hexadecimal. */
export type HashObject = (type: ObjectType, content: Uint8Array) => string;

export async function createObjectHash(): Promise<HashObject> {
  const sha1 = await createSHA1();
  return (type, content) => sha1.init().update(`${typeNames[type]} ${content.length}\0`).update(content).digest();
}

/** The SHA-1 of bytes that come piece by piece. */
export interface Sum {
  update(bytes: Uint8Array): void;
  /** In lower-case hexadecimal; ends it. */
  digest(): string;
}

export async function startSum(): Promise<Sum> {
  const sha1 = await createSHA1();
  return { update: (bytes) => void sha1.update(bytes), digest: () => sha1.digest() };
}
