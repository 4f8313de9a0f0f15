import { createSHA1 } from "hash-wasm";
import { type Inflated, type Inflater, objectHash, type PackTools, type Sum } from "./pack-tools.ts";

/**
 * What reading a pack needs, compiled to WebAssembly. Hashing is so too: calling the browser's own hash for tens of thousands of small
 * objects costs more than hashing them.
 * @param zlib zip.js's `zip-module.wasm`
 * @param startNativeSum the platform's SHA-1, where it is synchronous
 */
export async function loadPackTools(zlib: Promise<BufferSource>, startNativeSum?: () => Sum): Promise<PackTools> {
  const starting = zlib.then((code) => WasmInflater.start(code));
  if (startNativeSum) {
    const startSum = async () => startNativeSum();
    return { inflater: await starting, hash: objectHash(startNativeSum), startSum };
  }
  const [inflater, sha1] = await Promise.all([starting, createSHA1()]);
  return { inflater, hash: objectHash(() => sha1.init()), startSum: async () => (await createSHA1()).init() };
}

/** Bytes processed at once: more than most objects have, less than zlib's return value can count. */
const bufferSize = 1 << 17;

class WasmInflater implements Inflater {
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
  static async start(code: BufferSource): Promise<WasmInflater> {
    return new WasmInflater(await startZlib(code));
  }

  into(input: Uint8Array, start: number, output: Uint8Array): Inflated {
    return this.#inflate(input, start, { size: output.length, output });
  }

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
    // Deflate adds at most five bytes to 16 KB that it cannot shrink: a small object's first attempt takes no more than
    // that.
    for (let take = Math.min(size + (size >> 9) + 64, bufferSize); ; take = bufferSize) {
      // Room for one byte more than expected, so that a stream that is too long is noticed.
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

  /** Processes one piece. The output, at most `left` bytes, is at `#output` until the next call. */
  #process(stream: number, piece: Uint8Array, left: number) {
    this.#memory.set(piece, this.#input);
    // `finish` saves zlib its window where everything fits; otherwise zlib continues all the same.
    const answer = this.#zlib.inflate_process(stream, this.#input, piece.length, this.#output, left, zlibFlush.finish);
    return { status: answer >> 24, length: answer & 0xffffff };
  }

  /** The whole memory of zlib, as a new view each time, since it moves when it grows. */
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
 * zlib itself, compiled to WebAssembly by zip.js: in a new worker it takes a third of the time of a JavaScript port,
 * and unlike `DecompressionStream` it reports where a stream ends.
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
