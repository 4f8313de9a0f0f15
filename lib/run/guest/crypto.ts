import { Buffer } from "buffer";
import { argumentError, nativeError, nodeError, rangeError, valueError } from "./arguments/argument-errors.ts";
import { bytesOf } from "./fs/open-files.ts";
import { coded, native } from "./native.ts";
import { scryptSync } from "./scrypt.ts";
import { streams } from "./streams/streams.ts";
import { setSoon } from "./timers.ts";
import * as web from "./web.ts";

class Hash extends streams.Transform {
  readonly #name: string;
  readonly #parts: Buffer[] = [];
  #isDone = false;
  #made: Buffer | undefined;
  constructor(name: string) {
    // What is written to it is what its sum is of, which can be read from it then.
    super({
      transform: (chunk: Uint8Array, encoding, done) => {
        this.update(chunk, encoding);
        done();
      },
      flush: (done) => {
        this.#made = hashOf(name, Buffer.concat(this.#parts));
        done(null, this.#made);
      },
    });
    // An unknown one is refused at once.
    hashOf(name, new Uint8Array());
    this.#name = name;
  }
  update(data: unknown, encoding?: string): this {
    if (this.#isDone) throw digested();
    this.#parts.push(Buffer.from(bytesOf(data, Buffer.isEncoding(encoding ?? "") ? encoding : undefined)));
    return this;
  }
  copy(): Hash {
    const made = new Hash(this.#name);
    made.#parts.push(...this.#parts);
    return made;
  }
  digest(encoding?: string): string | Buffer {
    if (this.#isDone) throw digested();
    this.#isDone = true;
    const made = this.#made ?? hashOf(this.#name, Buffer.concat(this.#parts));
    return encoded(made, encoding);
  }
}

/** Node gives the bytes, too, for an encoding that there is not. */
function encoded(bytes: Buffer, encoding: string | undefined): string | Buffer {
  return typeof encoding === "string" && Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
}

function digested(): Error {
  return nodeError(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
}

/** RFC 8018. */
function pbkdf2Sync(password: unknown, salt: unknown, ...how: [rounds: number, length: number, name?: string]): Buffer {
  const [rounds, length, name = "sha1"] = how;
  const made: Buffer[] = [];
  const keyed = (bytes: Uint8Array) => new Hmac(name, password).update(bytes).digest() as Buffer;
  for (let block = 1; Buffer.concat(made).length < length; block++) {
    let last = keyed(Buffer.concat([Buffer.from(bytesOf(salt)), Buffer.from([0, 0, block >> 8, block & 255])]));
    const sum = Buffer.from(last);
    for (let round = 1; round < rounds; round++) {
      last = keyed(last);
      for (const [at, byte] of last.entries()) sum[at] = (sum[at] ?? 0) ^ byte;
    }
    made.push(sum);
  }
  return Buffer.concat(made).subarray(0, length);
}

/** RFC 5869. */
function hkdfSync(
  name: string,
  key: unknown,
  salt: unknown,
  ...[info, length]: [info: unknown, length: number]
): ArrayBuffer {
  const keyed = (by: unknown, bytes: Uint8Array) => new Hmac(name, by).update(bytes).digest() as Buffer;
  const first = keyed(salt, Buffer.from(bytesOf(key)));
  let all: Buffer = Buffer.alloc(0);
  let last: Buffer = all;
  for (let block = 1; all.length < length; block++) {
    last = keyed(first, Buffer.concat([last, Buffer.from(bytesOf(info)), Buffer.from([block])]));
    all = Buffer.concat([all, last]);
  }
  return Uint8Array.from(all.subarray(0, length)).buffer;
}

type Done<Result> = (error: unknown, result?: Result) => void;

/** The form of a function that gives its result later, to the last of its arguments. */
function calling<Given extends unknown[], Result>(act: (...given: Given) => Result) {
  return (...all: [...Given, Done<Result>]): void => {
    const done = all.pop() as Done<Result>;
    const made = act(...(all as unknown as Given));
    setSoon(() => done(null, made));
  };
}

function randomFillSync<Bytes extends Uint8Array>(bytes: Bytes, from = 0, count = bytes.length - from): Bytes {
  bytes.set(new Uint8Array(native.random(count)), from);
  return bytes;
}

function hashOf(name: string, bytes: Uint8Array): Buffer {
  return Buffer.from(coded(() => native.hash(name, Uint8Array.from(bytes).buffer)));
}

/** RFC 2104. */
class Hmac {
  readonly #name: string;
  readonly #key: Uint8Array;
  readonly #parts: Buffer[] = [];
  constructor(name: string, key: unknown) {
    try {
      hashOf(name, new Uint8Array());
    } catch (cause) {
      throw Object.assign(new TypeError(`Invalid digest: ${name}`, { cause }), { code: "ERR_CRYPTO_INVALID_DIGEST" });
    }
    const size = /^sha-?(?:384|512)$/i.test(name) ? 128 : 64;
    const given = Buffer.from(bytesOf(key));
    this.#name = name;
    this.#key = new Uint8Array(size);
    this.#key.set(given.length > size ? hashOf(name, given) : given);
  }
  update(data: unknown, encoding?: string): this {
    this.#parts.push(Buffer.from(bytesOf(data, Buffer.isEncoding(encoding ?? "") ? encoding : undefined)));
    return this;
  }
  digest(encoding?: string): string | Buffer {
    const padded = (value: number) => this.#key.map((byte) => byte ^ value);
    const inner = hashOf(this.#name, Buffer.concat([padded(0x36), ...this.#parts]));
    const made = hashOf(this.#name, Buffer.concat([padded(0x5c), inner]));
    return encoded(made, encoding);
  }
}

/** A sum in one call. @param given its encoding, alone or as `outputEncoding` */
function hash(name: string, data: unknown, given: unknown = "hex"): string | Buffer {
  if (typeof given !== "string" && (typeof given !== "object" || given === null || Array.isArray(given)))
    throw argumentError("options", "of type object", given);
  const { outputEncoding = "hex" } =
    typeof given === "string" ? { outputEncoding: given } : (given as { readonly outputEncoding?: string });
  if (!/^(?:buffer)?$/.test(outputEncoding) && !Buffer.isEncoding(outputEncoding))
    throw valueError("outputEncoding", outputEncoding);
  try {
    return new Hash(name).update(data).digest(outputEncoding);
  } catch (cause) {
    throw new Error(`Digest method ${name} is not supported`, { cause });
  }
}

/** Of one number, those below it; the last argument may be called with the result. */
function randomInt(...given: readonly unknown[]): number | undefined {
  const done =
    typeof given.at(-1) === "function" ? (given.at(-1) as (error: undefined, made: number) => void) : undefined;
  const [least, most] = done ? given.slice(0, -1) : given;
  const [from, to] = most === undefined ? [0, least] : [least, most];
  for (const [name, value] of [
    ["min", from],
    ["max", to],
  ] as const)
    if (!Number.isSafeInteger(value)) throw argumentError(name, "a safe integer", value);
  const [low, high] = [from as number, to as number];
  if (high <= low) throw rangeError("max", `greater than the value of "min" (${low})`, high);
  const made = low + Math.floor(Math.random() * (high - low));
  if (done) setSoon(() => done(undefined, made));
  return done ? undefined : made;
}

/** Node's `crypto`, as far as a program without keys and certificates needs it. */
export const crypto = {
  ...web.crypto,
  webcrypto: web.crypto,
  getRandomValues: web.crypto.getRandomValues,
  createHash: (name: string) => new Hash(name),
  createHmac: (name: string, key: unknown) => new Hmac(name, key),
  getHashes: () => ["RSA-MD5", "RSA-SHA1", "RSA-SHA256", "md5", "sha1", "sha256", "sha384", "sha512"],
  hash,
  pbkdf2: calling(pbkdf2Sync),
  pbkdf2Sync,
  hkdf: calling(hkdfSync),
  hkdfSync,
  scrypt: calling(scryptSync),
  scryptSync,
  randomFill: calling(randomFillSync),
  randomFillSync,
  Hash,
  Hmac,
  randomBytes(count: number, done?: (error: unknown, bytes: Buffer) => void) {
    const bytes = Buffer.from(native.random(count));
    if (done) setSoon(() => done(null, bytes));
    return done ? undefined : bytes;
  },
  randomInt,
  timingSafeEqual(one: Uint8Array, other: Uint8Array) {
    if (one.byteLength !== other.byteLength)
      throw nativeError(
        RangeError,
        "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH",
        "Input buffers must have the same byte length",
      );
    return Buffer.compare(one, other) === 0;
  },
};
