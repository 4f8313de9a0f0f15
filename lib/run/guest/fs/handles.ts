import { Buffer } from "buffer";
import { nodeError } from "../arguments/argument-errors.ts";
import { askingLines } from "../streams/readline.ts";
import type { BigIntStats, Dirent, Stats } from "./entries.ts";
import { ReadStream } from "./file-streams.ts";
import { closeSync, fileOf, openSync, type Path, type Reading, readBytes, readSync, writeSync } from "./open-files.ts";

/** An open folder: `fs.Dir`. */
export class Dir {
  readonly path: string;
  readonly #left: Dirent[];
  #isClosed = false;
  constructor(folder: string, entries: readonly Dirent[]) {
    this.path = folder;
    this.#left = [...entries];
  }
  readSync(): Dirent | null {
    this.#open();
    return this.#left.shift() ?? null;
  }
  async read(): Promise<Dirent | null> {
    return this.readSync();
  }
  closeSync(): void {
    this.#open();
    this.#isClosed = true;
  }
  async close(): Promise<void> {
    this.closeSync();
  }
  #open(): void {
    if (this.#isClosed) throw nodeError(Error, "ERR_DIR_CLOSED", "Directory handle was closed");
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Dirent, void> {
    yield* this.#left.splice(0);
  }
}

type Encoding = string | { readonly encoding?: string | null } | null;

/** What functions of `fs` do with an open file. */
interface OfFile {
  readonly stat: (fd: number, options?: { readonly bigint?: boolean }) => Stats | BigIntStats | undefined;
  readonly truncate: (fd: number, length: number) => void;
}

/** What `fs.promises.open` gives. */
export class FileHandle {
  fd: number;
  readonly #stat: OfFile["stat"];
  readonly #truncate: OfFile["truncate"];
  constructor(file: Path, flags: string | undefined, { stat, truncate }: OfFile) {
    this.fd = openSync(file, flags);
    this.#stat = stat;
    this.#truncate = truncate;
  }
  async read(
    given: ArrayBufferView | (Reading & { readonly buffer?: ArrayBufferView }) = {},
    ...rest: [(number | Reading | null)?, number?, (number | null)?]
  ) {
    if (ArrayBuffer.isView(given)) return { bytesRead: readSync(this.fd, given, ...rest), buffer: given };
    const { buffer = Buffer.alloc(16_384) } = given;
    return { bytesRead: readSync(this.fd, buffer, given), buffer };
  }
  async write(data: unknown, ...rest: readonly unknown[]) {
    return { bytesWritten: writeSync(this.fd, data, ...rest), buffer: data };
  }
  async readFile(given?: Encoding): Promise<string | Buffer> {
    const encoding = typeof given === "string" ? given : given?.encoding;
    // As in Node, what is left of it.
    const entry = fileOf(this.fd);
    const bytes = Buffer.from(readBytes(entry.path)).subarray(entry.at);
    entry.at += bytes.length;
    return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
  }
  async writeFile(data: unknown): Promise<void> {
    writeSync(this.fd, data);
  }
  async appendFile(data: unknown): Promise<void> {
    writeSync(this.fd, data);
  }
  async truncate(length = 0): Promise<void> {
    this.#truncate(this.fd, length);
  }
  async stat(options?: { readonly bigint?: boolean }): Promise<Stats | BigIntStats | undefined> {
    return this.#stat(this.fd, options);
  }
  async sync(): Promise<void> {
    // Nothing is kept back.
  }
  async close(): Promise<void> {
    if (this.fd >= 0) closeSync(this.fd);
    this.fd = -1;
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
  createReadStream(options: object = {}): ReadStream {
    return new ReadStream(fileOf(this.fd).path, options);
  }
  readLines() {
    return askingLines.createInterface({ input: this.createReadStream() });
  }
}
