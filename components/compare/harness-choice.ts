import type { Comparison } from "#lib/report/compare/comparison.ts";
import { parseLinkQuery } from "#lib/share/link-query.ts";

/** Which harnesses are compared, by the ids of their profiles. */
export interface HarnessChoice {
  /** The one that the others are held against. It is always shown. */
  readonly reference: string;
  readonly shown: ReadonlySet<string>;
}

/**
 * A link's choice, `compare=keen,gencode`, in so far as its harnesses are known: the others against the first; against
 * the only one, all. Without a link all are held against the running one.
 */
export function choiceAtFirst({ columns }: Comparison, running: string, search: string): HarnessChoice {
  const known = columns.map(({ profileId }) => profileId);
  const linked = parseLinkQuery(search).compare?.filter((id) => known.includes(id)) ?? [];
  const [reference = running] = linked;
  return { reference, shown: new Set(linked.length > 1 ? linked : known) };
}

/** The ids in the order of the table's columns, which is also a link's: the reference, then the others. */
export function shownHarnesses({ columns }: Comparison, { reference, shown }: HarnessChoice): readonly string[] {
  const others = columns.filter(({ profileId }) => profileId !== reference && shown.has(profileId));
  return [reference, ...others.map(({ profileId }) => profileId)];
}
