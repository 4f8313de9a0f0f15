import { Buffer } from "buffer";
import { argumentError, coded, rangeError } from "./arguments/argument-errors.ts";

/** Adds what Node's buffers know and those of the library do not: `base64url`. */
export function installBuffers(): void {
  const proto = Buffer.prototype as { toString(encoding?: string, from?: number, to?: number): string };
  const [text, from, isKnown] = [proto.toString, Buffer.from, Buffer.isEncoding];
  proto.toString = function inText(encoding, ...range) {
    if (encoding !== "base64url") return text.call(this, encoding, ...range);
    return text.call(this, "base64", ...range).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
  };
  const fromAny = from as (...given: unknown[]) => Buffer;
  // The library reads both alphabets.
  Object.assign(Buffer, {
    from: (value: unknown, encoding?: unknown, ...rest: unknown[]) =>
      fromAny(value, encoding === "base64url" ? "base64" : encoding, ...rest),
    isEncoding: (name: string) => name === "base64url" || isKnown(name),
    copyBytesFrom: (view: ArrayBufferView) =>
      fromAny(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength)),
  });
  const methods = Buffer.prototype as unknown as Record<string, unknown>;
  for (const [owner, names] of [
    [Buffer, ["from"]],
    [methods, ["toString", "write", "fill", "indexOf"]],
  ] as const)
    for (const name of names) tellEncoding(owner as unknown as Record<string, Method>, name);
  for (const name of Object.keys(methods)) placeChecked(methods as Record<string, Method>, name);
  for (const name of ["readBigUInt64LE", "readBigUInt64BE", "writeBigUInt64LE", "writeBigUInt64BE"])
    methods[name.replace("UI", "Ui")] ??= methods[name];
}

/** Matches what reads or writes a number of so many bits; without them, of as many bytes as it is told. */
const ofNumbers = /^(read|write)(?:Big)?(?:U?[iI]nt(\d*)|Float|Double)(?:LE|BE)?$/;

/**
 * Has what reads and writes numbers refuse a place that is none, as Node does: the library rounds some. Others pass at once, as programs read
 * millions.
 */
function placeChecked(owner: Record<string, Method>, name: string): void {
  const [, how, bits = /Double/.test(name) ? "64" : "32"] = ofNumbers.exec(name) ?? [];
  if (how === undefined || bits === "") return;
  const [own, size] = [owner[name] as Method, Number(bits) / 8];
  const isReading = how === "read";
  owner[name] = function (this: Uint8Array, one: unknown, other: unknown) {
    const at = (isReading ? one : other) ?? 0;
    const isPlace = typeof at === "number" && at >= 0 && at % 1 === 0 && at + size <= this.length;
    if (!isPlace || (at === 0 && (isReading ? one : other) === null))
      refusePlace(isReading ? one : other, this.length - size);
    return own.call(this, one, other);
  };
}

function refusePlace(at: unknown, most: number): void {
  if (at !== undefined && typeof at !== "number") throw argumentError("offset", "of type number", at);
  if (at !== undefined && !Number.isInteger(at)) throw rangeError("offset", "an integer", at);
  if (most < 0) throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
  throw rangeError("offset", `>= 0 and <= ${most}`, at ?? 0);
}

type Method = (...given: unknown[]) => unknown;

/** Gives the library's error for an unknown encoding the code of Node's. */
function tellEncoding(owner: Record<string, Method>, name: string): void {
  const own = owner[name] as Method;
  owner[name] = function (this: unknown, ...given) {
    try {
      return own.apply(this, given);
    } catch (caught) {
      const isOfNode = String(caught).startsWith("TypeError: Unknown enc");
      throw isOfNode ? Object.assign(caught as Error, { code: "ERR_UNKNOWN_ENCODING" }) : caught;
    }
  };
}

/** What Node's `buffer` tells of buffers. */
export const bufferFacts = {
  kMaxLength: 2 ** 53 - 1,
  kStringMaxLength: 2 ** 29 - 24,
  INSPECT_MAX_BYTES: 50,
  constants: { MAX_LENGTH: 2 ** 53 - 1, MAX_STRING_LENGTH: 2 ** 29 - 24 },
  isAscii: (bytes: Uint8Array) => bytes.every((byte) => byte < 128),
  isUtf8: (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString()).equals(bytes),
};
