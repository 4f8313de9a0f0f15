/** How the lines of a text end; `mixed`: not all alike, so that each has to stay as it is. */
export type LineEnding = "\n" | "\r\n" | "mixed";

export function lineEndingOf(text: string): LineEnding {
  if (!text.includes("\r")) return "\n";
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? "mixed" : "\r\n";
}

/** A text as the editor holds it, which writes every end of a line as `\n`. Those of a mixed text it must not touch. */
export function toEditor(text: string, ending: LineEnding): string {
  return ending === "\r\n" ? text.replaceAll("\r\n", "\n") : text;
}

/** The way back. */
export function fromEditor(text: string, ending: LineEnding): string {
  return ending === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
}
