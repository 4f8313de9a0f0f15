import { defaultProfile } from "#lib/harness/profiles.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { mostTelling } from "#lib/report/compare/patterns.ts";

/** Which harnesses are compared, by profile id. */
export interface HarnessChoice {
  /** The harness that the others are compared with. Always shown. */
  readonly reference: string;
  readonly shown: ReadonlySet<string>;
}

/** Harnesses shown side by side unless asked otherwise: as many as a screen has room for. */
const most = 6;

/**
 * The initial choice: the first wanted harness as the reference, and the other wanted ones, as far as they are known. Without others: the
 * open standard and those that differ most here; with nothing wanted, compared with the running harness.
 * @param wanted profile ids, as in a link's `compare=keen,gencode`
 */
export function choiceAtFirst(comparison: Comparison, running: string, wanted: readonly string[] = []): HarnessChoice {
  const known = comparison.columns.map(({ profileId }) => profileId);
  const asked = wanted.filter((id) => known.includes(id));
  const [reference = running] = asked;
  if (asked.length > 1) return { reference, shown: new Set(asked) };
  return { reference, shown: new Set(mostTelling(comparison, [reference, defaultProfile.id], most)) };
}

/** The ids in column order, as a link has them too: the reference, then the others. */
export function shownHarnesses({ columns }: Comparison, { reference, shown }: HarnessChoice): readonly string[] {
  const others = columns.filter(({ profileId }) => profileId !== reference && shown.has(profileId));
  return [reference, ...others.map(({ profileId }) => profileId)];
}

/** The harness whose catalog is compared with the reference's at first: the first other one shown whose catalog is not empty. */
export function catalogAgainst(comparison: Comparison, choice: HarnessChoice): string | undefined {
  const [, ...others] = shownHarnesses(comparison, choice);
  const telling = comparison.columns.filter(({ catalog }) => catalog.text !== "").map(({ profileId }) => profileId);
  return others.find((id) => telling.includes(id)) ?? others[0];
}
