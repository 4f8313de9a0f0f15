import { createSHA1 } from "hash-wasm";
import { type ObjectType, typeNames } from "./git-object.ts";

/** The compiled code that reading a pack needs. */
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
type HashObject = (type: ObjectType, content: Uint8Array) => string;

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
  /** The sum in lower-case hexadecimal; no more can be added then. */
  digest(): string;
}

async function startSum(): Promise<Sum> {
  const sha1 = await createSHA1();
  return sha1.init();
}

/**
 * What became of a zlib stream. A pack does not say where its streams end, so the reader must. `incomplete`: the input
 * ended first.
 */
export type Inflated =
  | { readonly kind: "done"; readonly end: number }
  | { readonly kind: "incomplete" }
  | { readonly kind: "damaged" };

/** Bytes that go in and come out at once: more than most objects have, less than zlib's answer can count. */
const bufferSize = 1 << 17;

/** Inflates one stream after another. */
class Inflater {
  readonly #zlib: Zlib;
  /** Addresses of the input and output buffers in zlib's memory. */
  readonly #input: number;
  readonly #output: number;
  #view = new Uint8Array();

  private constructor(zlib: Zlib) {
    this.#zlib = zlib;
    this.#input = zlib.malloc(bufferSize);
    this.#output = zlib.malloc(bufferSize);
  }

  /** @param code zip.js's `zip-module.wasm` */
  static async start(code: BufferSource): Promise<Inflater> {
    return new Inflater(await startZlib(code));
  }

  /** Inflates the stream at `input[start]` into all of `output`: a result of any other length is damaged. */
  into(input: Uint8Array, start: number, output: Uint8Array): Inflated {
    return this.#inflate(input, start, { size: output.length, output });
  }

  /** Finds the end of the stream at `input[start]` without keeping its `size` bytes. */
  skip(input: Uint8Array, start: number, size: number): Inflated {
    return this.#inflate(input, start, { size });
  }

  #inflate(input: Uint8Array, start: number, result: Result): Inflated {
    const stream = this.#zlib.inflate_new();
    try {
      if (this.#zlib.inflate_init(stream) !== zlibStatus.ok) throw new Error("zlib has no memory left.");
      return this.#run(stream, input, start, result);
    } finally {
      this.#zlib.inflate_end(stream);
    }
  }

  #run(stream: number, input: Uint8Array, start: number, { size, output }: Result): Inflated {
    let at = start;
    let made = 0;
    // Deflate adds at most five bytes to 16 KB that it can't shrink: a small object's first try takes no more with it.
    for (let take = Math.min(size + (size >> 9) + 64, bufferSize); ; take = bufferSize) {
      // Room for one byte more than is expected, so that a stream that is too long is noticed.
      const left = Math.min(size - made + 1, bufferSize);
      const { status, length } = this.#process(stream, input.subarray(at, at + take), left);
      output?.set(this.#memory.subarray(this.#output, this.#output + Math.min(length, size - made)), made);
      made += length;
      at += this.#zlib.inflate_last_consumed(stream);
      if (status === zlibStatus.streamEnd && made === size) return { kind: "done", end: at };
      if (status !== zlibStatus.bufferError || made > size) return { kind: "damaged" };
      if (length < left && at === input.length) return { kind: "incomplete" };
    }
  }

  /** Puts one piece through. At `#output` stands what comes out, at most `left` bytes, until the next call. */
  #process(stream: number, piece: Uint8Array, left: number) {
    this.#memory.set(piece, this.#input);
    // `finish` spares zlib its window where everything fits; where not, it goes on all the same.
    const answer = this.#zlib.inflate_process(stream, this.#input, piece.length, this.#output, left, zlibFlush.finish);
    return { status: answer >> 24, length: answer & 0xffffff };
  }

  /** The memory of zlib as a whole; made anew each time, as it moves when it grows. */
  get #memory(): Uint8Array {
    const { buffer } = this.#zlib.memory;
    if (this.#view.buffer !== buffer) this.#view = new Uint8Array(buffer);
    return this.#view;
  }
}

interface Result {
  readonly size: number;
  /** Where the output is written, if it is kept. */
  readonly output?: Uint8Array;
}

/**
 * zlib itself, compiled to WebAssembly by zip.js: in a worker that has just started it takes a third of the time of a
 * port to JavaScript, and unlike `DecompressionStream` it says where a stream ends.
 */
interface Zlib {
  readonly memory: WebAssembly.Memory;
  malloc(size: number): number;
  inflate_new(): number;
  inflate_init(stream: number): number;
  /** Returns the status in the highest byte and the number of bytes written in the others. */
  inflate_process(
    stream: number,
    input: number,
    length: number,
    output: number,
    capacity: number,
    flush: number,
  ): number;
  inflate_last_consumed(stream: number): number;
  /** Frees the stream too. */
  inflate_end(stream: number): number;
}

/** Zlib's own constants (zlib.h). */
const zlibFlush = { finish: 4 } as const;
const zlibStatus = { ok: 0, streamEnd: 1, bufferError: -5 } as const;

/** @param code zip.js's `zip-module.wasm` */
async function startZlib(code: BufferSource): Promise<Zlib> {
  const { instance } = await WebAssembly.instantiate(code);
  const zlib = instance.exports as unknown as Zlib & { _initialize(): void };
  zlib._initialize();
  return zlib;
}
