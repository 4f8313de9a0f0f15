type Bytes = Uint8Array | null | undefined;

/** Whether two files have the same bytes. No file is the same as no file only. */
export function isSameBytes(one: Bytes, other: Bytes): boolean {
  if (!one || !other || one.length !== other.length) return one === other;
  // A loop is much faster than `every`, and whole folders are compared.
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
