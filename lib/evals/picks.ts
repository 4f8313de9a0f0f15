import type { Failure } from "#lib/failure.ts";
import { plural } from "#lib/format-count.ts";
import type { EvalRequest } from "./requests.ts";

/** A model's first action on a request. */
export type Pick =
  /** The model asked for a skill's instructions, or for a file in its folder. */
  | { readonly kind: "skill"; readonly skill: string }
  /** The model called a tool that has nothing to do with a skill. */
  | { readonly kind: "tool"; readonly tool: string }
  /** The model answered without calling anything. */
  | { readonly kind: "answer" }
  /** The model could not be asked; does not count as a run. */
  | { readonly kind: "failed"; readonly failure: Failure };

/** A request and its picks, one for each run. */
export interface Picked {
  readonly request: EvalRequest;
  readonly picks: readonly Pick[];
}

export type Outcome =
  /** The request led to what it should. */
  | { readonly kind: "hit" }
  /** No skill was picked where one was expected. */
  | { readonly kind: "missed" }
  /** Another skill was picked instead. */
  | { readonly kind: "stolen"; readonly by: string }
  /** A skill was picked that should not have been. */
  | { readonly kind: "false-alarm"; readonly skill: string }
  /** Nothing was expected. */
  | { readonly kind: "open" }
  /** All of its runs failed. */
  | { readonly kind: "failed"; readonly failure?: Failure };

