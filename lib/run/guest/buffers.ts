import { Buffer } from "buffer";
import { format } from "node-inspect-extracted";
import { StringDecoder as LibrarysDecoder } from "string_decoder/";
import { argumentError, nodeError, rangeError } from "./arguments/argument-errors.ts";

/** Adds what Node's buffers know and those of the library do not: `base64url`. */
export function installBuffers(): void {
  const proto = Buffer.prototype as { toString(encoding?: string, from?: number, to?: number): string };
  const [text, from, isKnown] = [proto.toString, Buffer.from, Buffer.isEncoding];
  proto.toString = function inText(encoding, ...range) {
    if (!encoding && encoding !== undefined) throw unknownEncoding(encoding);
    if (encoding !== "base64url") return text.call(this, encoding, ...range);
    return text.call(this, "base64", ...range).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
  };
  const fromAny = from as (...given: unknown[]) => Buffer;
  const { alloc } = Buffer;
  // The library reads both alphabets.
  Object.assign(Buffer, {
    alloc(size: number, value?: unknown, encoding?: BufferEncoding) {
      const made = alloc(size);
      return value === undefined ? made : made.fill(value as string, 0, size, encoding);
    },
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
  const fill = methods.fill as Method;
  methods.fill = function (this: Buffer, value: unknown, ...range: unknown[]) {
    // The library refuses a place behind the end.
    if (typeof range[0] === "number" && range[0] >= this.length) return this;
    const isNumber = typeof value !== "string" && typeof value !== "boolean" && !ArrayBuffer.isView(value);
    return fill.call(this, isNumber ? +(value as number) & 255 : value, ...range);
  };
  for (const name of Object.keys(methods)) placeChecked(methods as Record<string, Method>, name);
  for (const name of ["readBigUInt64LE", "readBigUInt64BE", "writeBigUInt64LE", "writeBigUInt64BE"])
    methods[name.replace("UI", "Ui")] ??= methods[name];
}

/** Matches what reads or writes a number of so many bits; without them, of as many bytes as it is told. */
const ofNumbers = /^(read|write)(Big)?(U?[iI]nt(\d*)|Float|Double)(?:LE|BE)?$/;

/**
 * Has what reads and writes numbers refuse a place that is none, as Node does: the library rounds some. Others pass at once, as programs read
 * millions.
 */
function placeChecked(owner: Record<string, Method>, name: string): void {
  const [, how, big, kind = "", bits = kind === "Double" ? "64" : "32"] = ofNumbers.exec(name) ?? [];
  if (how === undefined) return;
  const own = owner[name] as Method;
  const isReading = how === "read";
  owner[name] = function (this: Uint8Array, one: unknown, other: unknown, more: unknown) {
    const size = bits === "" ? sizeOf(isReading ? other : more) : Number(bits) / 8;
    checkPlace(isReading ? one : other, this.length - size, bits === "");
    try {
      return own.call(this, one, other, more);
    } catch (caught) {
      if (!/"value".* is out of (?:bounds|range)/.test((caught as Error).message)) throw caught;
      throw rangeError("value", rangeOf(size, /^U/i.test(kind), big ? "n" : ""), one);
    }
  };
}

/** @throws as Node for what is no number of bytes of which it makes a number */
function sizeOf(given: unknown): number {
  if (typeof given === "bigint") throw new TypeError("Cannot convert a BigInt value to a number");
  if (typeof given !== "number") throw argumentError("byteLength", "of type number", given);
  if (!Number.isInteger(given)) throw rangeError("byteLength", "an integer", given);
  if (given < 1 || given > 6) throw rangeError("byteLength", ">= 1 and <= 6", given);
  return given;
}

/** The numbers of so many bytes, as Node tells them. @param sign what they end with */
function rangeOf(size: number, isUnsigned: boolean, sign: string): string {
  const power = (bits: number) => `2${sign} ** ${bits}${sign}`;
  if (size > 4)
    return isUnsigned
      ? `>= 0${sign} and < ${power(8 * size)}`
      : `>= -(${power(8 * size - 1)}) and < ${power(8 * size - 1)}`;
  const most = 2 ** (8 * size);
  return isUnsigned ? `>= 0 and <= ${most - 1}` : `>= ${-most / 2} and <= ${most / 2 - 1}`;
}

/** @param isAsked whether a place must be given @throws as Node for what is none */
function checkPlace(at: unknown, most: number, isAsked: boolean): void {
  if (typeof at === "number" && at >= 0 && at <= most && at % 1 === 0) return;
  const isLeftOut = at === undefined && !isAsked;
  if (isLeftOut && most >= 0) return;
  if (!isLeftOut && typeof at !== "number") throw argumentError("offset", "of type number", at);
  if (!isLeftOut && !Number.isInteger(at)) throw rangeError("offset", "an integer", at);
  if (most < 0)
    throw nodeError(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
  throw rangeError("offset", `>= 0 and <= ${most}`, at);
}

type Method = (...given: unknown[]) => unknown;

/** Has the library's error for an unknown encoding be Node's. */
function tellEncoding(owner: Record<string, Method>, name: string): void {
  const own = owner[name] as Method;
  owner[name] = function (this: unknown, ...given) {
    try {
      return own.apply(this, given);
    } catch (caught) {
      const [, told] = /^TypeError: Unknown encoding: (.*)$/s.exec(String(caught)) ?? [];
      if (told === undefined) throw caught;
      throw unknownEncoding(given.find((each) => String(each).toLowerCase() === told.toLowerCase()) ?? told);
    }
  };
}

function unknownEncoding(name: unknown): Error {
  return nodeError(TypeError, "ERR_UNKNOWN_ENCODING", format("Unknown encoding: %s", name));
}

/** Node's `StringDecoder`, which refuses an encoding in Node's words. */
class Decoder extends LibrarysDecoder {
  constructor(encoding?: BufferEncoding) {
    if ((encoding ?? "") !== "" && !Buffer.isEncoding(encoding as string)) throw unknownEncoding(encoding);
    super(encoding);
  }
}
Object.defineProperty(Decoder, "name", { value: "StringDecoder" });

export { Decoder as StringDecoder };

/** What Node's `buffer` tells of buffers. */
export const bufferFacts = {
  kMaxLength: 2 ** 53 - 1,
  kStringMaxLength: 2 ** 29 - 24,
  INSPECT_MAX_BYTES: 50,
  constants: { MAX_LENGTH: 2 ** 53 - 1, MAX_STRING_LENGTH: 2 ** 29 - 24 },
  isAscii: (bytes: Uint8Array) => bytes.every((byte) => byte < 128),
  isUtf8: (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString()).equals(bytes),
};
