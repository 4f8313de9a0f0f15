import { linePieces, type VisiblePiece, visiblePieces } from "#components/ui/visible-pieces.ts";

/** A part of a line; `isChanged` where the other side has other words. */
export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface DiffLine {
  /** Line number, from 1. */
  readonly number: number;
  readonly pieces: readonly DiffPiece[];
  /** Whether this is no line but what follows a line break at the end of the text. */
  readonly isEnd?: boolean;
  /** Whether this goes on with the line of the row above, which is too long for one. */
  readonly isContinued?: boolean;
}

/** Lines that stand beside each other. `same`: both are there and alike. */
export interface DiffRow {
  readonly kind: "same" | "changed";
  readonly left?: DiffLine;
  readonly right?: DiffLine;
}

/** The lines of a text; one that ends with a line break has an empty one more, and the empty text has none. */
export function linesOf(text: string): DiffLine[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return lines.map((line, index) => {
    const isEnd = line === "" && index === lines.length - 1;
    return { number: index + 1, pieces: [{ text: line, isChanged: false }], ...(isEnd && { isEnd }) };
  });
}

/** The rows of a diff in which the whole left text is removed and the whole right text added. */
export function replacedRows(left: string, right: string): readonly DiffRow[] {
  const removed = linesOf(left).map((line) => ({ kind: "changed" as const, left: line }));
  return [...removed, ...linesOf(right).map((line) => ({ kind: "changed" as const, right: line }))];
}

export function lineText({ pieces }: DiffLine): string {
  return pieces.map(({ text }) => text).join("");
}

/** The pieces of a line as they are drawn. White space at its end may lie in several of them. */
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

/** Rows with one line in each of the changed: of a run of them first those of the left, then of the right. */
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

/**
 * Of unified rows those that changed, each with so many alike `around` it; `undefined` stands for the ones left out.
 */
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
