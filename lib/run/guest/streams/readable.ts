import { Buffer } from "buffer";
import { StringDecoder } from "../buffers.ts";
import { nextTick } from "../timers.ts";
import { Stream, type StreamOptions, streamError } from "./stream.ts";

export interface ReadableOptions extends StreamOptions {
  readonly read?: (this: Readable, size: number) => void;
  readonly readableObjectMode?: boolean;
}

/** What a stream can be piped into. */
interface Sink {
  write(chunk: unknown): unknown;
  end?(): unknown;
  once?(name: string, run: () => void): unknown;
  emit?(name: string, ...given: unknown[]): unknown;
  /** Whether it stays open when what is piped into it ends: the process's own output. */
  readonly staysOpen?: boolean;
}

type Listener = (...args: never[]) => void;
type Each = (chunk: unknown) => unknown;

/** Node's `Readable`. */
export class Readable extends Stream {
  readableEnded = false;
  readableFlowing: boolean | null = null;
  readonly readableObjectMode: boolean;
  readonly readableHighWaterMark: number;
  readableEncoding: string | null = null;
  #chunks: unknown[] = [];
  #decoder: StringDecoder | undefined;
  #hasEnded = false;
  #isEnding = false;
  #isReading = false;
  #isAsking = false;
  #isTelling = false;

