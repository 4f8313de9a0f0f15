import Papa from "papaparse";
import { formatCount } from "#lib/format-count.ts";
import type { JudgedRequest, Judgement, Outcome } from "./picks.ts";
import type { Expectation } from "./requests.ts";

/** Where a set was run, and with which skills. */
export interface RunConditions {
  readonly model: string;
  readonly harness: string;
  readonly threshold: number;
  /** The skills that the requests are about, as the harness described them to the model. */
  readonly told: readonly ToldSkill[];
}

/** What the model was told of a skill. */
export interface ToldSkill {
  readonly name: string;
  /** The whole description. */
  readonly description: string;
  /** How many characters of the description the model was told, if a rule or a budget of the harness cut it; 0: only the name. */
  readonly told?: number;
  /** Whether the model was not told of the skill at all. */
  readonly isLeftOut?: boolean;
}

/** A run as JSON: the set itself, so that `readSet` can read it, and what each request led to. */
export function writeResults(verdict: Judgement, conditions: RunConditions): string {
  return `${JSON.stringify({ version: 1, ...resultsOf(verdict, conditions) }, null, 2)}\n`;
}

function resultsOf({ rows, bySkill, passed, judged }: Judgement, conditions: RunConditions) {
  const requests = rows.map(({ request, runs, counts, outcome, picks }) => ({
    ...request,
    outcome: outcome.kind,
    ...("by" in outcome && { by: outcome.by }),
    runs,
    picked: Object.fromEntries(counts),
    other: picks.flatMap((pick) => (pick.kind === "tool" ? [pick.tool] : [])),
  }));
  return { ...conditions, summary: { passed, judged, skills: bySkill }, requests };
}

/** Several runs of one set as JSON, each in the form of `writeResults`. */
export function writeAllResults(runs: readonly (readonly [Judgement, RunConditions])[]): string {
  const [only] = runs;
  if (only && runs.length === 1) return writeResults(...only);
  return `${JSON.stringify({ version: 1, runs: runs.map(([verdict, conditions]) => resultsOf(verdict, conditions)) }, null, 2)}\n`;
}

/**
 * A run as a table: a row for each request, and a column for each skill with the share of runs that picked it. `under`: where the set was
 * run, as the first column, so that tables of several runs can be joined.
 */
export function writeTable({ rows, skills }: Judgement, under?: string): string {
  const ran = under === undefined ? [] : [under];
  const table = rows.map((row) => [
    ...ran,
    row.request.text,
    tellExpectation(row.request.expects),
    tellOutcome(row.outcome),
    String(row.runs),
    ...skills.map((skill) => share(row, skill)),
  ]);
  // A spreadsheet evaluates a cell that begins like a formula.
  return Papa.unparse([[...ran.map(() => "under"), "request", "expected", "outcome", "runs", ...skills], ...table], {
    escapeFormulae: true,
  });
}

function share({ counts, runs }: JudgedRequest, skill: string): string {
  return runs === 0 ? "" : String(Math.round(((counts.get(skill) ?? 0) / runs) * 100) / 100);
}

/** What a budget or a rule of the harness cut from the descriptions, in sentences: it may be why a skill was not picked. */
export function tellCuts({ harness, told }: Pick<RunConditions, "harness" | "told">): readonly string[] {
  return told.flatMap((skill) => {
    const cut = tellCut(skill);
    return cut === undefined ? [] : [`${harness} ${cut} of ${skill.name}.`];
  });
}

function tellCut({ description, told, isLeftOut }: ToldSkill): string | undefined {
  if (isLeftOut) return "tells the model nothing";
  if (told === undefined) return undefined;
  if (told === 0) return "tells the model only the name";
  return `tells the model ${formatCount(told)} of the ${formatCount(description.length)} characters of the description`;
}

/** The expectation of a request, in words. */
export function tellExpectation(expects: Expectation): string {
  switch (expects.kind) {
    case "picks":
      return expects.skill;
    case "avoids":
      return `not ${expects.skill}`;
    case "none":
      return "no skill";
    case "open":
      return "";
  }
}

/** The outcome of a request, in words. */
export function tellOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "hit":
      return "as expected";
    case "missed":
      return "no skill picked";
    case "stolen":
      return `taken by ${outcome.by}`;
    case "false-alarm":
      return `${outcome.skill} picked`;
    case "open":
      return "told only";
    case "failed":
      return "could not be asked";
  }
}
