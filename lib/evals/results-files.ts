import Papa from "papaparse";
import type { JudgedRequest, Outcome, Verdict } from "./picks.ts";
import type { Expectation } from "./requests.ts";

/** Where and with what a set was run. */
export interface RunConditions {
  readonly model: string;
  readonly harness: string;
  readonly threshold: number;
  /** The skills as the harness told the model of them. */
  readonly told: readonly { readonly name: string; readonly description: string }[];
}

/** A run as JSON: the set itself, so that it can be read back (`readSet`), and what each request led to. */
export function writeResults({ rows, bySkill, passed, judged }: Verdict, conditions: RunConditions): string {
  const requests = rows.map(({ request, runs, counts, outcome, picks }) => ({
    ...request,
    outcome: outcome.kind,
    ...("by" in outcome && { by: outcome.by }),
    runs,
    picked: Object.fromEntries(counts),
    other: picks.flatMap((pick) => (pick.kind === "tool" ? [pick.tool] : [])),
  }));
  const summary = { passed, judged, skills: bySkill };
  return `${JSON.stringify({ version: 1, ...conditions, summary, requests }, null, 2)}\n`;
}

/** A run as a table, a row a request and a column a skill with the share of runs that picked it. */
export function writeTable({ rows, skills }: Verdict): string {
  const table = rows.map((row) => [
    row.request.text,
    tellExpectation(row.request.expects),
    tellOutcome(row.outcome),
    String(row.runs),
    ...skills.map((skill) => share(row, skill)),
  ]);
  // A spreadsheet runs what begins like a formula.
  return Papa.unparse([["request", "expected", "outcome", "runs", ...skills], ...table], { escapeFormulae: true });
}

function share({ counts, runs }: JudgedRequest, skill: string): string {
  return runs === 0 ? "" : String(Math.round(((counts.get(skill) ?? 0) / runs) * 100) / 100);
}

/** What a request should lead to, in words. */
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

/** What came of a request, in words. */
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
