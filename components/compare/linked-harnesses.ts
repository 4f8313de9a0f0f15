import { parseLinkQuery } from "#lib/share/link-query.ts";

/** Ids of the harnesses that the page's link compares, as written: some may be unknown. */
export function linkedHarnesses(): readonly string[] | undefined {
  return parseLinkQuery(location.search).compare;
}
