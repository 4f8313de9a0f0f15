import { type DiffLine, type DiffRow, linesOf, lineText } from "#components/ui/diff/diff-rows.ts";
import { visiblePieces } from "#components/ui/visible/visible-pieces.ts";

/** Rows to be reviewed, top to bottom; `undefined` stands for unchanged lines that are left out. */
export type ReviewRows = readonly (DiffRow | undefined)[];

/** Most rows and characters drawn at a time. */
const limits = { rows: 500, characters: 40_000 };

/** Characters of a row. A longer line is cut into several rows, each of which counts as seen by itself. */
const longestRow = 2000;

/** Splits rows into the parts that a person reviews, none too long to be drawn. Nothing is left out. */
export function reviewParts(rows: ReviewRows): readonly ReviewRows[] {
  const parts: (DiffRow | undefined)[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const row of rows.flatMap<DiffRow | undefined>((row) => (row ? foldedRow(row) : [undefined]))) {
    const length = row ? lengthOf(row) : 0;
    const part = parts.at(-1);
    if (part && part.length < limits.rows && characters + length <= limits.characters) {
      part.push(row);
      characters += length;
    } else {
      parts.push([row]);
      characters = length;
    }
  }
  return parts;
}

/** An unchanged text as rows. */
export function textRows(text: string): ReviewRows {
  return linesOf(text).map((line) => ({ kind: "same", right: line }));
}

/** The numbers of the new lines that hold invisible characters, and how many such characters there are in all. */
export function hiddenIn(rows: ReviewRows): { readonly lines: readonly number[]; readonly count: number } {
  const lines: number[] = [];
  let count = 0;
  for (const row of rows) {
    // Only added lines need a look: a removed line does no harm, and an unchanged one was there before.
    if (row?.kind === "same" && row.left) continue;
    const hidden = row?.right ? hiddenCount(row.right) : 0;
    if (hidden > 0 && row?.right) lines.push(row.right.number);
    count += hidden;
  }
  return { lines, count };
}

/** How many lines are removed, and how many added. */
export function changedCounts(rows: ReviewRows): { readonly removed: number; readonly added: number } {
  const changed = rows.filter((row) => row?.kind === "changed");
  const count = (side: "left" | "right") => changed.filter((row) => row?.[side] && !row[side].isEnd).length;
  return { removed: count("left"), added: count("right") };
}

function hiddenCount(line: DiffLine): number {
  // The carriage return of a line end is shown as white space, so it is not counted here.
  return visiblePieces(lineText(line).replace(/\r$/, "")).reduce((sum, { count = 0 }) => sum + count, 0);
}

function foldedRow(row: DiffRow): readonly DiffRow[] {
  if (lengthOf(row) <= longestRow) return [row];
  const left = row.left ? folded(row.left) : [];
  const right = row.right ? folded(row.right) : [];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    kind: row.kind,
    ...(left[index] && { left: left[index] }),
    ...(right[index] && { right: right[index] }),
  }));
}

function folded(line: DiffLine): DiffLine[] {
  const lines: DiffLine[] = [];
  let room = 0;
  for (const { text, isChanged } of line.pieces) {
    for (let at = 0; at < text.length; ) {
      if (room === 0) {
        lines.push({ ...line, pieces: [], ...(lines.length > 0 && { isContinued: true }) });
        room = longestRow;
      }
      const piece = { text: wholeCharacters(text, at, at + room), isChanged };
      lines[lines.length - 1] = { ...line, ...lines.at(-1), pieces: [...(lines.at(-1)?.pieces ?? []), piece] };
      at += piece.text.length;
      room = Math.max(0, room - piece.text.length);
    }
  }
  return lines;
}

/** The text between two indexes, moved so that no surrogate pair is cut in two. */
function wholeCharacters(text: string, start: number, end: number): string {
  const isCut = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return text.slice(start, isCut ? end + 1 : end);
}

function lengthOf({ left, right }: DiffRow): number {
  return Math.max(left ? lineText(left).length : 0, right ? lineText(right).length : 0);
}
