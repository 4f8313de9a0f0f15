import { Buffer } from "buffer";
import { argumentError, namelessError, nativeError, nodeError, rangeError, valueError } from "./argument-errors.ts";

/** Of what a function is called, and with what. */
export interface Call {
  readonly of: unknown;
  readonly given: readonly unknown[];
}

/** Throws what Node does for a value that is none of a kind, which may depend on what else a call has. */
type Kind = (value: unknown, name: string, call?: Call) => void;

/** A kind that is told in the same words of each value. */
function kind(is: (value: unknown) => boolean, wanted: string): Kind {
  return (value, name) => {
    if (!is(value)) throw argumentError(name, wanted, value);
  };
}

/** Whole numbers of a range. */
function whole(least: number, most: number): Kind {
  return (value, name) => {
    if (typeof value !== "number") throw argumentError(name, "of type number", value);
    if (!Number.isInteger(value)) throw rangeError(name, "an integer", value);
    if (value < least || value > most) throw rangeError(name, `>= ${least} && <= ${most}`, value);
  };
}

/** Numbers of a range, of which NaN is none. */
function number(least: number, most = Number.POSITIVE_INFINITY): Kind {
  return (value, name) => {
    if (typeof value !== "number") throw argumentError(name, "of type number", value);
    const range = most === Number.POSITIVE_INFINITY ? `>= ${least}` : `>= ${least} && <= ${most}`;
    if (!(value >= least && value <= most)) throw rangeError(name, range, value);
  };
}

const isText = (value: unknown) => typeof value === "string";
const isView = (value: unknown) => ArrayBuffer.isView(value);
const isBytes = (value: unknown) => isView(value) || value instanceof ArrayBuffer;
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isPath = (value: unknown) => isText(value) || value instanceof Uint8Array || value instanceof URL;
const isEvents = (value: unknown) => isObject(value) && typeof (value as { on?: unknown }).on === "function";

const [most31, most32] = [2 ** 31 - 1, 2 ** 32 - 1];
const path = kind(isPath, "of type string or an instance of Buffer or URL");

/** The length of bytes, in bytes. */
function lengthOf(bytes: unknown): number {
  return (bytes as ArrayBufferView | undefined)?.byteLength ?? 0;
}

/** A place in the bytes of which a function is called. */
function ownPlace(value: unknown, name: string, call?: Call): void {
  whole(0, lengthOf(call?.of))(value, name);
}

/** What a number is made of, in V8's words where none is. */
function asNumber(value: unknown): number {
  if (typeof value === "bigint") throw new TypeError("Cannot convert a BigInt value to a number");
  return Math.trunc(Number(value));
}

/** The text of a mode is octal. */
function mode(value: unknown, name: string): void {
  if (typeof value !== "string") whole(0, most32)(value ?? undefined, name);
  else if (!/^[0-7]+$/.test(value))
    throw valueError(name, value, "must be a 32-bit unsigned integer or an octal string");
}

function encoding(value: unknown): void {
  if (value && value !== "buffer" && !Buffer.isEncoding(value as string))
    throw valueError("encoding", value, "is invalid encoding");
}

/** What a function takes as its options that may be an encoding alone. */
function textOptions(value: unknown, name: string): void {
  if (value === null || value === undefined || typeof value === "function") return;
  if (typeof value !== "string" && typeof value !== "object")
    throw argumentError(name, "one of type string or object", value);
  encoding(typeof value === "string" ? value : (value as { readonly encoding?: unknown }).encoding);
}

