import { tellInterval } from "../interval.ts";
import type { Graded } from "./assertion.ts";

/** How a request is asked, by names that skill-creator's viewer knows. In a comparison the first of two is the one that is tested. */
export const configurations = ["with_skill", "whole_repository", "old_skill", "without_skill"] as const;
export type Configuration = (typeof configurations)[number];

/** A run that was completed. A run that could not be made is not in the list; a note reports it. */
export interface BenchmarkRun {
  readonly evalId: number;
  readonly evalName: string;
  readonly configuration: Configuration;
  /** Starts at 1. */
  readonly runNumber: number;
  readonly expectations: readonly Graded[];
  readonly milliseconds: number;
  readonly tokens: number;
  readonly toolCalls: number;
  readonly errors: number;
}

/**
 * `grading.json` of one run, as skill-creator's grader writes it, except for the time: if the file has the time, skill-creator's script
 * does not read the tokens from `timing.json`.
 */
export function gradingOf({ expectations, toolCalls, errors }: BenchmarkRun, ungraded: readonly string[]) {
  return {
    expectations,
    summary: summaryOf(expectations),
    execution_metrics: { total_tool_calls: toolCalls, errors_encountered: errors },
    user_notes_summary: {
      uncertainties: [],
      needs_review: ungraded.map((text) => `Not graded, since it takes a judge: ${text}`),
      workarounds: [],
    },
  };
}

/** `timing.json` of one run. */
export function timingOf({ tokens, milliseconds }: BenchmarkRun) {
  return { total_tokens: tokens, duration_ms: milliseconds, total_duration_seconds: seconds(milliseconds) };
}

/** Two answers to one request, compared by a judge in both orders. */
export interface Comparison {
  readonly evalId: number;
  readonly runNumber: number;
  readonly tested: Configuration;
  readonly against: Configuration;
  /** Whether the tested answer is better (`first`), the other one, or neither; `failed`: the judge could not be asked. */
  readonly winner: "first" | "second" | "tie" | "failed";
}

export interface BenchmarkHead {
  readonly skill: string;
  /** As the person typed it. */
  readonly path: string;
  readonly model: string;
  readonly runs: number;
  /** ISO 8601. */
  readonly at: string;
  /** The model that judged, if there was one. */
  readonly judge?: string;
}

/** The results of a benchmark. */
export interface BenchmarkResults {
  readonly runs: readonly BenchmarkRun[];
  readonly comparisons?: readonly Comparison[];
  readonly notes: readonly string[];
}

/** `benchmark.json`, as skill-creator's viewer reads it. */
export function benchmarkOf(head: BenchmarkHead, { runs, comparisons = [], notes }: BenchmarkResults) {
  const used = configurations.filter((each) => runs.some(({ configuration }) => configuration === each));
  const ordered = runs.toSorted(
    (a, b) =>
      a.evalId - b.evalId ||
      configurations.indexOf(a.configuration) - configurations.indexOf(b.configuration) ||
      a.runNumber - b.runNumber,
  );
  const summaries: { [Each in Configuration]?: Stats } = Object.fromEntries(
    used.map((each) => [each, statsOf(runs.filter((run) => run.configuration === each))]),
  );
  return {
    metadata: {
      skill_name: head.skill,
      skill_path: head.path,
      executor_model: head.model,
      analyzer_model: head.judge ?? "none",
      timestamp: head.at,
      evals_run: [...new Set(ordered.map(({ evalId }) => evalId))],
      runs_per_configuration: head.runs,
    },
    runs: ordered.map(runOf),
    run_summary: { ...summaries, delta: deltaOf(runs, used) },
    ...(comparisons.length > 0 && { comparisons: comparisons.map(comparisonOf) }),
    notes: [
      ...used.slice(1).flatMap((other) => tellPairs(runs, used[0] ?? "with_skill", other)),
      ...used.slice(1).flatMap((other) => tellComparisons(comparisons.filter(({ against }) => against === other))),
      ...notes,
    ],
  };
}

function comparisonOf({ evalId, runNumber, tested, against, winner }: Comparison) {
  const winners = { first: tested, second: against, tie: "tie", failed: "failed" };
  return { eval_id: evalId, run_number: runNumber, configurations: [tested, against], winner: winners[winner] };
}

