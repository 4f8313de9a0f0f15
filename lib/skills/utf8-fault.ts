/**
 * What is wrong with the first bytes that are not UTF-8, in the words of libyaml's reader, which Go's yaml.v3 is made after (`readerc.go`);
 * `undefined` if all are.
 */
export function utf8Fault(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; ) {
    const width = widthOf(bytes[at] ?? 0);
    const fault = width === 1 ? undefined : faultOf(bytes.subarray(at, at + width), width);
    if (fault !== undefined) return fault;
    at += width;
  }
  return undefined;
}

/** The number of bytes of a character by its first; 0 if none begins so. */
function widthOf(first: number): number {
  if (first < 0x80) return 1;
  return first >> 5 === 0b110 ? 2 : first >> 4 === 0b1110 ? 3 : first >> 3 === 0b11110 ? 4 : 0;
}

/** The smallest code point that takes as many bytes. */
const smallest = [0, 0, 0x80, 0x800, 0x10000];

function faultOf(octets: Uint8Array, width: number): string | undefined {
  const [first = 0, ...others] = octets;
  if (width === 0) return "invalid leading UTF-8 octet";
  if (octets.length < width) return "incomplete UTF-8 octet sequence";
  if (others.some((octet) => octet >> 6 !== 0b10)) return "invalid trailing UTF-8 octet";
  const value = others.reduce((sum, octet) => (sum << 6) | (octet & 0x3f), first & (0x7f >> width));
  if (value < (smallest[width] ?? 0)) return "invalid length of a UTF-8 sequence";
  return value >> 11 === 0b11011 || value > 0x10ffff ? "invalid Unicode character" : undefined;
}
