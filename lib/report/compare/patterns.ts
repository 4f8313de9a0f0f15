import { compareBytes } from "#lib/vfs/paths.ts";
import type { ComparedSkill, Comparison, HarnessColumn } from "./comparison.ts";
import { type MarkCounts, toldCounts } from "./headline.ts";
import { marks, type Tally, tallies, type VerdictKind, verdictKinds } from "./marks.ts";
import type { ComparedVerdict } from "./verdict.ts";

/** What one harness makes of all files together, compared with the reference harness. */
export interface ColumnSummary {
  readonly counts: Readonly<Record<Tally, number>>;
  /** Number of files with a different verdict than under the reference. */
  readonly differing: number;
  /** Share of the model's window that the catalog takes, from 0; above 1 it does not fit. */
  readonly share: number;
}

export const noCounts: Readonly<Record<Tally, number>> = {
  loaded: 0,
  renamed: 0,
  cut: 0,
  untold: 0,
  unknown: 0,
  out: 0,
};

/** A summary for each column. `reference`: index of the column that the others are compared with. */
export function summarise({ columns, skills }: Comparison, reference: number): readonly ColumnSummary[] {
  return columns.map(({ tokens, window, counts }, at) => {
    const differing = skills.filter(({ verdicts }) => !isSame(verdicts[at], verdicts[reference])).length;
    return { counts: tallied(counts), differing, share: tokens / window };
  });
}

/**
 * Among the harnesses that tell their model of some skill, the one that differs from the reference on most skills; `undefined` if none
 * does.
 */
export function mostDiffering(comparison: Comparison, reference: string): string | undefined {
  const { columns } = comparison;
  const at = columns.findIndex(({ profileId }) => profileId === reference);
  const others = summarise(comparison, at).flatMap(({ differing }, index) => {
    const column = columns[index];
    return column && differing > 0 && toldCounts(column.counts).told > 0 ? [{ id: column.profileId, differing }] : [];
  });
  return others.sort((a, b) => b.differing - a.differing)[0]?.id;
}

/**
 * Ids of `most` harnesses that show the differences best: the given ones, then repeatedly the harness that differs from every chosen one on
 * most skills. Among equals the first in the order of the columns. Harnesses without documentation of what they tell come last, because
 * they differ on every skill.
 */
export function mostTelling(
  { columns, skills }: Comparison,
  given: readonly string[],
  most: number,
): readonly string[] {
  const chosen = columns.map((_, at) => at).filter((at) => given.includes(columns[at]?.profileId ?? ""));
  const differing = (a: number, b: number) => skills.filter(({ verdicts }) => !isSame(verdicts[a], verdicts[b])).length;
  const nearest = columns.map((_, at) => Math.min(...chosen.map((other) => differing(at, other))));
  while (chosen.length < Math.min(most, columns.length)) {
    const left = columns.map((_, at) => at).filter((at) => !chosen.includes(at));
    const known = left.filter((at) => (columns[at]?.counts.undocumented ?? 0) === 0);
    const next = (known.length > 0 ? known : left).reduce((best, at) =>
      (nearest[at] ?? 0) > (nearest[best] ?? 0) ? at : best,
    );
    chosen.push(next);
    for (const at of left) nearest[at] = Math.min(nearest[at] ?? 0, differing(at, next));
  }
  return chosen.flatMap((at) => columns[at]?.profileId ?? []);
}

function tallied(counts: MarkCounts): Readonly<Record<Tally, number>> {
  const sums: Record<Tally, number> = { ...noCounts };
  for (const kind of verdictKinds) sums[marks[kind].tally] += counts[kind] ?? 0;
  return sums;
}

/** The categories to show: loaded always, the others if any harness has some. */
export function talliesIn(summary: readonly Pick<ColumnSummary, "counts">[]): readonly Tally[] {
  const all = Object.keys(tallies) as Tally[];
  return all.filter((tally) => tally === "loaded" || summary.some(({ counts }) => counts[tally] > 0));
}

/** Whether two harnesses give a file the same verdict. */
export function isSame(a: ComparedVerdict | undefined, b: ComparedVerdict | undefined): boolean {
  return a?.kind === b?.kind && (a?.kind !== "renamed" || a.name === b?.name);
}

/** The verdict that some harnesses give a file, for one cause. */
export interface Clause {
  readonly kind: VerdictKind;
  readonly cause?: string;
  /** Indexes of their columns. */
  readonly columns: readonly number[];
}

