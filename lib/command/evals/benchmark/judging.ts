import { askOnce } from "#lib/chat/models/ask-once.ts";
import type { LoadedModel } from "#lib/chat/models/load-model.ts";
import { createMeter } from "#lib/chat/models/metered.ts";
import type { Graded, Outcome } from "#lib/evals/grading/assertion.ts";
import type { BenchmarkRun, Comparison, Configuration } from "#lib/evals/grading/benchmark.ts";
import { judgedAssertion, preferred } from "#lib/evals/grading/judge.ts";
import type { BenchmarkEval } from "./evals-of.ts";

/** A model that decides the assertions that no program can. */
export interface Judge {
  readonly label: string;
  /** Tokens used so far. */
  readonly tokens: number;
  /** Grades the assertions of a run that it can decide; the others stay undecided. */
  grade(asked: BenchmarkEval, came: Pick<Outcome, "answer" | "files">): Promise<readonly Graded[]>;
  /** Which of two answers to a request is better. */
  compare(asked: BenchmarkEval, answers: readonly [string, string]): Promise<Comparison["winner"]>;
}

interface JudgeLimits {
  /** Asks nothing more once this many tokens are used. */
  readonly mostTokens: number;
  readonly signal: AbortSignal;
}

/** No limit in practice: more questions than any benchmark has. */
const mostQuestions = 1_000_000;

export function openJudge(loaded: LoadedModel, { mostTokens, signal }: JudgeLimits): Judge {
  const meter = createMeter({ requests: mostQuestions, tokens: mostTokens });
  const ask = (system: string, text: string) =>
    askOnce({ ...loaded, model: meter.open().wrap(loaded.model) }, system, text, signal);
  return {
    label: loaded.label.label,
    get tokens() {
      return meter.tokens;
    },
    async grade({ text: request, ungraded }, came) {
      const graded = await Promise.all(ungraded.map((text) => judgedAssertion(ask, text, { ...came, request })));
      return graded.flatMap((each) => each ?? []);
    },
    async compare({ text: request, sentences: expectations }, answers) {
      return (await preferred(ask, { request, expectations, answers })).kind;
    },
  };
}

/** A run with its answer. */
export interface AnsweredRun {
  readonly asked: BenchmarkEval;
  readonly run: BenchmarkRun;
  readonly answer: string;
}

/**
 * Compares the runs of the tested configuration with those of each other one, for the same request in the same round. Pairs with an
 * unfinished run are left out.
 */
export async function comparePairs(
  judge: Judge,
  runs: readonly AnsweredRun[],
  [tested, ...others]: readonly Configuration[],
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { asked, run, answer } of runs) {
    if (run.configuration !== tested) continue;
    for (const against of others) {
      const other = runs.find(
        ({ run: { evalId, runNumber, configuration } }) =>
          evalId === run.evalId && runNumber === run.runNumber && configuration === against,
      );
      if (!other) continue;
      const winner = await judge.compare(asked, [answer, other.answer]);
      comparisons.push({ evalId: run.evalId, runNumber: run.runNumber, tested, against, winner });
    }
  }
  return comparisons;
}
