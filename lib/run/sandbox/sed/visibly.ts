import { escapedBytes } from "#lib/run/sandbox/escaped-text.ts";

const marks: Readonly<Record<string, string>> = {
  ...{ "\\": "\\\\", "\x07": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v" },
};

/** A line in the format of `l`: without invisible characters, in pieces of `width`. */
export function visibly(text: string, width: number): string {
  let shown = "";
  let column = 0;
  for (const sign of Array.from(text).flatMap(markOf)) {
    if (width > 1 && column + sign.length > width - 1) {
      shown += "\\\n";
      column = 0;
    }
    shown += sign;
    column += sign.length;
  }
  return `${shown}$`;
}

function markOf(sign: string): string | string[] {
  if (/[\x20-\x5b\x5d-\x7e]/.test(sign)) return sign;
  return marks[sign] ?? Array.from(escapedBytes(sign), (byte) => `\\${byte.toString(8).padStart(3, "0")}`);
}
