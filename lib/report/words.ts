import { formatCount } from "#lib/format-count.ts";
import { toldCounts } from "./compare/headline.ts";
import { marks, type VerdictKind, verdictKinds } from "./compare/marks.ts";
import type { Report, ReportedHarness } from "./shape.ts";
import type { Level } from "./trust/rule.ts";

/** Shown wherever nothing was found. */
export const nothingFound = "No known dangerous pattern was found, which does not prove that it is safe.";

export const levelWords: Readonly<Record<Level, { readonly label: string; readonly title: string }>> = {
  alarm: { label: "Alarm", title: "Rarely innocent: read it before you install anything" },
  look: { label: "Look", title: "Possibly intended: read it" },
  note: { label: "Note", title: "A fact, or something a text only warns about" },
};

/** The word for a mark; a mark of a later version stays as it is. */
export function markWord(mark: string): string {
  return isMark(mark) ? marks[mark].word : mark;
}

/** A verdict and its cause: `rejected: the frontmatter is not valid YAML`, or only `cut` if that is the cause. */
export function causeWords({ mark, cause }: ReportedHarness["causes"][number]): string {
  const word = markWord(mark);
  return cause === word ? word : `${word}: ${cause}`;
}

export function isMark(mark: string): mark is VerdictKind {
  return Object.hasOwn(marks, mark);
}

/** Marks that some harness gives, from harmless to grave. */
export function marksIn(harnesses: readonly ReportedHarness[]): readonly VerdictKind[] {
  return verdictKinds.filter((mark) => harnesses.some(({ counts }) => (counts[mark] ?? 0) > 0));
}

type Counted = Pick<ReportedHarness, "counts">;

/** Whether a harness tells its model of at least one of the skills, at the latest when a file that it is for is touched. */
function tellsOfSome({ counts }: Counted): boolean {
  const { told, later } = toldCounts(counts);
  return told + later > 0;
}

/** The text of a badge behind its word _skills_: `18 installed · 8/8 harnesses`. */
export function badgeWords({ skills, harnesses }: { skills: number; harnesses: readonly Counted[] }): string {
  return `${formatCount(skills)} installed · ${servingWords(harnesses)}`;
}

/** How many harnesses tell their model of some skill: `8/8 harnesses`. Those without documentation of what they tell are not counted. */
export function servingWords(harnesses: readonly Counted[]): string {
  const known = harnesses.filter(({ counts }) => (counts.undocumented ?? 0) === 0);
  return `${known.filter(tellsOfSome).length}/${known.length} harnesses`;
}

/**
 * Size of what a harness tells its model of all skills: `≈712 tokens`, `none`, or `not documented`.
 * @param undocumented the number of skills of which it is not documented what the harness tells
 */
export function catalogWords(tokens: number, undocumented = 0): string {
  if (undocumented > 0) return "not documented";
  return tokens === 0 ? "none" : `≈${formatCount(tokens)} tokens`;
}

/** Number of findings of each level, listed or not. */
export function levelTotals({ trust }: Pick<Report, "trust">): Readonly<Record<Level, number>> {
  const totals = { alarm: 0, look: 0, note: 0 };
  for (const { counts } of trust.rules)
    for (const level of ["alarm", "look", "note"] as const) totals[level] += counts[level];
  return totals;
}

/** A licence id in words. */
export function licenceWords(licence: string): string {
  if (licence === "none") return "no licence";
  if (licence === "unknown") return "an unknown licence";
  return licence === "proprietary" ? "proprietary: not free to copy" : licence;
}

/** The licence of the source's root; if there is none, those that skills declare. */
export function licenceSummary({ source, skills = [] }: Partial<Pick<Report, "source" | "skills">>): string {
  if (source?.licence !== "none" || skills.length === 0) return licenceWords(source?.licence ?? "none");
  const named = new Map<string, number>();
  for (const { licence } of skills) named.set(licence, (named.get(licence) ?? 0) + 1);
  if (named.size === 1) return licenceWords(skills[0]?.licence ?? "none");
  return [...named].map(([licence, count]) => `${formatCount(count)} ${licenceWords(licence)}`).join(", ");
}
