import { Inflater } from "./inflate.ts";
import { createObjectHash, type HashObject } from "./sha1.ts";

/** What reading a pack takes, compiled and ready. */
export interface PackTools {
  readonly inflater: Inflater;
  readonly hash: HashObject;
}

/** @param zlib zip.js's `zip-module.wasm`, from wherever this runs */
export async function loadPackTools(zlib: Promise<BufferSource>): Promise<PackTools> {
  const [inflater, hash] = await Promise.all([zlib.then((code) => Inflater.start(code)), createObjectHash()]);
  return { inflater, hash };
}
