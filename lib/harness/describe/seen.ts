import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import results from "./seen.json" with { type: "json" };

/** How a profile fared against the released program, as `npm run verify` last kept it. */
export interface Seen {
  /** A profile's id. */
  readonly program: string;
  readonly version: string;
  /** Year, month and day. */
  readonly date: string;
  /** Trees of files that both were given, and how many of them are told as the program tells them. */
  readonly trees: number;
  readonly same: number;
  /** Told otherwise, for a reason that is written down. */
  readonly explained: number;
  readonly differ: number;
}

/** What was seen of a harness; `undefined` where its program has not been asked. */
export function seenOf({ id }: Pick<Profile, "id">): Seen | undefined {
  return results.find(({ program }) => program === id);
}

/** The counts in plain words. */
export function seenText({ label }: Pick<Profile, "label">, seen: Seen): string {
  const { version, date, trees, same, explained, differ } = seen;
  return [
    `Seen in ${label} ${version} on ${date}: the program and this lab were given ${trees} trees of skills.`,
    `${same} come out the same,`,
    `${explained} differ for a documented reason, ${differ} differ without one.`,
  ].join(" ");
}
