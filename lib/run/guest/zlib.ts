import { Buffer } from "buffer";
import { deflateSync, FlateErrorCode, gunzipSync, gzipSync, inflateSync, unzlibSync, zlibSync } from "fflate";
import { nodeError } from "./arguments/argument-errors.ts";
import { bytesOf } from "./fs/open-files.ts";
import { streams } from "./streams/streams.ts";

type Done = (error: unknown, result?: Buffer) => void;
interface Options {
  readonly level?: number;
  readonly maxOutputLength?: number;
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

function changed(
  name: string,
  data: unknown,
  { level = -1, maxOutputLength = Number.POSITIVE_INFINITY }: Options = {},
): Buffer {
  const options = level >= 0 && level <= 9 ? { level: level as 6 } : {};
  const given = Uint8Array.from(Buffer.from(bytesOf(data ?? "")));
  const isReading = /^(?:gun|inflate|un)/.test(name);
  if (isReading && given.length === 0) throw damaged(name, given);
  let made: Uint8Array;
  try {
    made = changes[name]?.(given, options) ?? new Uint8Array();
  } catch (cause) {
    throw damaged(name, given, cause);
  }
  if (isReading && name !== "inflateRaw" && !isWhole(given, made)) throw damaged(name, given);
  if (made.length > maxOutputLength)
    throw nodeError(RangeError, "ERR_BUFFER_TOO_LARGE", `Cannot create a Buffer larger than ${maxOutputLength} bytes`);
  return Buffer.from(made);
}

/** Whether what was read is what the end of the text says of it, which fflate does not ask: its length in gzip, its sum in zlib. */
function isWhole(given: Uint8Array, made: Uint8Array): boolean {
  const end = Buffer.from(given.subarray(-4));
  if (end.length < 4) return false;
  return given[0] === 0x1f ? end.readUInt32LE(0) === made.length >>> 0 : end.readUInt32BE(0) === adler32(made);
}

/** The sum at the end of a zlib text (RFC 1950). */
function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

/** The sum of gzip's and zip's texts. @param before that of the text before */
function crc32(data: unknown, before = 0): number {
  let sum = ~before;
  for (const byte of Buffer.from(bytesOf(data))) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

/** What Node says of a text that is none of its kind, or that ends early. */
function damaged(name: string, given: Uint8Array, cause?: unknown): Error {
  const at = (cause as { readonly code?: unknown } | undefined)?.code;
  const isBlock = at === FlateErrorCode.InvalidBlockType;
  const isBegun = name === "inflateRaw" || given.length < 2 || given[0] === (name === "inflate" ? 0x78 : 0x1f);
  if (isBegun && !isBlock)
    return Object.assign(new Error("unexpected end of file", { cause }), { errno: -5, code: "Z_BUF_ERROR" });
  const text = isBlock ? "invalid block type" : "incorrect header check";
  return Object.assign(new Error(text, { cause }), { errno: -3, code: "Z_DATA_ERROR" });
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

/** Changes all that was written to it once that has ended. */
function stream(name: string, options?: Options) {
  const chunks: Uint8Array[] = [];
  return new streams.Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    flush(done) {
      try {
        done(null, changed(name, Buffer.concat(chunks), options));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** Node's `zlib`, without Brotli. */
export const zlib = {
  constants: {
    ...{ Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5, Z_OK: 0 },
    ...{ Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4 },
    ...{ Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6, Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9 },
    ...{ Z_DEFAULT_COMPRESSION: -1, Z_FILTERED: 1, Z_HUFFMAN_ONLY: 2, Z_RLE: 3, Z_FIXED: 4, Z_DEFAULT_STRATEGY: 0 },
  },
  crc32,
  ...Object.fromEntries(
    Object.keys(changes).flatMap((name) => [
      [`${name}Sync`, (data: unknown, options?: Options | null) => changed(name, data, options ?? {})],
      [name, (data: unknown, given?: Options | Done, more?: Done) => later(name, data, given, more)],
      [`create${name[0]?.toUpperCase()}${name.slice(1)}`, (options?: Options) => stream(name, options)],
    ]),
  ),
};
