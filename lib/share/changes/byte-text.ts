/**
 * Bytes as a text of one character each, so that edited lines can be turned back into bytes without loss, whatever the
 * encoding and line ends.
 */
export function byteText(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += piece) {
    text += String.fromCharCode(...bytes.subarray(start, start + piece));
  }
  return text;
}

/** The number of arguments that every engine accepts in one call. */
const piece = 8192;

/** The bytes of a `byteText`. */
export function textBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The lines of a text, each with the `\n` that ends it; the last may have none. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
