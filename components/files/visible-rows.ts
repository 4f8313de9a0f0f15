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
  const rows: TreeRow[] = [];
  const add = (path: string, name: string, kind: EntryKind, level: number, position: number, siblings: number) => {
    const isOpen = kind === "folder" && open.has(path);
    rows.push({ path, name, kind, level, isOpen, position, siblings });
    if (!isOpen) return;
    const entries = foldersFirst(files, path);
    entries.forEach((entry, index) => {
      add(joinPath(path, entry.name), entry.name, entry.kind, level + 1, index + 1, entries.length);
    });
  };
  roots.forEach((root, index) => {
    add(root, root, "folder", 1, index + 1, roots.length);
  });
  return rows;
}

function foldersFirst(files: Files, path: string) {
  const entries = files.list(path) ?? [];
  return [...entries.filter(({ kind }) => kind === "folder"), ...entries.filter(({ kind }) => kind !== "folder")];
}
