import { formatCount } from "#lib/format-count.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import results from "./seen.json" with { type: "json" };

/** The result of the last `npm run verify` for a profile and its released program. */
export interface Seen {
  /** A profile's id. */
  readonly program: string;
  readonly version: string;
  /** Date as `YYYY-MM-DD`. */
  readonly date: string;
  /** Number of trees of files that both were given, and for how many of them both tell the model the same. */
  readonly trees: number;
  readonly same: number;
  /** Number of trees with a difference for a documented reason. */
  readonly explained: number;
  readonly differ: number;
}

/** The result for a harness; `undefined` if its program has not been asked. */
export function seenOf({ id }: Pick<Profile, "id">): Seen | undefined {
  return results.find(({ program }) => program === id);
}

/** The counts in plain words. */
export function seenText({ label }: Pick<Profile, "label">, seen: Seen): string {
  const { version, date, trees, same, explained, differ } = seen;
  const given = `Seen in ${label} ${version} on ${date}: the program and this lab were given ${formatCount(trees)} trees of skills.`;
  if (same === trees) return `${given} All come out the same.`;
  const others = [
    ...(explained > 0 ? [`${formatCount(explained)} differ for a documented reason`] : []),
    ...(differ > 0 ? [`${formatCount(differ)} differ without one`] : []),
  ];
  return `${given} ${formatCount(same)} come out the same, ${others.join(", ")}.`;
}
