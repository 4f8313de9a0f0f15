/** A part of a line; `isChanged` where the other side has other words. */
export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface DiffLine {
  /** From 1. */
  readonly number: number;
  readonly pieces: readonly DiffPiece[];
  /** Of a line too long for one row: whether this row goes on with it, or the next does. */
  readonly goesOn?: "from-above" | "below" | "both";
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
