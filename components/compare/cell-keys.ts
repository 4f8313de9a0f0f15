/** A mark in the table: its row and column, from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

/** Rows that Page Up and Page Down move by. */
const page = 10;

/**
 * Where a key leads from `cell` in a table, after the keys of the ARIA grid pattern;
 * `undefined` for keys that are not the table's.
 */
export function cellForKey(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { row, column }: Cell,
  size: TableSize,
): Cell | undefined {
  const inside = (to: Cell) => clampCell(to, size);
  switch (key) {
    case "ArrowDown":
      return inside({ row: row + 1, column });
    case "ArrowUp":
      return inside({ row: row - 1, column });
    case "ArrowRight":
      return inside({ row, column: column + 1 });
    case "ArrowLeft":
      return inside({ row, column: column - 1 });
    case "PageDown":
      return inside({ row: row + page, column });
    case "PageUp":
      return inside({ row: row - page, column });
    case "Home":
      return inside({ row: ctrlKey ? 0 : row, column: 0 });
    case "End":
      return inside({ row: ctrlKey ? size.rows : row, column: size.columns });
    default:
      return undefined;
  }
}

/** The cell itself, or the nearest that the table has. */
export function clampCell({ row, column }: Cell, { rows, columns }: TableSize): Cell {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length - 1));
}
