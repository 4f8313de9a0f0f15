import { type DiffRow, unifiedRows } from "./diff-rows.ts";

/** A group of changed lines, with some unchanged lines around it. */
export interface Hunk {
  /** One line per row, as drawn. */
  readonly rows: readonly DiffRow[];
  /** The lines that changed. */
  readonly left: LineRange;
  readonly right: LineRange;
}

/** Line indexes from 0; `to` is exclusive. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Groups the changes of two texts, each with `around` lines on both sides; groups that would touch are joined. */
export function hunksOf(rows: readonly DiffRow[], around = 3): readonly Hunk[] {
  const changed = rows.flatMap(({ kind }, index) => (kind === "changed" ? [index] : []));
  const groups: { first: number; last: number }[] = [];
  for (const index of changed) {
    const group = groups.at(-1);
    if (group && index - group.last <= around * 2) group.last = index;
    else groups.push({ first: index, last: index });
  }
  return groups.map(({ first, last }) => ({
    rows: unifiedRows(rows.slice(Math.max(0, first - around), last + 1 + around)),
    left: rangeOf(rows, "left", first, last),
    right: rangeOf(rows, "right", first, last),
  }));
}

function rangeOf(rows: readonly DiffRow[], side: "left" | "right", first: number, last: number): LineRange {
  const from = countLines(rows.slice(0, first), side);
  return { from, to: from + countLines(rows.slice(first, last + 1), side) };
}

function countLines(rows: readonly DiffRow[], side: "left" | "right"): number {
  return rows.filter((row) => row[side]).length;
}

/** The right text, with the hunk's changes reverted to the left text's lines. */
export function withoutHunk(left: string, right: string, hunk: Hunk): string {
  const lines = linesOf(right);
  lines.splice(hunk.right.from, hunk.right.to - hunk.right.from, ...linesOf(left).slice(hunk.left.from, hunk.left.to));
  return lines.join("\n");
}

/** Counts lines as the rows do: the empty text has none. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
