import type { ReadableOptions } from "node:stream";
import { Buffer } from "buffer";
import { Readable, Writable } from "../streams/streams.ts";
import { setDone } from "../timers.ts";
import { closeSync, openSync, type Path, pathOf, readSync, writeSync } from "./open-files.ts";

type Done = (error?: Error | null) => void;

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
  readonly #opened: Opened;
  constructor(file: Path, given?: BufferEncoding | Stretch) {
    const options: Stretch = typeof given === "string" ? { encoding: given } : (given ?? {});
    const { start = 0, end = Number.POSITIVE_INFINITY } = options;
    super({ highWaterMark: 65_536, ...options });
    this.path = file;
    this.#at = start;
    this.#left = end - start + 1;
    this.#opened = opened(() => options.fd ?? openSync(pathOf(file), options.flags ?? "r"));
  }
  override _construct(done: Done): void {
    tellOpened(this, this.#opened, done);
  }
  override _read(size: number): void {
    setDone(() => {
      if (this.destroyed || this.fd === null) return;
      const bytes = Buffer.alloc(Math.min(size, this.#left));
      try {
        const count = readSync(this.fd, bytes, 0, bytes.length, this.#at);
        this.#at += count;
        this.#left -= count;
        this.bytesRead += count;
        this.push(count > 0 ? bytes.subarray(0, count) : null);
      } catch (error) {
        this.destroy(error as Error);
      }
    });
  }
  override _destroy(error: Error | null, done: Done): void {
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
  readonly #opened: Opened;
  constructor(file: Path, given?: string | Writing) {
    const { flags = "w" } = typeof given === "object" && given !== null ? given : {};
    super();
    this.path = file;
    this.#opened = opened(() => openSync(pathOf(file), flags));
  }
  override _construct(done: Done): void {
    tellOpened(this, this.#opened, done);
  }
  override _write(chunk: unknown, _encoding: string, done: Done): void {
    setDone(() => {
      if (this.fd === null) return;
      try {
        this.bytesWritten += writeSync(this.fd, chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    });
  }
  override _destroy(error: Error | null, done: Done): void {
    if (this.fd !== null) closeSync(this.fd);
    done(error);
  }
  close(done?: () => void): void {
    if (done) this.once("close", done);
    this.end();
  }
}

/** The descriptor of a stream's file, or why it cannot be opened. */
type Opened = number | Error;

/** Opens the file at once, so that it is there for whatever comes next; its stream tells so later, as Node's do. */
function opened(openFile: () => number): Opened {
  try {
    return openFile();
  } catch (error) {
    return error as Error;
  }
}

function tellOpened(stream: ReadStream | WriteStream, file: Opened, done: Done): void {
  setDone(() => {
    if (typeof file !== "number") return done(file);
    stream.fd = file;
    done();
    stream.emit("open", file);
    stream.emit("ready");
  });
}
