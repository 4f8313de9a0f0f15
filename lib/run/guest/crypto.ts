import { Buffer } from "buffer";
import { bytesOf } from "./fs/open-files.ts";
import { native } from "./native.ts";
import * as web from "./web.ts";

class Hash {
  readonly #name: string;
  readonly #parts: Buffer[] = [];
  constructor(name: string) {
    this.#name = name;
  }
  update(data: unknown, encoding?: string): this {
    this.#parts.push(Buffer.from(bytesOf(data, encoding)));
    return this;
  }
  digest(encoding?: string): string | Buffer {
    const made = hashOf(this.#name, Buffer.concat(this.#parts));
    return encoding === undefined ? made : made.toString(encoding as BufferEncoding);
  }
}

function hashOf(name: string, bytes: Uint8Array): Buffer {
  return Buffer.from(native.hash(name, Uint8Array.from(bytes).buffer));
}

/** RFC 2104. */
class Hmac {
  readonly #name: string;
  readonly #key: Uint8Array;
  readonly #parts: Buffer[] = [];
  constructor(name: string, key: unknown) {
    const size = /^sha-?(?:384|512)$/i.test(name) ? 128 : 64;
    const given = Buffer.from(bytesOf(key));
    this.#name = name;
    this.#key = new Uint8Array(size);
    this.#key.set(given.length > size ? hashOf(name, given) : given);
  }
  update(data: unknown, encoding?: string): this {
    this.#parts.push(Buffer.from(bytesOf(data, encoding)));
    return this;
  }
  digest(encoding?: string): string | Buffer {
    const padded = (value: number) => this.#key.map((byte) => byte ^ value);
    const inner = hashOf(this.#name, Buffer.concat([padded(0x36), ...this.#parts]));
    const made = hashOf(this.#name, Buffer.concat([padded(0x5c), inner]));
    return encoding === undefined ? made : made.toString(encoding as BufferEncoding);
  }
}

/** Node's `crypto`, as far as a program without keys and certificates needs it. */
export const crypto = {
  ...web.crypto,
  webcrypto: web.crypto,
  getRandomValues: web.crypto.getRandomValues,
  createHash: (name: string) => new Hash(name),
  createHmac: (name: string, key: unknown) => new Hmac(name, key),
  getHashes: () => ["md5", "sha1", "sha256", "sha384", "sha512"],
  randomBytes: (count: number) => Buffer.from(native.random(count)),
  randomInt: (least: number, most?: number) => {
    const [from, to] = most === undefined ? [0, least] : [least, most];
    return from + Math.floor(Math.random() * (to - from));
  },
  timingSafeEqual: (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0,
};
