import { Buffer } from "buffer";
import { EventEmitter } from "./events.ts";

/** A stream of what is all there already. */
export class ReadStream extends EventEmitter {
  readonly #read: () => Uint8Array;
  #encoding: string | undefined;
  #isRead = false;
  constructor(read: () => Uint8Array, encoding?: string | null) {
    super();
    this.#read = read;
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
      queueMicrotask(() => this.#flow());
    }
    return this;
  }
  #flow(): void {
    try {
      const chunk = this.#chunk();
      if (chunk.length > 0) this.emit("data", chunk);
      this.emit("end");
      this.emit("close");
    } catch (caught) {
      this.emit("error", caught);
    }
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
