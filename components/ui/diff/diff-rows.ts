import { linePieces, type VisiblePiece, visiblePieces } from "#components/ui/visible/visible-pieces.ts";

/** A part of a line; `isChanged` if the other side's words differ here. */
export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface DiffLine {
  /** Line number, from 1; 0 for a line of ours that heads what follows. */
  readonly number: number;
  readonly pieces: readonly DiffPiece[];
  /** Whether this is not a line but the empty rest after a final line break. */
  readonly isEnd?: boolean;
  /** Whether this continues the line of the row above, which is too long for one row. */
  readonly isContinued?: boolean;
}

/** Lines that stand next to each other. `same`: both exist and are equal. */
export interface DiffRow {
  readonly kind: "same" | "changed";
  readonly left?: DiffLine;
  readonly right?: DiffLine;
}

/** The lines of a text; a text that ends with a line break has one more, empty line, and the empty text has none. */
export function linesOf(text: string): DiffLine[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.map((line, index) => {
    const isEnd = line === "" && index === lines.length - 1;
    return { number: index + 1, pieces: [{ text: line, isChanged: false }], ...(isEnd && { isEnd }) };
  });
}

/** The rows of a diff that removes the whole left text and adds the whole right text. */
export function replacedRows(left: string, right: string): readonly DiffRow[] {
  const removed = linesOf(left).map((line) => ({ kind: "changed" as const, left: line }));
  return [...removed, ...linesOf(right).map((line) => ({ kind: "changed" as const, right: line }))];
}

export function lineText({ pieces }: DiffLine): string {
  return pieces.map(({ text }) => text).join("");
}

/** The pieces of a line to be drawn. White space at its end may span several of them. */
export function shownPieces({ pieces }: DiffLine): readonly ShownPiece[] {
  const last = pieces.findLastIndex(({ text }) => /[^ \t\r]/.test(text));
  return pieces.map(({ text, isChanged }, index) => ({
    isChanged,
    shown: index < last ? visiblePieces(text) : linePieces(text),
  }));
}

interface ShownPiece {
  readonly isChanged: boolean;
  readonly shown: readonly VisiblePiece[];
}

/** Splits changed rows into one line per row: in a run of changes, first the left lines, then the right ones. */
export function unifiedRows(rows: readonly DiffRow[]): readonly DiffRow[] {
  const unified: DiffRow[] = [];
  let added: DiffRow[] = [];
  for (const { kind, left, right } of rows) {
    if (kind === "same") {
      unified.push(...added, { kind, ...(left && { left }), ...(right && { right }) });
      added = [];
    } else {
      if (left) unified.push({ kind, left });
      if (right) added.push({ kind, right });
    }
  }
  return [...unified, ...added];
}

/** The changed ones of unified rows, each with `around` unchanged rows on both sides; `undefined` stands for rows left out. */
export function rowsAroundChanges(rows: readonly DiffRow[], around = 3): readonly (DiffRow | undefined)[] {
  const near = new Set<number>();
  for (const [index, { kind }] of rows.entries()) {
    if (kind === "changed") for (let at = index - around; at <= index + around; at++) near.add(at);
  }
  const kept: (DiffRow | undefined)[] = [];
  for (const [index, row] of rows.entries()) {
    if (near.has(index)) kept.push(row);
    else if (kept.length === 0 || kept.at(-1)) kept.push(undefined);
  }
  return kept;
}
