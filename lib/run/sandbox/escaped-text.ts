import { fromLatin1, latin1 } from "./latin1.ts";

/** Where the characters begin that stand for bytes; those of bytes from 128 on are lone surrogates, which no UTF-8 has. */
const first = 0xdc00;

const escaped = /[\udc80-\udcff]/u;

/** Characters of UTF-8, as many as follow one another, or one byte that belongs to none; in a text of one character for each byte. */
const pieces = new RegExp(
  [
    "[\\0-\\x7f]+",
    "(?:[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf][\\x80-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}|\\xed[\\x80-\\x9f][\\x80-\\xbf]" +
      "|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}|[\\xf1-\\xf3][\\x80-\\xbf]{3}|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2})+",
    "[\\x80-\\xff]",
  ].join("|"),
  "g",
);

/**
 * Bytes as text from which the same bytes can be made again: a byte that is not UTF-8 becomes a lone surrogate, as with Python's
 * `surrogateescape` (PEP 383). The shell hands on all output as text, so a file in another encoding would not come through otherwise.
 */
export function escapedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return latin1(bytes).replaceAll(pieces, (piece) => {
      if (piece.charCodeAt(0) < 128) return piece;
      if (piece.length === 1) return String.fromCharCode(first + piece.charCodeAt(0));
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(fromLatin1(piece));
    });
  }
}

/** The inverse of `escapedText`. */
export function escapedBytes(text: string): Uint8Array {
  if (!escaped.test(text)) return new TextEncoder().encode(text);
  const bytes = text.replaceAll(/[\udc80-\udcff]|[^\0-\x7f\udc80-\udcff]+/gu, (piece) =>
    escaped.test(piece) ? String.fromCharCode(piece.charCodeAt(0) - first) : latin1(new TextEncoder().encode(piece)),
  );
  return fromLatin1(bytes);
}
