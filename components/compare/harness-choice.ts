import { defaultProfile } from "#lib/harness/profiles.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { mostTelling } from "#lib/report/compare/patterns.ts";

/** Which harnesses are compared, by the ids of their profiles. */
export interface HarnessChoice {
  /** The harness that the others are compared with. It is always shown. */
  readonly reference: string;
  readonly shown: ReadonlySet<string>;
}

/** How many harnesses are shown side by side where nobody asked for more: as many as a screen has room for. */
const most = 6;

/**
 * What is asked for, in so far as its harnesses are known: the others against the first. Without others, the open standard
 * and those that make the most of a difference here; against the running one where nothing is asked for.
 * @param wanted ids of profiles, as a link's `compare=keen,gencode` has them
 */
export function choiceAtFirst(comparison: Comparison, running: string, wanted: readonly string[] = []): HarnessChoice {
  const known = comparison.columns.map(({ profileId }) => profileId);
  const asked = wanted.filter((id) => known.includes(id));
  const [reference = running] = asked;
  if (asked.length > 1) return { reference, shown: new Set(asked) };
  return { reference, shown: new Set(mostTelling(comparison, [reference, defaultProfile.id], most)) };
}

/** The ids in the order of the table's columns, which is also a link's: the reference, then the others. */
export function shownHarnesses({ columns }: Comparison, { reference, shown }: HarnessChoice): readonly string[] {
  const others = columns.filter(({ profileId }) => profileId !== reference && shown.has(profileId));
  return [reference, ...others.map(({ profileId }) => profileId)];
}

/** Whose catalog is held against the reference's at first: the first other one shown that tells its model anything. */
export function catalogAgainst(comparison: Comparison, choice: HarnessChoice): string | undefined {
  const [, ...others] = shownHarnesses(comparison, choice);
  const telling = comparison.columns.filter(({ catalog }) => catalog.text !== "").map(({ profileId }) => profileId);
  return others.find((id) => telling.includes(id)) ?? others[0];
}
