import { Buffer } from "buffer";
import { Readable, type ReadableOptions } from "../streams/readable.ts";
import type { Done } from "../streams/stream.ts";
import { Writable } from "../streams/writable.ts";
import { setDone } from "../timers.ts";
import { closeSync, openSync, type Path, pathOf, readSync, writeSync } from "./open-files.ts";

interface Stretch extends ReadableOptions {
  readonly flags?: string;
  readonly start?: number;
  /** The last byte that is wanted. */
  readonly end?: number;
  readonly fd?: number;
}

/** `fs.ReadStream`. */
export class ReadStream extends Readable {
  readonly path: Path;
  fd: number | null = null;
  bytesRead = 0;
  #left: number;
  #at: number;
  constructor(file: Path, given?: string | Stretch) {
    const options: Stretch = typeof given === "string" ? { encoding: given } : (given ?? {});
    const { start = 0, end = Number.POSITIVE_INFINITY } = options;
    super(options);
    this.path = file;
    this.#at = start;
    this.#left = end - start + 1;
    open(this, () => options.fd ?? openSync(pathOf(file), options.flags ?? "r"));
  }
  override _read(size: number): void {
    setDone(() => {
      if (this.destroyed) return;
      if (this.fd === null) {
        this.once("open", () => this._read(size));
        return;
      }
      const bytes = Buffer.alloc(Math.min(size, this.#left));
      try {
        const count = readSync(this.fd, bytes, 0, bytes.length, this.#at);
        this.#at += count;
        this.#left -= count;
        this.bytesRead += count;
        this.push(count > 0 ? bytes.subarray(0, count) : null);
      } catch (error) {
        this.destroy(error);
      }
    });
  }
  override _destroy(error: unknown, done: Done): void {
    if (this.fd !== null) closeSync(this.fd);
    done(error);
  }
  close(done?: () => void): void {
    if (done) this.once("close", done);
    this.destroy();
  }
}

interface Writing {
  readonly flags?: string;
  readonly encoding?: string;
  readonly mode?: number;
}

/** `fs.WriteStream`. */
export class WriteStream extends Writable {
  readonly path: Path;
  fd: number | null = null;
  bytesWritten = 0;
  constructor(file: Path, given?: string | Writing) {
    const { flags = "w" } = typeof given === "object" && given !== null ? given : {};
    super();
    this.path = file;
    open(this, () => openSync(pathOf(file), flags));
  }
  override _write(chunk: unknown, _encoding: string, done: Done): void {
    setDone(() => {
      if (this.fd === null) return;
      try {
        this.bytesWritten += writeSync(this.fd, chunk);
        done();
      } catch (error) {
        done(error);
      }
    });
  }
  override _destroy(error: unknown, done: Done): void {
    if (this.fd !== null) closeSync(this.fd);
    done(error);
  }
  close(done?: () => void): void {
    if (done) this.once("close", done);
    this.end();
  }
}

/** Opens the file of a stream: at once, so that it is there, but tells so later, as Node does. */
function open(stream: ReadStream | WriteStream, openFile: () => number): void {
  try {
    const descriptor = openFile();
    setDone(() => {
      stream.fd = descriptor;
      stream.emit("open", descriptor);
      stream.emit("ready");
    });
  } catch (error) {
    setDone(() => stream.destroy(error));
  }
}