/** Files that get the same verdicts from every harness, for the same causes. */
export interface Pattern {
  /** Unique among the patterns of one comparison under one reference. */
  readonly key: string;
  readonly skills: readonly ComparedSkill[];
  /** The reference's clause, then those that differ from it, the gravest first. Harnesses in no clause agree with the reference. */
  readonly clauses: readonly [Clause, ...Clause[]];
}

/** All skills by pattern: patterns with differences first, then larger ones. Skills keep their order within a pattern. */
export function patternsOf(skills: readonly ComparedSkill[], reference: number): readonly Pattern[] {
  const patterns = new Map<string, { skills: ComparedSkill[]; clauses: readonly [Clause, ...Clause[]] }>();
  for (const skill of skills) {
    const key = keyOf(skill, reference);
    const known = patterns.get(key);
    if (known) known.skills.push(skill);
    else patterns.set(key, { skills: [skill], clauses: clausesOf(skill, reference) });
  }
  return [...patterns].map(([key, pattern]) => ({ key, ...pattern })).sort(byWeight);
}

function keyOf({ verdicts }: ComparedSkill, reference: number): string {
  const expected = verdicts[reference];
  const parts = verdicts.map((verdict, at) =>
    at !== reference && isSame(verdict, expected) ? "" : `${verdict.kind} ${verdict.cause ?? ""}`,
  );
  return parts.join("\n");
}

function clausesOf({ verdicts }: ComparedSkill, reference: number): [Clause, ...Clause[]] {
  const expected = verdicts[reference];
  const found = new Map<string, Clause & { columns: number[] }>();
  for (const [at, verdict] of verdicts.entries()) {
    if (at === reference || isSame(verdict, expected)) continue;
    const { kind, cause } = verdict;
    const key = `${kind} ${cause ?? ""}`;
    const clause = found.get(key) ?? { ...clauseOf(verdict), columns: [] };
    clause.columns.push(at);
    found.set(key, clause);
  }
  const differing = [...found.values()].sort((a, b) => gravity(b.kind) - gravity(a.kind));
  return [{ ...clauseOf(expected), columns: [reference] }, ...differing];
}

function clauseOf(verdict: ComparedVerdict | undefined): Pick<Clause, "kind" | "cause"> {
  if (!verdict) return { kind: "outside" };
  return { kind: verdict.kind, ...(verdict.cause !== undefined && { cause: verdict.cause }) };
}

function byWeight(a: Pattern, b: Pattern): number {
  const differs = ({ clauses }: Pattern) => Number(clauses.length > 1);
  return differs(b) - differs(a) || b.skills.length - a.skills.length || compareBytes(a.key, b.key);
}

function gravity(kind: VerdictKind): number {
  return verdictKinds.indexOf(kind);
}

/** A pattern in words, clause by clause: `rejected by GenCode: the name is in capitals`. */
export function patternText({ clauses }: Pattern, columns: readonly HarnessColumn[]): readonly string[] {
  if (clauses.length === 1) return [`${clauseText(clauses[0], "every harness here")}`];
  return clauses.map((clause) => clauseText(clause, namesOf(clause.columns, columns)));
}

function clauseText({ kind, cause }: Clause, harnesses: string): string {
  return `${marks[kind].by} ${harnesses}${cause ? `: ${cause}` : ""}`;
}

function namesOf(at: readonly number[], columns: readonly HarnessColumn[]): string {
  const names = at.map((index) => columns[index]?.label ?? "");
  if (names.length > 1 && names.length === columns.length - 1)
    return names.length === 2 ? "both others" : `all ${names.length} others`;
  return new Intl.ListFormat("en").format(names);
}

/** Order of the rows of a comparison. `pattern`: in groups; `grave`: skills that most harnesses leave out first. */
export type RowOrder = "pattern" | "name" | "grave";

/** The skills in byte order of folder, or by gravity of their verdicts under all harnesses together. */
export function sortSkills(skills: readonly ComparedSkill[], order: "name" | "grave"): readonly ComparedSkill[] {
  const byName = (a: ComparedSkill, b: ComparedSkill) => compareBytes(a.folder, b.folder) || compareBytes(a.id, b.id);
  if (order === "name") return skills.toSorted(byName);
  const weights = new Map(skills.map((skill) => [skill, weightOf(skill)]));
  return skills.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || byName(a, b));
}

function weightOf({ verdicts }: ComparedSkill): number {
  return verdicts.reduce((sum, { kind }) => sum + gravity(kind), 0);
}
