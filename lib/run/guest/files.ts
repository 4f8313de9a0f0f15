import { Buffer } from "buffer";
import { inspect } from "node-inspect-extracted";
import { nodeError } from "./arguments/argument-errors.ts";

type Part = string | ArrayBuffer | ArrayBufferView | Blob;

/** The web's `Blob`. */
export class Blob {
  readonly #bytes: Buffer;
  readonly type: string;
  constructor(parts: Iterable<Part> = [], { type = "" }: { readonly type?: string } = {}) {
    if (typeof parts !== "object" || !(Symbol.iterator in (parts ?? {})))
      throw nodeError(TypeError, "ERR_INVALID_ARG_TYPE", "Value cannot be converted to sequence.");
    this.#bytes = Buffer.concat([...parts].map(bytesOfPart));
    this.type = /[^ -~]/.test(type) ? "" : type.toLowerCase();
  }
  get size(): number {
    return this.#bytes.length;
  }
  static bytesOf(blob: Blob): Buffer {
    return blob.#bytes;
  }
  slice(from?: number, to?: number, type = ""): Blob {
    return new Blob([this.#bytes.subarray(from, to)], { type });
  }
  async text(): Promise<string> {
    return this.#bytes.toString();
  }
  async bytes(): Promise<Uint8Array> {
    return Uint8Array.from(this.#bytes);
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(this.#bytes).buffer;
  }
  [inspect.custom](): string {
    return `${this instanceof File ? "File" : "Blob"} { size: ${this.size}, type: ${inspect(this.type)} }`;
  }
}

const bytesOf = Blob.bytesOf;
Reflect.deleteProperty(Blob, "bytesOf");

function bytesOfPart(part: Part): Buffer {
  if (part instanceof Blob) return bytesOf(part);
  if (ArrayBuffer.isView(part)) return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  return part instanceof ArrayBuffer ? Buffer.from(part) : Buffer.from(String(part));
}

/** The web's `File`. */
export class File extends Blob {
  readonly name: string;
  readonly lastModified: number;
  constructor(
    parts: Iterable<Part>,
    name: string,
    { lastModified = Date.now(), ...options }: { readonly type?: string; readonly lastModified?: number } = {},
  ) {
    super(parts, options);
    this.name = String(name);
    this.lastModified = lastModified;
  }
}

// Bundled beside types of the same names, they get others.
Object.defineProperty(Blob, "name", { value: "Blob" });
Object.defineProperty(File, "name", { value: "File" });

type Chunks = AsyncIterable<Uint8Array | string>;

async function buffer(stream: Chunks): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

const text = async (stream: Chunks) => (await buffer(stream)).toString();

/** Node's `stream/consumers`. */
export const consumers = {
  arrayBuffer: async (stream: Chunks) => Uint8Array.from(await buffer(stream)).buffer,
  blob: async (stream: Chunks) => new Blob([await buffer(stream)]),
  buffer,
  bytes: async (stream: Chunks) => Uint8Array.from(await buffer(stream)),
  json: async (stream: Chunks) => JSON.parse(await text(stream)) as unknown,
  text,
};
