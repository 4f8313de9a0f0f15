import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { matchesIn, type Pattern } from "#lib/run/sandbox/patterns/pattern.ts";
import type { RgCall } from "./rg-call.ts";

/** A line of a file, and where it begins, in characters. */
export interface Line {
  readonly text: string;
  readonly from: number;
}

/** A file as it was searched. */
export interface Searched {
  readonly name: string;
  readonly text: string;
  readonly lines: readonly Line[];
  /** The indexes of the lines that are selected, and what matches from each on. */
  readonly selected: ReadonlyMap<number, readonly RegExpExecArray[]>;
  readonly isSelected: boolean;
  /** Where its first NUL is, of a file whose lines are not printed. */
  readonly binaryAt: number | undefined;
}

/** Searches a file. */
export function searched(name: string, bytes: Uint8Array, pattern: Pattern, call: RgCall): Searched {
  const text = escapedText(bytes);
  const lines = linesOf(text);
  const most = call.has("q", "l", "files-without-match") ? Math.min(1, call.most) : call.most;
  const found = call.has("U") ? inText(text, lines, pattern) : inLines(lines, pattern);
  const all = call.has("v") ? new Map(lines.flatMap((_, at) => (found.has(at) ? [] : [[at, []]]))) : found;
  const selected = new Map([...all].slice(0, most));
  const at = call.has("a") ? -1 : bytes.indexOf(0);
  return { name, text, lines, selected, isSelected: selected.size > 0, binaryAt: at < 0 ? undefined : at };
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    lines.push({ text: text.slice(from, end < 0 ? undefined : end), from });
    from = end < 0 ? text.length : end + 1;
  }
  return lines;
}

function inLines(lines: readonly Line[], pattern: Pattern): Searched["selected"] {
  return new Map(
    lines.flatMap(({ text }, at): readonly [number, readonly RegExpExecArray[]][] => {
      const matches = matchesIn(text, pattern);
      return matches.length > 0 ? [[at, matches]] : [];
    }),
  );
}

/** What is found in a whole text, where one match can be of several lines. */
function inText(text: string, lines: readonly Line[], pattern: Pattern): Searched["selected"] {
  const found = new Map<number, RegExpExecArray[]>();
  let at = 0;
  for (const match of matchesIn(text, pattern)) {
    while ((lines[at + 1]?.from ?? text.length + 1) <= match.index) at++;
    const line = lines[at];
    if (!line) break;
    const place = Object.assign(match, { index: match.index - line.from });
    found.set(at, [...(found.get(at) ?? []), place]);
    const end = line.from + place.index + match[0].length;
    for (let next = at + 1; (lines[next]?.from ?? end) < end; next++) found.set(next, found.get(next) ?? []);
  }
  return found;
}

/** How many bytes there are of a text. */
export function bytesIn(text: string): number {
  return escapedBytes(text).length;
}
