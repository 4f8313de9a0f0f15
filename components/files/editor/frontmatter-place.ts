import type { Text } from "@codemirror/state";

/** A position in a frontmatter. Offsets count from the beginning of the text. */
export type FrontmatterPlace =
  /** At a key, complete or partly typed; `from` and `to` enclose the typed part. */
  | {
      readonly kind: "key";
      readonly key: string;
      readonly from: number;
      readonly to: number;
      readonly hasValue: boolean;
    }
  /** At a value of this key, or at an item of its list. */
  | { readonly kind: "value"; readonly key: string; readonly from: number; readonly to: number };

const delimiter = /^---\s*$/;
const keyLine = /^([\w-]*)(\s*:)?/;
/** A line of a list or a map, which belongs to the last unindented key. */
const below = /^\s+|^-\s/;

/** What the frontmatter has at `pos`; `undefined` outside of the frontmatter. A frontmatter that is not closed yet ends at a blank line. */
export function frontmatterPlace(doc: Text, pos: number): FrontmatterPlace | undefined {
  const line = doc.lineAt(pos);
  if (line.number < 2 || line.number > lastLine(doc)) return undefined;
  const { text, from } = line;
  const column = pos - from;
  if (below.test(text)) {
    const key = keyAbove(doc, line.number);
    return key === undefined
      ? undefined
      : valueAt(key, { text, from, column, start: /^\s*(?:-\s+)?/.exec(text)?.[0].length ?? 0 });
  }
  const [, key = "", colon] = keyLine.exec(text) ?? [];
  if (column <= key.length) {
    const hasValue = colon !== undefined;
    return key === "" && text.trim() !== "" ? undefined : { kind: "key", key, from, to: from + key.length, hasValue };
  }
  const start = /^[\w-]+\s*:\s+/.exec(text)?.[0].length;
  return start === undefined || column < start ? undefined : valueAt(key, { text, from, column, start });
}

/** The keys of a frontmatter. */
export function frontmatterKeys(doc: Text): readonly string[] {
  const keys: string[] = [];
  const last = lastLine(doc);
  for (let number = 2; number <= last; number++) {
    const key = /^([\w-]+)\s*:/.exec(doc.line(number).text)?.[1];
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/** Most lines of a frontmatter handled here: nobody writes more by hand. */
const longest = 500;

/**
 * The last line of the frontmatter, or 1 if there is none: the one before the closing line or, while unclosed, the first blank line.
 */
function lastLine(doc: Text): number {
  if (!delimiter.test(doc.line(1).text)) return 1;
  const last = Math.min(doc.lines, longest);
  let blank: number | undefined;
  for (let number = 2; number <= last; number++) {
    const { text } = doc.line(number);
    if (delimiter.test(text)) return number - 1;
    if (text.trim() === "") blank ??= number;
  }
  return blank ?? last;
}

function keyAbove(doc: Text, number: number): string | undefined {
  for (let above = number - 1; above > 1; above--) {
    const { text } = doc.line(above);
    if (!below.test(text)) return /^([\w-]+)\s*:/.exec(text)?.[1];
  }
  return undefined;
}

interface ValueLine {
  readonly text: string;
  readonly from: number;
  readonly column: number;
  /** Index at which the line's values begin. */
  readonly start: number;
}

/** The value at the cursor: the text between commas, brackets and blanks. */
function valueAt(key: string, { text, from, column, start }: ValueLine): FrontmatterPlace | undefined {
  if (column < start) return undefined;
  const before = /[^\s,[\]]*$/.exec(text.slice(start, column))?.[0].length ?? 0;
  const after = /^[^\s,[\]]*/.exec(text.slice(column))?.[0].length ?? 0;
  return { kind: "value", key, from: from + column - before, to: from + column + after };
}
