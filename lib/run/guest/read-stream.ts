import { Buffer } from "buffer";
import { EventEmitter } from "./events.ts";

/** A readable stream whose data is complete already. */
export class ReadStream extends EventEmitter {
  readonly #read: () => Uint8Array;
  #encoding: string | undefined;
  #isRead = false;
  #left: string | Uint8Array | null = null;
  #isReady: boolean;
  /** @param isReady whether the data is available now; otherwise it is once `flow` is called */
  constructor(read: () => Uint8Array, encoding?: string | null, isReady = true) {
    super();
    this.#read = read;
    this.#isReady = isReady;
    this.#encoding = encoding ?? undefined;
  }
  setEncoding(encoding = "utf8"): this {
    this.#encoding = encoding;
    return this;
  }
  #chunk(): string | Uint8Array {
    const bytes = this.#read();
    return this.#encoding === undefined
      ? Buffer.from(bytes)
      : Buffer.from(bytes).toString(this.#encoding as BufferEncoding);
  }
  override on(name: string | symbol, listener: (...args: never[]) => void): this {
    super.on(name, listener);
    if ((name === "data" || name === "end" || name === "readable") && !this.#isRead) {
      this.#isRead = true;
      if (this.#isReady) queueMicrotask(() => this.#tell());
    }
    return this;
  }
  /** Sends the data to the current listeners and to later ones. */
  flow(): void {
    this.#isReady = true;
    if (this.#isRead) this.#tell();
  }
  #tell(): void {
    try {
      const chunk = this.#chunk();
      this.#left = chunk.length > 0 ? chunk : null;
      if (this.listenerCount("readable") > 0) this.emit("readable");
      else if (this.#left !== null) this.emit("data", this.read());
      this.emit("end");
      this.emit("close");
    } catch (caught) {
      this.emit("error", caught);
    }
  }
  /** Returns all data once, then `null`. */
  read(): string | Uint8Array | null {
    const chunk = this.#left;
    this.#left = null;
    return chunk;
  }
  pipe<Target extends { write(data: unknown): unknown; end?: () => unknown }>(target: Target): Target {
    this.on("data", (chunk) => target.write(chunk));
    this.on("end", () => target.end?.());
    return target;
  }
  resume(): this {
    return this.on("data", () => undefined);
  }
  pause(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  async *[Symbol.asyncIterator]() {
    const chunk = this.#chunk();
    if (chunk.length > 0) yield chunk;
  }
}
