/**
 * `text` without the outer characters that `isOuter` accepts. By index: a regular expression for the end is
 * quadratic on a long run of blanks in the middle.
 */
export function trimBy(text: string, isOuter: (code: number) => boolean): string {
  let start = 0;
  let end = text.length;
  while (start < end && isOuter(text.charCodeAt(start))) start++;
  while (end > start && isOuter(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Unicode's White_Space above ASCII, all of it below U+FFFF. A byte-order mark (U+FEFF) is none. */
export function isWideSpace(code: number): boolean {
  if (code < 0x2000) return code === 0x85 || code === 0xa0 || code === 0x1680;
  return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000;
}