/** What `Buffer.from` makes a buffer of. */
function isSource(value: unknown): boolean {
  if (isText(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  if (isBytes(value) || "length" in value || Symbol.toPrimitive in value || value.valueOf() !== value) return true;
  return (value as { readonly type?: unknown }).type === "Buffer" || "buffer" in value;
}

const openFlags = /^(?:r|rs|sr|r\+|rs\+|sr\+|w|wx|xw|w\+|wx\+|xw\+|a|ax|xa|as|sa|a\+|ax\+|xa\+|as\+|sa\+)$/;

/** A digest by its name. @throws as Node for one that there is not */
function digest(value: unknown, name: string): void {
  kind(isText, "of type string")(value, name);
  if (!/^(?:RSA-)?(?:md5|sha-?(?:1|224|256|384|512)|ripemd160)$/i.test(value as string))
    throw nodeError(TypeError, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${value as string}`);
}

/** The kinds of arguments, by the words of `checks.ts`. */
export const kinds: Readonly<Record<string, Kind>> = {
  text: kind(isText, "of type string"),
  function: kind((value) => typeof value === "function", "of type function"),
  object: kind(isObject, "of type object"),
  list: kind(Array.isArray, "an instance of Array"),
  path,
  /** A path, or the number of an open file. */
  file(value, name) {
    // As in Node, what is no number makes an error of its own here.
    if (value !== ((value as number) | 0)) path(value, name);
  },
  fd(value, name) {
    // Node tells these in fewer words.
    if (typeof value === "number" || typeof value === "object") whole(0, most31)(value, name);
    else throw namelessError(name, "of type number", value);
  },
  /** The number of a process. */
  process(value, name) {
    // biome-ignore lint/suspicious/noDoubleEquals: as Node does
    if (value != ((value as number) | 0)) throw argumentError(name, "of type number", value);
  },
  /** Where `write` begins, how much of a text it takes, or in their place how the text is encoded. */
  writePlace(value, name, call) {
    const isEncoding = typeof value === "string" && (name === "length" || call?.given[2] === undefined);
    if (!isEncoding) ownPlace(value, name, call);
  },
  /** Where `fill` begins and ends, or how the text that it fills with is encoded. */
  fillPlace(value, name, call) {
    const isEncoding = typeof value === "string" && typeof call?.given[0] === "string";
    if (!isEncoding) (name === "end" ? ownPlace : kinds.place)?.(value, name, call);
  },
  ownPlace,
  /** A place in the bytes that are given first. */
  firstPlace: (value, name, call) => whole(0, lengthOf(call?.given[0]))(value, name),
  /** Where `copy` begins to read. */
  ownStart(value, name, call) {
    const most = lengthOf(call?.of);
    const at = asNumber(value);
    if (at < 0 || at > most) throw rangeError(name, `>= 0 && <= ${most}`, value);
  },
  least0(value, name) {
    if (asNumber(value) < 0) throw rangeError(name, ">= 0", value);
  },
  /** Where `readSync` puts what it reads, or options in its place. */
  readPlace(value, name, call) {
    if ((call?.given.length ?? 0) > 3 && typeof value !== "object") kinds.place?.(value, name);
    else if (value !== null) kinds.object?.(value, "options");
  },
  /** How much it reads, of what has room there. */
  readCount(value, name, call) {
    const [, bytes, place] = call?.given ?? [];
    if (typeof place === "object" && place !== null) return;
    const count = (value as number) | 0;
    const most = lengthOf(bytes) - Number(place ?? 0);
    if (count < 0) throw rangeError(name, ">= 0", count);
    if (count > most) throw rangeError(name, `<= ${most}`, count);
  },
  /** Where random bytes begin, and how many there are. */
  randomPlace(value, name, call) {
    const most = lengthOf(call?.given[0]);
    number(0, most)(value, name);
  },
  randomCount(value, name, call) {
    kinds.most31?.(value, name);
    const [bytes, from = 0] = call?.given ?? [];
    const end = (value as number) + (from as number);
    if (end > lengthOf(bytes)) throw rangeError(`${name} + offset`, `<= ${lengthOf(bytes)}`, end);
  },
  size: number(0, 2 ** 53 - 1),
  most31: number(0, most31),
  count: number(0),
  integer: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  place: whole(0, Number.MAX_SAFE_INTEGER),
  rounds: whole(1, most31),
  length: whole(0, most31),
  milliseconds: whole(1, most32),
  unsigned: whole(0, most32),
  safe: kind(Number.isSafeInteger, "a safe integer"),
  data: kind(
    (value) => isText(value) || isView(value),
    "of type string or an instance of Buffer, TypedArray, or DataView",
  ),
  /** What is decoded, which may be text: of that, Node says nothing. */
  decoded: kind((value) => isText(value) || isView(value), "an instance of Buffer, TypedArray, or DataView"),
  /** What is written to a stream; what is no data at all has an error of its own. */
  chunk(value, name, call) {
    const stream = call?.of as { readonly writableObjectMode?: boolean } | undefined;
    if (!stream?.writableObjectMode && value !== null) kinds.data?.(value, name);
  },
  view: kind(isView, "an instance of Buffer, TypedArray, or DataView"),
  bytes: kind((value) => value instanceof Uint8Array, "an instance of Buffer or Uint8Array"),
  packed: kind(
    (value) => isText(value) || isBytes(value),
    "of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer",
  ),
  secret: kind(
    (value) => isText(value) || isBytes(value),
    "of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView",
  ),
  key: kind(
    (value) => isText(value) || isBytes(value),
    "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey",
  ),
  compared(value, name) {
    if (!isBytes(value))
      throw nativeError(
        TypeError,
        "ERR_INVALID_ARG_TYPE",
        `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`,
      );
  },
  filled: kind(isBytes, "an instance of ArrayBuffer or ArrayBufferView"),
  measured: kind((value) => isText(value) || isBytes(value), "of type string or an instance of Buffer or ArrayBuffer"),
  found: kind(
    (value) => isText(value) || typeof value === "number" || value instanceof Uint8Array,
    "one of type number or string or an instance of Buffer or Uint8Array",
  ),
  address: kind((value) => isText(value) || isObject(value) || Array.isArray(value), "one of type object or string"),
  textOrUrl: kind((value) => isText(value) || value instanceof URL, "of type string or an instance of URL"),
  stream: kind(isEvents, "an instance of ReadableStream, WritableStream, or Stream"),
  event: kind((value) => value instanceof Event, "an instance of Event"),
  iterable: kind(
    (value) =>
      isText(value) ||
      (typeof value === "object" && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)),
    "an instance of Iterable",
  ),
  digest,
  encoding,
  textOptions,
  mode,
  /** The mode of a new folder, alone or among options. */
  folderOptions(value) {
    if (typeof value === "number" || typeof value === "string") mode(value, "mode");
    else if (isObject(value) && (value as { mode?: unknown }).mode !== undefined)
      mode((value as { readonly mode?: unknown }).mode, "options.mode");
  },
  flags(value, name) {
    if (value === null || value === undefined) return;
    if (typeof value === "number") return whole(-(2 ** 31), most31)(value, name);
    if (!openFlags.test(typeof value === "string" ? value : "")) throw valueError(name, value);
  },
  /** The rights that `access` asks for, and how `copyFile` copies. */
  rights(value) {
    if (value === null || value === undefined) return;
    if (typeof value !== "number" || (value % 1 !== 0 && !Number.isNaN(value) && typeof value !== "number"))
      throw nativeError(TypeError, "ERR_INVALID_ARG_TYPE", "mode must be int32 or null/undefined");
    if (Number.isNaN(value)) throw nativeError(RangeError, "ERR_OUT_OF_RANGE", "mode is out of range");
    if (value < 0 || value > 7) throw nativeError(RangeError, "ERR_OUT_OF_RANGE", "mode is out of range: >= 0 && <= 7");
  },
  time: kind(
    (value) => (/^(?:string|number)$/.test(typeof value) && !Number.isNaN(Number(value))) || value instanceof Date,
    "an instance of Date or an Time in seconds",
  ),
  position(value, name) {
    if (value === null || value === undefined || typeof value === "bigint") return;
    if (typeof value !== "number") throw argumentError(name, "of type bigint or integer", value);
    if (!Number.isInteger(value)) throw rangeError(name, "an integer", value);
  },
  program(value, name) {
    kinds.text?.(value, name);
    if (value === "") throw valueError("file", value, "cannot be empty");
  },
  /** The arguments of a program, or its options in their place. */
  words: kind((value) => value === null || typeof value === "object", "of type object"),
  /** Where they may be left out, what is called when the program has ended. */
  wordsOrCallback: kind((value) => /^(?:object|function)$/.test(typeof value), "of type object"),
  optionsOrCallback: kind((value) => isObject(value) || typeof value === "function", "of type object"),
  source: kind(isSource, "of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object"),
  any: () => undefined,
  /** What `inherits` takes, whose later checks are the language's own. */
  made: kind((value) => value !== undefined && value !== null, "of type function"),
  parent(value, name) {
    kinds.made?.(value, name);
    const { prototype } = value as { readonly prototype?: unknown };
    kinds.object?.(prototype, `${name}.prototype`);
  },
  /** The file from which `createRequire` asks for modules. */
  moduleFile(value, name) {
    const isFile = isText(value) ? /^(?:\/|file:)/.test(value as string) : value instanceof URL;
    if (!isFile) throw valueError(name, value, "must be a file URL object, file URL string, or absolute path string");
  },
  sentence(value) {
    if (typeof value !== "string") throw nodeError(TypeError, "ERR_INVALID_ARG_TYPE", "argument must be a string");
  },
};
