import { startZlib, type Zlib, zlibFlush, zlibStatus } from "./zlib.ts";

/**
 * What became of a zlib stream. A pack does not say where its streams end, so the reader must. `incomplete`: the input
 * ended first.
 */
export type Inflated =
  | { readonly kind: "done"; readonly end: number }
  | { readonly kind: "incomplete" }
  | { readonly kind: "damaged" };

/** Bytes that go in and come out at once: more than most objects have, less than zlib's answer can count. */
const room = 1 << 17;

/** Inflates one stream after another. */
export class Inflater {
  readonly #zlib: Zlib;
  /** Where in zlib's memory the bytes on their way are. */
  readonly #input: number;
  readonly #output: number;

  private constructor(zlib: Zlib) {
    this.#zlib = zlib;
    this.#input = zlib.malloc(room);
    this.#output = zlib.malloc(room);
  }

  /** @param code zip.js's `zip-module.wasm` */
  static async start(code: BufferSource): Promise<Inflater> {
    return new Inflater(await startZlib(code));
  }

  /** Inflates the stream at `input[start]` into all of `output`: a result of any other length is damaged. */
  into(input: Uint8Array, start: number, output: Uint8Array): Inflated {
    return this.#inflate(input, start, { size: output.length, keep: (piece, at) => output.set(piece, at) });
  }

  /** Finds the end of the stream at `input[start]` without keeping its `size` bytes. */
  skip(input: Uint8Array, start: number, size: number): Inflated {
    return this.#inflate(input, start, { size, keep: () => undefined });
  }

  #inflate(input: Uint8Array, start: number, result: Result): Inflated {
    const stream = this.#zlib.inflate_new();
    try {
      if (this.#zlib.inflate_init(stream) !== zlibStatus.ok) throw new Error("zlib has no memory left.");
      return this.#run(stream, input.subarray(start), result, start);
    } finally {
      this.#zlib.inflate_end(stream);
    }
  }

  #run(stream: number, input: Uint8Array, { size, keep }: Result, start: number): Inflated {
    let used = 0;
    let made = 0;
    // Deflate adds at most five bytes to 16 KB that it can't shrink: a small object's first try takes no more with it.
    for (let take = Math.min(size + (size >> 9) + 64, room); ; take = room) {
      // One byte more than is to come, so that one too many shows.
      const left = Math.min(size - made + 1, room);
      const { status, output, consumed } = this.#process(stream, input.subarray(used, used + take), left);
      keep(output.subarray(0, size - made), made);
      made += output.length;
      used += consumed;
      if (status === zlibStatus.streamEnd && made === size) return { kind: "done", end: start + used };
      if (status !== zlibStatus.bufferError || made > size) return { kind: "damaged" };
      if (output.length < left && used === input.length) return { kind: "incomplete" };
    }
  }

  /** Puts one piece through. What comes out, at most `left` bytes, is a view that the next call overwrites. */
  #process(stream: number, piece: Uint8Array, left: number) {
    const zlib = this.#zlib;
    new Uint8Array(zlib.memory.buffer).set(piece, this.#input);
    // `finish` spares zlib its window where everything fits; where not, it goes on all the same.
    const answer = zlib.inflate_process(stream, this.#input, piece.length, this.#output, left, zlibFlush.finish);
    const output = new Uint8Array(zlib.memory.buffer, this.#output, answer & 0xffffff);
    return { status: answer >> 24, output, consumed: zlib.inflate_last_consumed(stream) };
  }
}

interface Result {
  readonly size: number;
  readonly keep: (piece: Uint8Array, at: number) => void;
}
