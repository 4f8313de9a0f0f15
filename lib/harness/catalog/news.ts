import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";

/** What of a catalog is told once more of it has been found: the rows that were not there. Empty where there are none. */
export function newsOf({ catalog: rules }: Profile, before: Catalog, after: Catalog): string {
  const told = new Set(before.rows.map(({ location }) => location));
  const rows = after.rows.filter(({ location }) => !told.has(location));
  if (rows.length === 0) return "";
  return rules.head + rows.map(({ start, end }) => after.text.slice(start, end)).join(rules.separator) + rules.tail;
}
