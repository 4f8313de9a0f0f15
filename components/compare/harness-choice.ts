import type { Comparison } from "#lib/report/compare/comparison.ts";

/** Which harnesses are compared, by the ids of their profiles. */
export interface HarnessChoice {
  /** The harness that the others are compared with. It is always shown. */
  readonly reference: string;
  readonly shown: ReadonlySet<string>;
}

/**
 * What is asked for, in so far as its harnesses are known: the others against the first; against the only one, all. Without
 * a wish all are held against the running one.
 * @param wanted ids of profiles, as a link's `compare=keen,gencode` has them
 */
export function choiceAtFirst({ columns }: Comparison, running: string, wanted: readonly string[] = []): HarnessChoice {
  const known = columns.map(({ profileId }) => profileId);
  const asked = wanted.filter((id) => known.includes(id));
  const [reference = running] = asked;
  return { reference, shown: new Set(asked.length > 1 ? asked : known) };
}

/** The ids in the order of the table's columns, which is also a link's: the reference, then the others. */
export function shownHarnesses({ columns }: Comparison, { reference, shown }: HarnessChoice): readonly string[] {
  const others = columns.filter(({ profileId }) => profileId !== reference && shown.has(profileId));
  return [reference, ...others.map(({ profileId }) => profileId)];
}
