import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";

/** A stretch of the catalog's text: a skill's row, or the text between two rows. */
export interface CatalogPiece {
  readonly text: string;
  /** Index of the stretch's first character in the catalog's text. */
  readonly at: number;
  /** Index into `Catalog.rows`; absent between rows. */
  readonly row?: number;
}

/** The whole text in pieces, in order. A row that overlaps an earlier one loses the overlapping part. */
export function catalogPieces({ text, rows }: Catalog): CatalogPiece[] {
  const ordered = rows.map((row, index) => ({ ...row, index })).sort((a, b) => a.start - b.start);
  const pieces: CatalogPiece[] = [];
  let at = 0;
  for (const { start, end, index } of ordered) {
    if (start < at || end <= start) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), at });
    pieces.push({ text: text.slice(start, end), at: start, row: index });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), at });
  return pieces;
}

/** Groups of `least` pieces or more. Each group ends at a line end, so that it can be laid out by itself. */
export function wholeLines(pieces: readonly CatalogPiece[], least: number): readonly (readonly CatalogPiece[])[] {
  const groups: CatalogPiece[][] = [];
  let group: CatalogPiece[] = [];
  for (const piece of pieces) {
    group.push(piece);
    if (group.length < least || !piece.text.endsWith("\n")) continue;
    groups.push(group);
    group = [];
  }
  return group.length > 0 ? [...groups, group] : groups;
}
