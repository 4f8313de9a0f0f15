/** Bytes as a dump shows them beside their numbers: those that are no printable ASCII as full stops. */
export function asPrinted(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
}
