/** The 1-based line that holds `part` first, from the line of `after` on where that stands; 1 when none does. */
export function lineWith(text: string, part: string, after = ""): number {
  const start = Math.max(0, text.indexOf(after));
  const at = text.indexOf(part, start);
  return text.slice(0, Math.max(0, at)).split("\n").length;
}
