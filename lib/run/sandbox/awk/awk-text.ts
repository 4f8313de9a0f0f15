/** How many thousands lie below the first of the signs that stand for bytes. */
const first = 0xdc00;

/** Bytes as text: UTF-8, or where they are not, bytes above 127 as signs that stand for nothing else. */
export function awkText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 128 ? byte : first + byte)).join("");
  }
}

/** The inverse of `awkText`, in the shell's form: a character for each byte. */
export function awkBytes(text: string): string {
  return text.replaceAll(/[\udc80-\udcff]|[\u0080-\u{10ffff}]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    if (sign.length === 1 && code >= first + 128 && code <= first + 255) return String.fromCharCode(code - first);
    return String.fromCharCode(...new TextEncoder().encode(sign));
  });
}
