import { type Seen, seenOf } from "#lib/harness/describe/seen.ts";
import { evidenceOf } from "#lib/harness/evidence/evidence.ts";
import type { Evidence, Profile } from "#lib/harness/vocabulary/profile.ts";

/** Days after which a claim has to be verified again. */
export const freshDays = 90;

/** How old a profile's claims are, and how far behind its program's newest release it is. */
export interface Freshness {
  readonly id: string;
  readonly label: string;
  /** The program version it was last verified against; absent if there was none. */
  readonly seen?: Pick<Seen, "version" | "date">;
  /** The newest release, if known and different. */
  readonly newest?: string;
  /** Claims whose newest date is older than `freshDays`, with their age in days, oldest first. */
  readonly old: readonly OldClaim[];
  /** Number of claims about a document or a program without a date. */
  readonly undated: number;
}

export interface OldClaim {
  readonly claim: string;
  readonly days: number;
}

/**
 * What of a profile is out of date on a given day.
 * @param newest the newest release of its program
 * @param evidence absent: the profile's own
 */
export function freshnessOf(
  profile: Profile,
  today: Date,
  newest: string | undefined,
  evidence = evidenceOf(profile),
): Freshness {
  const { id, label } = profile;
  const seen = seenOf(profile);
  const dated = evidence.map((each) => ({ claim: each.claim, date: dateOf(each) }));
  const old = dated.flatMap(({ claim, date }) => (date ? [{ claim, days: daysBetween(date, today) }] : []));
  return {
    id,
    label,
    ...(seen && { seen: { version: seen.version, date: seen.date } }),
    ...(newest !== undefined && newest !== seen?.version && { newest }),
    old: old.filter(({ days }) => days > freshDays).sort((a, b) => b.days - a.days),
    undated: evidence.filter((each) => !isChosen(each) && dateOf(each) === undefined).length,
  };
}

/** Whether the claim is this lab's own choice, or that nothing is documented: neither becomes outdated with a document. */
function isChosen({ source }: Evidence): boolean {
  return /^(?:A choice of this lab|Not documented: )/.test(source);
}

/** Whether there is something to verify again. */
export function isOutOfDate({ old, undated, newest, seen }: Freshness, today: Date): boolean {
  return (
    undated > 0 || old.length > 0 || newest !== undefined || (seen !== undefined && ageOf(seen, today) > freshDays)
  );
}

/** Lines for a person: the harness, then what is out of date. */
export function freshnessText(each: Freshness, today: Date): readonly string[] {
  const { label, seen, newest, old, undated } = each;
  const asked = seen ? `held against ${seen.version}, ${count(ageOf(seen, today), "day")} ago` : "no program asked";
  const notes = [
    newest !== undefined && `  ${newest} is out: npm run verify -- ${each.id} --release ${newest}`,
    seen &&
      ageOf(seen, today) > freshDays &&
      `  last asked more than ${freshDays} days ago: npm run verify -- ${each.id}`,
    ...old.map(({ claim, days }) => `  ${days} days old: ${claim}`),
    undated > 0 && `  without a date: ${count(undated, "claim")}`,
  ];
  return [`${label}: ${asked}`, ...notes.filter((note) => note !== false && note !== undefined)];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function ageOf({ date }: Pick<Seen, "date">, today: Date): number {
  return daysBetween(new Date(date), today);
}

function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 86_400_000));
}

/** The newest date in its source or its note on the program. */
function dateOf({ source, program = "" }: Evidence): Date | undefined {
  const days = datesIn(`${source}\n${program}`).map((date) => date.getTime());
  return days.length === 0 ? undefined : new Date(Math.max(...days));
}

const months = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september", "october"],
  ...["november", "december"],
];

/** Dates in a text: `26 November 2026`, `2026-11-26`, and `November 2026` or `November of 2026`, which mean the first of that month. */
export function datesIn(text: string): readonly Date[] {
  const written = new RegExp(`\\b(?:(\\d{1,2}) )?(${months.join("|")})(?: of)? (\\d{4})\\b`, "gi");
  const inWords = Array.from(text.matchAll(written), ([, day = "1", month = "", year = ""]) => {
    return new Date(Date.UTC(Number(year), months.indexOf(month.toLowerCase()), Number(day)));
  });
  const inDigits = Array.from(text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g), ([day]) => new Date(`${day}T00:00:00Z`));
  return [...inWords, ...inDigits].filter((date) => !Number.isNaN(date.getTime()));
}
