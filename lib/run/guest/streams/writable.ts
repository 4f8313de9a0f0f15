import { Buffer } from "buffer";
import { argumentError } from "../errors.ts";
import { nextTick } from "../timers.ts";
import { Readable, type ReadableOptions } from "./readable.ts";
import { type Done, Stream, type StreamOptions, streamError } from "./stream.ts";

interface WritableOptions extends StreamOptions {
  readonly write?: (chunk: unknown, encoding: string, done: Done) => void;
  readonly writev?: (chunks: readonly { readonly chunk: unknown; readonly encoding: string }[], done: Done) => void;
  readonly final?: (done: Done) => void;
  readonly decodeStrings?: boolean;
  readonly writableObjectMode?: boolean;
}

interface Waiting {
  readonly chunk: unknown;
  readonly encoding: string;
  readonly done: Done | undefined;
}

function requireChunk(chunk: unknown, isAny: boolean): void {
  if (chunk === null) throw streamError("ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  if (isAny || typeof chunk === "string" || ArrayBuffer.isView(chunk)) return;
  throw argumentError("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", chunk);
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript asks for it where a class extends one that is given
type StreamClass = new (...given: any[]) => Stream;

/** Node's `Writable`, on a stream that may be readable too. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: long as a class
function writableOver<Base extends StreamClass>(Base: Base) {
  return class extends Base {
    writableEnded = false;
    writableFinished = false;
    writableNeedDrain = false;
    writableObjectMode = false;
    writableHighWaterMark = 65_536;
    #options: WritableOptions = {};
    #waiting: Waiting[] = [];
    #isWriting = false;
    #isFinal = false;

    // biome-ignore lint/suspicious/noExplicitAny: as above
    constructor(...given: any[]) {
      super(...given);
      const [options = {}] = given as [WritableOptions?];
      this.#options = options;
      this.writableObjectMode = options.writableObjectMode ?? options.objectMode ?? false;
      this.writableHighWaterMark = options.highWaterMark ?? (this.writableObjectMode ? 16 : 65_536);
      if (options.write) this._write = options.write;
      if (options.final) this._final = options.final;
    }
    _write(chunk: unknown, encoding: string, done: Done): void {
      if (this.#options.writev) this.#options.writev.call(this as never, [{ chunk, encoding }], done);
      else done(streamError("ERR_METHOD_NOT_IMPLEMENTED", "The _write() method is not implemented"));
    }
    _final(done: Done): void {
      done();
    }
    get writable(): boolean {
      return !this.destroyed && !this.writableEnded;
    }
    get writableLength(): number {
      const sizeOf = ({ chunk }: Waiting) => (this.writableObjectMode ? 1 : (chunk as Uint8Array).length);
      return this.#waiting.reduce((sum, each) => sum + sizeOf(each), 0);
    }
    write(chunk: unknown, given?: string | Done, last?: Done): boolean {
      const [encoding, done] = typeof given === "function" ? ["utf8", given] : [given ?? "utf8", last];
      requireChunk(chunk, this.writableObjectMode);
      if (this.writableEnded || this.destroyed) return this.#refuse(done);
      const isText = typeof chunk === "string" && !this.writableObjectMode && this.#options.decodeStrings !== false;
      const whole = isText ? Buffer.from(chunk, encoding as BufferEncoding) : chunk;
      this.#waiting.push({ chunk: whole, encoding: isText ? "buffer" : encoding, done });
      this.writableNeedDrain ||= this.writableLength >= this.writableHighWaterMark;
      this.#next();
      return !this.writableNeedDrain;
    }
    #refuse(done?: Done): false {
      const error = this.writableEnded
        ? streamError("ERR_STREAM_WRITE_AFTER_END", "write after end")
        : streamError("ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed");
      nextTick(() => done?.(error));
      this.destroy(error);
      return false;
    }
    #next(): void {
      const [next] = this.#waiting;
      if (this.#isWriting || !next || this.destroyed) return;
      this.#isWriting = true;
      let isNow = true;
      const written = (error?: unknown) => {
        this.#waiting.shift();
        this.#isWriting = false;
        // What has called must have ended before it is told.
        if (isNow) nextTick(() => this.#written(next, error));
        else this.#written(next, error);
      };
      try {
        this._write(next.chunk, next.encoding, written);
      } catch (error) {
        this.destroy(error);
        throw error;
      }
      isNow = false;
    }
    #written(given: Waiting, error: unknown): void {
      if (error) {
        given.done?.(error);
        this.destroy(error);
        return;
      }
      if (this.writableNeedDrain && this.#waiting.length === 0 && !this.writableEnded) {
        this.writableNeedDrain = false;
        this.emit("drain");
      }
      given.done?.();
      this.#next();
      this.#finish();
    }
    end(...given: unknown[]): this {
      const done = typeof given.at(-1) === "function" ? (given.pop() as () => void) : undefined;
      const [chunk, encoding] = given;
      if (chunk !== undefined && chunk !== null) this.write(chunk, encoding as string);
      if (done) this.once("finish", done);
      this.writableEnded = true;
      this.#finish();
      return this;
    }
    #finish(): void {
      if (!this.writableEnded || this.#isFinal || this.#isWriting || this.#waiting.length > 0 || this.destroyed) return;
      this.#isFinal = true;
      this._final((error) => {
        if (error) {
          this.destroy(error);
          return;
        }
        nextTick(() => {
          this.writableFinished = true;
          this.emit("finish");
          this.endIfDone();
        });
      });
    }
    cork(): void {
      // Each chunk is written as it comes.
    }
    uncork(): void {
      // As above.
    }
    setDefaultEncoding(): this {
      return this;
    }
    protected override isOver(): boolean {
      return this.writableFinished && (!("readableEnded" in this) || super.isOver());
    }
  };
}

export class Writable extends writableOver(Stream) {
  constructor(options: WritableOptions = {}) {
    super(options);
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && "_write" in value;
  }
}

interface DuplexOptions extends Omit<ReadableOptions, "destroy">, WritableOptions {}

export class Duplex extends writableOver(Readable) {
  constructor(options: DuplexOptions = {}) {
    super(options);
  }
}

interface TransformOptions extends DuplexOptions {
  readonly transform?: (chunk: unknown, encoding: string, done: Done) => void;
  readonly flush?: (done: Done) => void;
}

/** Node's `Transform`: what is written to it comes out changed. */
export class Transform extends Duplex {
  #held: (() => void) | undefined;
  constructor(options: TransformOptions = {}) {
    super(options);
    if (options.transform) this._transform = options.transform;
    if (options.flush) this._flush = options.flush;
  }
  _transform(_chunk: unknown, _encoding: string, done: Done): void {
    done(streamError("ERR_METHOD_NOT_IMPLEMENTED", "The _transform() method is not implemented"));
  }
  _flush(done: Done): void {
    done();
  }
  override _write(chunk: unknown, encoding: string, done: Done): void {
    this._transform(chunk, encoding, (error, value) => {
      if (error) {
        done(error);
        return;
      }
      if (value !== undefined && value !== null) this.push(value);
      if (this.readableLength < this.readableHighWaterMark) done();
      else this.#held = () => done();
    });
  }
  override _read(): void {
    const held = this.#held;
    this.#held = undefined;
    held?.();
  }
  override _final(done: Done): void {
    this._flush((error, value) => {
      if (!error && value !== undefined && value !== null) this.push(value);
      if (!error) this.push(null);
      done(error);
    });
  }
}

export class PassThrough extends Transform {
  override _transform(chunk: unknown, _encoding: string, done: Done): void {
    done(null, chunk);
  }
}