  constructor(options: ReadableOptions = {}) {
    super(options);
    this.readableObjectMode = options.readableObjectMode ?? options.objectMode ?? false;
    this.readableHighWaterMark = options.highWaterMark ?? (this.readableObjectMode ? 16 : 65_536);
    if (options.read) this._read = options.read;
    if (options.encoding) this.setEncoding(options.encoding);
  }
  _read(_size: number): void {
    throw streamError("ERR_METHOD_NOT_IMPLEMENTED", "The _read() method is not implemented");
  }
  get readable(): boolean {
    return !this.destroyed && !this.readableEnded;
  }
  get readableLength(): number {
    if (this.readableObjectMode) return this.#chunks.length;
    return this.#chunks.reduce((sum: number, chunk) => sum + (chunk as string | Uint8Array).length, 0);
  }
  setEncoding(encoding = "utf8"): this {
    this.#decoder = new StringDecoder(encoding);
    this.readableEncoding = encoding;
    const text = this.#chunks.map((chunk) => this.#decoder?.write(chunk as Uint8Array)).join("");
    this.#chunks = text === "" ? [] : [text];
    return this;
  }
  push(chunk: unknown, encoding?: string): boolean {
    this.#isReading = false;
    if (chunk === null) {
      this.#finish();
      return false;
    }
    if (this.#hasEnded) {
      this.destroy(streamError("ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF"));
      return false;
    }
    const decoded = this.#decoded(chunk, encoding);
    if (decoded !== undefined) this.#take(decoded);
    return this.readableLength < this.readableHighWaterMark;
  }
  #decoded(chunk: unknown, encoding?: string): unknown {
    if (this.readableObjectMode) return chunk;
    const bytes =
      typeof chunk === "string" ? Buffer.from(chunk, encoding as BufferEncoding) : Buffer.from(chunk as never);
    if (bytes.length === 0) return undefined;
    return this.#decoder ? this.#decoder.write(bytes) || undefined : bytes;
  }
  #take(chunk: unknown): void {
    if (this.readableFlowing && this.#chunks.length === 0 && !this.#isAsking) this.emit("data", chunk);
    else this.#chunks.push(chunk);
    this.#tell();
    // Node reads on until it holds enough.
    nextTick(() => this.#ask());
  }
  #finish(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const rest = this.#decoder?.end();
    if (rest) this.#chunks.push(rest);
    this.#tell();
    if (this.#chunks.length === 0 && this.readableFlowing) this.#end();
  }
  unshift(chunk: unknown): boolean {
    this.#chunks.unshift(typeof chunk === "string" && !this.readableObjectMode ? Buffer.from(chunk) : chunk);
    return true;
  }
  /** Tells whoever waits that there is something to read. */
  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    nextTick(() => {
      this.#isTelling = false;
      if (this.destroyed) return;
      if (this.#chunks.length > 0 || this.#hasEnded) this.emit("readable");
      this.#flow();
    });
  }
  #flow(): void {
    while (this.readableFlowing && !this.destroyed && this.read() !== null) {
      // Each chunk goes to the listeners.
    }
  }
  #ask(): void {
    if (this.#isReading || this.#hasEnded || this.destroyed) return;
    if (this.readableLength >= this.readableHighWaterMark && this.#chunks.length > 0) return;
    this.#isReading = true;
    this.#isAsking = true;
    try {
      this._read(this.readableHighWaterMark);
    } catch (error) {
      this.destroy(error);
    }
    this.#isAsking = false;
  }
  read(size?: number): unknown {
    if (this.#chunks.length === 0) this.#ask();
    if (this.#chunks.length === 0 || size === 0) {
      if (this.#hasEnded && this.#chunks.length === 0) this.#end();
      return null;
    }
    const chunk = this.#next(size);
    if (chunk === null) return null;
    if (this.#chunks.length === 0) {
      if (this.#hasEnded) this.#end();
      else this.#ask();
    }
    this.emit("data", chunk);
    return chunk;
  }
  #next(size?: number): unknown {
    if (this.readableObjectMode || (this.readableFlowing && size === undefined)) return this.#chunks.shift();
    const all = this.#decoder ? this.#chunks.join("") : Buffer.concat(this.#chunks as Uint8Array[]);
    if (size === undefined || size >= all.length) {
      if (size !== undefined && size > all.length && !this.#hasEnded) return null;
      this.#chunks = [];
      return all;
    }
    this.#chunks = [all.slice(size)];
    return all.slice(0, size);
  }
  #end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    nextTick(() => {
      if (this.errored) return;
      this.readableEnded = true;
      this.emit("end");
      this.endIfDone();
    });
  }
  protected override isOver(): boolean {
    return this.readableEnded;
  }
  override on(name: string | symbol, listener: Listener): this {
    super.on(name, listener);
    if (name === "data" && this.readableFlowing !== false) this.resume();
    if (name === "readable") {
      this.readableFlowing = false;
      nextTick(() => (this.#chunks.length > 0 ? this.#tell() : this.#ask()));
    }
    return this;
  }
  resume(): this {
    if (this.readableFlowing) return this;
    this.readableFlowing = this.listenerCount("readable") === 0;
    nextTick(() => {
      this.emit("resume");
      this.#flow();
    });
    return this;
  }
  pause(): this {
    if (this.readableFlowing !== false) {
      this.readableFlowing = false;
      this.emit("pause");
    }
    return this;
  }
  isPaused(): boolean {
    return this.readableFlowing === false;
  }
  pipe<Target extends Sink>(target: Target, { end = true } = {}): Target {
    this.on("data", (chunk: unknown) => {
      if (target.write(chunk) !== false || !target.once) return;
      this.pause();
      target.once("drain", () => this.resume());
    });
    if (end && !target.staysOpen) this.once("end", () => target.end?.());
    target.emit?.("pipe", this);
    return target;
  }
  unpipe(): this {
    this.removeAllListeners("data");
    return this.pause();
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void> {
    let wake = (): void => undefined;
    for (const name of ["readable", "end", "error", "close"]) this.on(name, () => wake());
    try {
      for (;;) {
        const chunk = this.destroyed ? null : this.read();
        if (chunk !== null) yield chunk;
        else if (this.errored) throw this.errored;
        else if (this.readableEnded || this.closed) return;
        else await new Promise<void>((done) => (wake = done));
      }
    } finally {
      this.destroy();
    }
  }
  async toArray(): Promise<unknown[]> {
    const all: unknown[] = [];
    for await (const chunk of this) all.push(chunk);
    return all;
  }
  async forEach(run: Each): Promise<void> {
    for await (const chunk of this) await run(chunk);
  }
  async reduce(join: (sum: unknown, chunk: unknown) => unknown, ...start: [unknown?]): Promise<unknown> {
    let [sum, isBegun] = [start[0], start.length > 0];
    for await (const chunk of this) {
      sum = isBegun ? await join(sum, chunk) : chunk;
      isBegun = true;
    }
    return sum;
  }
  map(change: Each): Readable {
    return this.#through((chunk) => [change(chunk)]);
  }
  filter(isWanted: Each): Readable {
    return this.#through(async (chunk) => ((await isWanted(chunk)) ? [chunk] : []));
  }
  flatMap(change: Each): Readable {
    return this.#through(change as never);
  }
  take(count: number): Readable {
    let left = count;
    return this.#through((chunk) => (left-- > 0 ? [chunk] : []));
  }
  drop(count: number): Readable {
    let left = count;
    return this.#through((chunk) => (left-- > 0 ? [] : [chunk]));
  }
  #through(change: (chunk: unknown) => unknown[] | Promise<unknown[]>): Readable {
    const chunks = this[Symbol.asyncIterator]();
    return Readable.from(
      (async function* changed() {
        for await (const chunk of chunks) for (const part of await change(chunk)) yield await part;
      })(),
    );
  }
  static from(from: Iterable<unknown> | AsyncIterable<unknown>, options: ReadableOptions = {}): Readable {
    const isOne = typeof from === "string" || from instanceof Uint8Array;
    const all = (isOne ? [from] : from) as { [Symbol.iterator]?(): Iterator<unknown> } & Partial<
      AsyncIterable<unknown>
    >;
    const chunks = all[Symbol.asyncIterator]?.() ?? all[Symbol.iterator]?.();
    const made: Readable = new Readable({
      objectMode: true,
      ...options,
      async read() {
        try {
          const next = await chunks?.next();
          made.push(!next || next.done ? null : await next.value);
        } catch (error) {
          made.destroy(error);
        }
      },
      destroy(error, done) {
        void chunks?.return?.();
        done(error);
      },
    });
    return made;
  }
}
