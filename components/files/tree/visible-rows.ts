import type { EntryKind, Files } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";

export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly kind: EntryKind;
  /** 1 for the roots. */
  readonly level: number;
  readonly isOpen: boolean;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
}

/** The rows a tree shows, top to bottom: `roots`, and below each folder in `open` its entries. Closed folders are not read. */
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
