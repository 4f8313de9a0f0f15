import { Buffer } from "buffer";

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