export interface JudgedRequest extends Picked {
  readonly outcome: Outcome;
  /** Runs that ended with a pick. */
  readonly runs: number;
  /** How many runs picked each skill. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The judged requests, and what they say about the skills. */
export interface Judgement {
  readonly rows: readonly JudgedRequest[];
  /** Every skill that was expected or picked: expected ones by name, then the others by number of picks. */
  readonly skills: readonly string[];
  readonly bySkill: readonly SkillJudgement[];
  /** Rows with the expected outcome, and rows that ran and had an expectation. */
  readonly passed: number;
  readonly judged: number;
}

/** How one skill did in a set. */
export interface SkillJudgement {
  readonly skill: string;
  /** Requests that should lead to the skill, and how many did. */
  readonly expected: number;
  readonly hits: number;
  /** Skills that were picked for this skill's requests, each with the number of requests, the most first. */
  readonly takenBy: readonly (readonly [string, number])[];
  /** Requests that led to the skill and should not have. */
  readonly falseAlarms: number;
}

/** The threshold of `run_eval.py` in Anthropic's skill-creator: a request counts as leading to a skill from this share of its runs. */
export const usualThreshold = 0.5;

/** @param threshold share of a request's runs, above 0 and at most 1, from which on it counts as leading to a skill */
export function judge(all: readonly Picked[], threshold: number = usualThreshold): Judgement {
  const rows = all.map((each) => judgeRequest(each, threshold));
  const judged = rows.filter(({ outcome }) => outcome.kind !== "open" && outcome.kind !== "failed");
  const skills = skillsOf(rows);
  return {
    rows,
    skills,
    bySkill: skills.map((skill) => judgeSkill(skill, rows)),
    passed: judged.filter(({ outcome }) => outcome.kind === "hit").length,
    judged: judged.length,
  };
}

function judgeRequest({ request, picks }: Picked, threshold: number): JudgedRequest {
  const counts = new Map<string, number>();
  for (const pick of picks) if (pick.kind === "skill") counts.set(pick.skill, (counts.get(pick.skill) ?? 0) + 1);
  const failed = picks.find((pick) => pick.kind === "failed");
  const runs = picks.filter(({ kind }) => kind !== "failed").length;
  const outcome: Outcome =
    runs === 0
      ? { kind: "failed", ...(failed?.kind === "failed" && { failure: failed.failure }) }
      : outcomeOf(request, counts, (count) => count / runs >= threshold);
  return { request, picks, counts, runs, outcome };
}

/** How many runs led to the expected skill, or to the accepted one to which most did. */
export function rightRuns({ request: { expects, accepts = [] }, counts }: JudgedRequest): number {
  const right = expects.kind === "picks" ? [expects.skill, ...accepts] : [];
  return right.reduce((most, skill) => Math.max(most, counts.get(skill) ?? 0), 0);
}

function outcomeOf(
  { expects, accepts = [] }: EvalRequest,
  counts: ReadonlyMap<string, number>,
  isEnough: (count: number) => boolean,
): Outcome {
  const leadsTo = (skill: string) => isEnough(counts.get(skill) ?? 0);
  const [most] = [...counts].filter(([, count]) => isEnough(count)).toSorted(byCount);
  switch (expects.kind) {
    case "open":
      return { kind: "open" };
    case "none":
      return most ? { kind: "false-alarm", skill: most[0] } : { kind: "hit" };
    case "avoids":
      return leadsTo(expects.skill) ? { kind: "false-alarm", skill: expects.skill } : { kind: "hit" };
    case "picks":
      if ([expects.skill, ...accepts].some(leadsTo)) return { kind: "hit" };
      return most ? { kind: "stolen", by: most[0] } : { kind: "missed" };
  }
}

function judgeSkill(skill: string, rows: readonly JudgedRequest[]): SkillJudgement {
  const own = rows.filter(
    ({ request: { expects }, outcome }) =>
      expects.kind === "picks" && expects.skill === skill && outcome.kind !== "failed",
  );
  const takers = new Map<string, number>();
  for (const { outcome } of own)
    if (outcome.kind === "stolen") takers.set(outcome.by, (takers.get(outcome.by) ?? 0) + 1);
  return {
    skill,
    expected: own.length,
    hits: own.filter(({ outcome }) => outcome.kind === "hit").length,
    takenBy: [...takers].toSorted(byCount),
    falseAlarms: rows.filter(({ outcome }) => outcome.kind === "false-alarm" && outcome.skill === skill).length,
  };
}

/** Highest count first, equal counts by name. */
function byCount(one: readonly [string, number], other: readonly [string, number]): number {
  return other[1] - one[1] || (one[0] < other[0] ? -1 : 1);
}

function skillsOf(rows: readonly JudgedRequest[]): readonly string[] {
  const expected = new Set<string>();
  const picked = new Map<string, number>();
  for (const { request, counts } of rows) {
    if ("skill" in request.expects) expected.add(request.expects.skill);
    for (const [skill, count] of counts) picked.set(skill, (picked.get(skill) ?? 0) + count);
  }
  const others = [...picked].filter(([skill]) => !expected.has(skill)).toSorted(byCount);
  return [...[...expected].sort(), ...others.map(([skill]) => skill)];
}

/** Why requests cannot be tested under a harness of which it is not documented what it tells its model. */
export function tellUnknown(harness: string): string {
  return `What ${harness} tells its model is not documented, so no request can be tested under it.`;
}

/** `3 of 4 requests led where they should`. */
export function tellPassed({ passed, judged }: Judgement): string {
  return `${passed} of ${plural(judged, "request led where it should", "requests led where they should")}`;
}

/** Remarks on the skills, in sentences; none on a skill that got all of its requests and no others. */
export function tellJudgement({ bySkill }: Judgement): readonly string[] {
  return bySkill.flatMap(({ skill, expected, hits, takenBy, falseAlarms }) => [
    ...(hits < expected ? [`${skill} was picked for ${hits} of its ${plural(expected, "request")}.`] : []),
    ...takenBy.map(([by, count]) => `${by} took ${count} of the ${plural(expected, "request")} for ${skill}.`),
    ...(falseAlarms > 0
      ? [`${skill} was picked for ${plural(falseAlarms, "request")} that should not lead to it.`]
      : []),
  ]);
}

/** A request that was judged twice: before and after an edit, or with another model or harness. */
export interface Change {
  readonly text: string;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly kind: "better" | "worse" | "same";
}

/** The requests that were asked in both, matched by words and expectation, in the order of `after`. */
export function compareJudgements(before: Judgement, after: Judgement): readonly Change[] {
  const earlier = new Map(before.rows.map((row) => [keyOf(row.request), row.outcome]));
  return after.rows.flatMap(({ request, outcome }): Change[] => {
    const was = earlier.get(keyOf(request));
    if (!was || was.kind === "failed" || outcome.kind === "failed") return [];
    const gain = Number(outcome.kind === "hit") - Number(was.kind === "hit");
    const kinds = { "1": "better", "-1": "worse", "0": "same" } as const;
    return [{ text: request.text, before: was, after: outcome, kind: kinds[`${gain as -1 | 0 | 1}`] }];
  });
}

function keyOf({ text, expects }: EvalRequest): string {
  return JSON.stringify([text, expects.kind, "skill" in expects ? expects.skill : ""]);
}
