import type { EntryKind, Files } from "#lib/vfs/files.ts";
import { dirname, joinPath } from "#lib/vfs/paths.ts";

export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly kind: EntryKind;
  /** 1 for the roots. */
  readonly level: number;
  readonly isOpen: boolean;
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

/** The visible rows of a tree, top to bottom: `roots`, and below each folder in `open` its entries. Closed folders are not read. */
export function visibleRows(files: Files, roots: readonly string[], open: ReadonlySet<string>): TreeRow[] {
  return roots.flatMap((root, index) =>
    rowsFrom({ path: root, name: root, kind: "folder", level: 1, position: index + 1, siblings: roots.length }),
  );

  function rowsFrom(row: Omit<TreeRow, "isOpen">): TreeRow[] {
    const isOpen = row.kind === "folder" && open.has(row.path);
    if (!isOpen) return [{ ...row, isOpen }];
    const entries = foldersFirst(files, row.path);
    const siblings = entries.length;
    const below = entries.flatMap(({ name, kind }, index) =>
      rowsFrom({ path: joinPath(row.path, name), name, kind, level: row.level + 1, position: index + 1, siblings }),
    );
    return [{ ...row, isOpen }, ...below];
  }
}

function foldersFirst(files: Files, path: string) {
  const entries = files.list(path) ?? [];
  return [...entries.filter(({ kind }) => kind === "folder"), ...entries.filter(({ kind }) => kind !== "folder")];
}

export type TreeMove =
  | { readonly kind: "focus"; readonly path: string }
  | { readonly kind: "open" | "close"; readonly path: string }
  /** Enter or Space: shows a file, opens or closes a folder. */
  | { readonly kind: "choose"; readonly path: string };

/** What a key does in a tree, by the ARIA authoring practices; `undefined` for other keys. */
export function moveForKey(key: string, rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const focus = (index: number): TreeMove | undefined => {
    const target = rows[index];
    return target && { kind: "focus", path: target.path };
  };
  switch (key) {
    case "ArrowDown":
      return focus(at + 1);
    case "ArrowUp":
      return focus(at - 1);
    case "Home":
      return focus(0);
    case "End":
      return focus(rows.length - 1);
    case "ArrowRight":
      if (row.kind !== "folder") return undefined;
      return row.isOpen ? focus(at + 1) : { kind: "open", path: row.path };
    case "ArrowLeft":
      if (row.isOpen) return { kind: "close", path: row.path };
      return row.level > 1 ? focus(rows.findIndex(({ path }) => path === dirname(row.path))) : undefined;
    case "Enter":
    case " ":
      return { kind: "choose", path: row.path };
    default:
      return key.length === 1 ? focus(nextStartingWith(key, rows, at)) : undefined;
  }
}

function nextStartingWith(letter: string, rows: readonly TreeRow[], at: number): number {
  const after = [...rows.keys()].map((step) => (at + 1 + step) % rows.length);
  return after.find((index) => rows[index]?.name.toLowerCase().startsWith(letter.toLowerCase())) ?? -1;
}
