import { Buffer } from "buffer";
import { TextDecoder } from "./web.ts";

/** Adds what Node's buffers know and those of the library do not: `base64url`. */
export function installBuffers(): void {
  const proto = Buffer.prototype as { toString(encoding?: string, from?: number, to?: number): string };
  const [text, from, isKnown] = [proto.toString, Buffer.from, Buffer.isEncoding];
  proto.toString = function inText(encoding, ...range) {
    if (encoding !== "base64url") return text.call(this, encoding, ...range);
    return text.call(this, "base64", ...range).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
  };
  const fromAny = from as (...given: unknown[]) => Buffer;
  // The library reads both alphabets.
  Object.assign(Buffer, {
    from: (value: unknown, encoding?: unknown, ...rest: unknown[]) =>
      fromAny(value, encoding === "base64url" ? "base64" : encoding, ...rest),
    isEncoding: (name: string) => name === "base64url" || isKnown(name),
  });
}

/** Node's `string_decoder`: keeps the beginning of a character until the rest of it comes. */
export class StringDecoder {
  readonly encoding: string;
  readonly #decoder = new TextDecoder();
  constructor(encoding = "utf8") {
    this.encoding = encoding.toLowerCase().replace("utf-8", "utf8");
  }
  write(bytes: Uint8Array | string): string {
    if (typeof bytes === "string") return bytes;
    if (this.encoding !== "utf8") return Buffer.from(bytes).toString(this.encoding as BufferEncoding);
    return this.#decoder.decode(bytes, { stream: true });
  }
  end(bytes?: Uint8Array): string {
    const text = bytes ? this.write(bytes) : "";
    return this.encoding === "utf8" ? text + this.#decoder.decode() : text;
  }
}
