import type { Catalog, CatalogRow } from "#lib/harness/vocabulary/catalog.ts";

/** Whether a skill is told in part for want of room. One whose state leaves out its description is whole: its person wants that. */
export function isCut({ cut }: CatalogRow): boolean {
  return cut !== undefined && cut.by !== "state";
}

/** How many skills the catalog cuts or leaves out for want of room. */
export function countCut({ rows, leftOut = [] }: Catalog): number {
  return leftOut.length + rows.filter(isCut).length;
}
