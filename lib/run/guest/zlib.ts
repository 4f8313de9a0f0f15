import { Buffer } from "buffer";
import { deflateSync, gunzipSync, gzipSync, inflateSync, unzlibSync, zlibSync } from "fflate";
import { bytesOf } from "./fs.ts";

type Done = (error: unknown, result?: Buffer) => void;
interface Options {
  readonly level?: number;
}
type Change = (bytes: Uint8Array, options: { readonly level?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 }) => Uint8Array;

const changes: Readonly<Record<string, Change>> = {
  gzip: (bytes, options) => gzipSync(bytes, { ...options, mtime: 0 }),
  gunzip: (bytes) => gunzipSync(bytes),
  deflate: (bytes, options) => zlibSync(bytes, options),
  inflate: (bytes) => unzlibSync(bytes),
  deflateRaw: (bytes, options) => deflateSync(bytes, options),
  inflateRaw: (bytes) => inflateSync(bytes),
  unzip: (bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : unzlibSync(bytes)),
};

function changed(name: string, data: unknown, { level = -1 }: Options = {}): Buffer {
  const options = level >= 0 && level <= 9 ? { level: level as 6 } : {};
  try {
    return Buffer.from(changes[name]?.(Uint8Array.from(Buffer.from(bytesOf(data))), options) ?? []);
  } catch (cause) {
    throw Object.assign(new Error("incorrect header check", { cause }), { code: "Z_DATA_ERROR", errno: -3 });
  }
}

function later(name: string, data: unknown, given: Options | Done | undefined, more?: Done): void {
  const [options, done] = typeof given === "function" ? [{}, given] : [given, more];
  setTimeout(() => {
    let made: Buffer;
    try {
      made = changed(name, data, options);
    } catch (caught) {
      done?.(caught);
      return;
    }
    done?.(null, made);
  }, 0);
}

/** Node's `zlib`: at once and later, not as streams, and without Brotli. */
export const zlib = {
  constants: { Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1 },
  ...Object.fromEntries(
    Object.keys(changes).flatMap((name) => [
      [`${name}Sync`, (data: unknown, options?: Options) => changed(name, data, options)],
      [name, (data: unknown, given?: Options | Done, more?: Done) => later(name, data, given, more)],
    ]),
  ),
};