/** How often the judge preferred the tested answer. Ties are no votes, and pairs that could not be judged are not counted. */
function tellComparisons(comparisons: readonly Comparison[]): readonly string[] {
  const [first] = comparisons;
  if (!first) return [];
  const count = (winner: Comparison["winner"]) => comparisons.filter((each) => each.winner === winner).length;
  const [better, worse, failed] = [count("first"), count("second"), count("failed")];
  const interval = better + worse === 0 ? "no answer tells them apart" : tellInterval(better, better + worse, 0.5);
  const unjudged = failed === 0 ? "" : `; ${failed} could not be judged`;
  return [
    `${named(first.tested)} against ${named(first.against)}, by the judge in both orders: better in ${better}, worse in ${worse}, a tie in ${count("tie")} (${interval})${unjudged}.`,
  ];
}

function runOf(run: BenchmarkRun) {
  return {
    eval_id: run.evalId,
    eval_name: run.evalName,
    configuration: run.configuration,
    run_number: run.runNumber,
    result: {
      ...summaryOf(run.expectations),
      time_seconds: seconds(run.milliseconds),
      tokens: run.tokens,
      tool_calls: run.toolCalls,
      errors: run.errors,
    },
    expectations: run.expectations,
    notes: [],
  };
}

function summaryOf(expectations: readonly Graded[]) {
  const total = expectations.length;
  const passed = expectations.filter((each) => each.passed).length;
  return { passed, failed: total - passed, total, pass_rate: total === 0 ? 0 : rounded(passed / total) };
}

type Stats = ReturnType<typeof statsOf>;

/** Mean, sample standard deviation (n − 1), minimum and maximum, as in skill-creator's `aggregate_benchmark.py`. */
function statsOf(runs: readonly BenchmarkRun[]) {
  return {
    pass_rate: spread(runs.map(({ expectations }) => summaryOf(expectations).pass_rate)),
    time_seconds: spread(runs.map(({ milliseconds }) => seconds(milliseconds))),
    tokens: spread(runs.map(({ tokens }) => tokens)),
  };
}

function spread(values: readonly number[]) {
  const mean = values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const stddev = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0;
  return {
    mean: rounded(mean),
    stddev: rounded(stddev),
    min: rounded(values.length > 0 ? Math.min(...values) : 0),
    max: rounded(values.length > 0 ? Math.max(...values) : 0),
  };
}

function deltaOf(runs: readonly BenchmarkRun[], used: readonly Configuration[]) {
  const [first, other] = [used[0], used.at(-1)].map((each) =>
    statsOf(runs.filter(({ configuration }) => configuration === each)),
  );
  const by = (name: "pass_rate" | "time_seconds" | "tokens", digits: number) => {
    const difference = used.length > 1 ? (first?.[name].mean ?? 0) - (other?.[name].mean ?? 0) : 0;
    return `${difference < 0 ? "-" : "+"}${Math.abs(difference).toFixed(digits)}`;
  };
  return { pass_rate: by("pass_rate", 2), time_seconds: by("time_seconds", 1), tokens: by("tokens", 0) };
}

/**
 * Compares two configurations request by request. Each request is one vote, however often it was run, and equal results are no votes.
 * Includes the confidence interval of the wins among the votes.
 */
function tellPairs(runs: readonly BenchmarkRun[], one: Configuration, other: Configuration): readonly string[] {
  const rates = (configuration: Configuration) =>
    new Map(
      [
        ...Map.groupBy(
          runs.filter((run) => run.configuration === configuration),
          ({ evalId }) => evalId,
        ),
      ].map(
        ([id, all]) => [id, spread(all.map(({ expectations }) => summaryOf(expectations).pass_rate)).mean] as const,
      ),
    );
  const [mine, theirs] = [rates(one), rates(other)];
  const differences = [...mine].flatMap(([id, rate]) => {
    const against = theirs.get(id);
    return against === undefined ? [] : [rate - against];
  });
  if (differences.length === 0) return [];
  const [better, worse] = [
    differences.filter((each) => each > 0).length,
    differences.filter((each) => each < 0).length,
  ];
  const alike = differences.length - better - worse;
  const votes = better + worse;
  const interval = votes === 0 ? "no request tells them apart" : tellInterval(better, votes, 0.5);
  return [
    `${named(one)} against ${named(other)}, by request: better in ${better}, worse in ${worse}, the same in ${alike} (${interval}).`,
  ];
}

const names: Readonly<Record<Configuration, string>> = {
  with_skill: "With the skill",
  whole_repository: "with the whole repository",
  old_skill: "with the old version",
  without_skill: "without",
};

function named(configuration: Configuration): string {
  return names[configuration];
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
