import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

interface Cells {
  /** The cell that is the table's tab stop. */
  readonly current: Cell;
  /** The cell under the pointer, or else the current one; the note explains it. */
  readonly told: Cell;
  /**
   * Listeners for the table around the cells' buttons, which carry `data-row` and `data-column`. A button that fills its row carries
   * `data-row` only, and keeps the current column.
   */
  readonly listeners: {
    readonly onClick: (event: MouseEvent) => void;
    readonly onFocus: (event: SyntheticEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onMouseMove: (event: MouseEvent) => void;
    readonly onMouseLeave: () => void;
    readonly onPointerDown: (event: SyntheticEvent) => void;
  };
}

/** Pointer and keyboard handling for a table of buttons. Rows out of sight need not be rendered, except the current one. */
export function useCells(table: RefObject<HTMLElement | null>, size: TableSize, onOpen: (cell: Cell) => void): Cells {
  const [chosen, setChosen] = useState<Cell>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<Cell>();
  const current = clampCell(chosen, size);
  const told = clampCell(pointed ?? current, size);
  const focusNext = useFocusAfterDrawing(table, current);
  const cellAt = (target: EventTarget) => cellOf(target, current.column);
  /** Whether the note already explained the mark before the finger touched it. */
  const wasTold = useRef(false);
  return {
    current,
    told,
    listeners: {
      onPointerDown: ({ target }) => {
        wasTold.current = isSame(cellAt(target), told);
      },
      onClick: ({ target, nativeEvent }) => {
        const cell = cellAt(target);
        // A finger cannot hover: its first tap shows the reason, the second opens. A button that fills its row shows the reason itself.
        if (cell && (wasTold.current || !isTouch(nativeEvent) || fillsRow(target))) onOpen(cell);
      },
      onFocus: ({ target }) => setChosen((before) => cellAt(target) ?? before),
      onKeyDown: (event) => {
        const next = cellAt(event.target) && cellForKey(event, current, size);
        if (!next) return;
        event.preventDefault();
        setPointed(undefined);
        setChosen(next);
        focusNext();
      },
      // Not mouseover, which also fires when keys scroll the table under a resting pointer.
      onMouseMove: ({ target }) => setPointed((before) => (isSame(cellAt(target), before) ? before : cellAt(target))),
      onMouseLeave: () => setPointed(undefined),
    },
  };
}

/** Returns a function that focuses `cell` after the next render. */
function useFocusAfterDrawing(table: RefObject<HTMLElement | null>, { row, column }: Cell): () => void {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    const inRow = `[data-row="${row}"]`;
    const cell = `${inRow}:is([data-column="${column}"], :not([data-column]))`;
    table.current?.querySelector<HTMLElement>(cell)?.focus();
  });
  return () => {
    isWanted.current = true;
  };
}

/** @param column the column to report for a button that fills its row */
function cellOf(target: EventTarget, column: number): Cell | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return button ? { row: Number(button.dataset.row), column: Number(button.dataset.column ?? column) } : undefined;
}

function fillsRow(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-row]:not([data-column])") !== null;
}

function isSame(a: Cell | undefined, b: Cell | undefined): boolean {
  return a?.row === b?.row && a?.column === b?.column;
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

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

/** The cell that a key leads to from `cell`, by the keys of the ARIA grid pattern; `undefined` for other keys. */
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

/** The cell itself, or the nearest cell in the table. */
function clampCell({ row, column }: Cell, { rows, columns }: TableSize): Cell {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length - 1));
}
