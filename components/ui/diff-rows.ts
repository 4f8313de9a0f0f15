/** A part of a line; `isChanged` where the other side has other words. */
export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface DiffLine {
  /** From 1. */
  readonly number: number;
  readonly pieces: readonly DiffPiece[];
}

/** Lines that stand beside each other. `same`: both are there and alike. */
export interface DiffRow {
  readonly kind: "same" | "changed";
  readonly left?: DiffLine;
  readonly right?: DiffLine;
}

/** The same rows with one line in each of the changed: of a run of them first those of the left, then of the right. */
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
