import { type Graded, grade } from "#lib/evals/grading/assertion.ts";
import type { BenchmarkRun, Configuration } from "#lib/evals/grading/benchmark.ts";
import { failureText } from "#lib/failure-text.ts";
import type { OpenedFolder } from "../../open-under.ts";
import { writeRun } from "./benchmark-folder.ts";
import { type Asking, type Came, converse } from "./converse.ts";
import type { BenchmarkEval } from "./evals-of.ts";
import type { AnsweredRun, Judge } from "./judging.ts";

interface Planned {
  readonly asked: BenchmarkEval;
  readonly configuration: Configuration;
  /** From 1. */
  readonly runNumber: number;
}

/** The runs in rounds, with a request's arms next to each other: a benchmark that ends early has then run all arms equally often. */
export function planOf(
  evals: readonly BenchmarkEval[],
  configurations: readonly Configuration[],
  runs: number,
): readonly Planned[] {
  const rounds = Array.from({ length: runs }, (_, index) => index + 1);
  return rounds.flatMap((runNumber) =>
    evals.flatMap((asked) => configurations.map((configuration) => ({ asked, configuration, runNumber }))),
  );
}

interface MeasureOptions extends Pick<Asking, "profile" | "choice" | "loaded" | "signal"> {
  readonly opened: ReadonlyMap<Configuration, OpenedFolder>;
  /** Folder to which each run is written as soon as it is done. */
  readonly out: string;
  readonly parallel: number;
  /** Decides the assertions that no program can. */
  readonly judge?: Judge | undefined;
  /** Makes no further request once this many tokens are used. */
  readonly mostTokens: number;
  readonly onProgress: (asked: number, tokens: number) => void;
}

export interface Measured {
  /** The finished runs only: a run that could not be made is not a failed one. */
  readonly runs: readonly AnsweredRun[];
  /** Why other runs did not finish, in sentences. */
  readonly notes: readonly string[];
}

/** Makes and grades the runs of a plan. Never rejects because of a model or a person. */
export async function measure(plan: readonly Planned[], options: MeasureOptions): Promise<Measured> {
  const { opened, out, parallel, mostTokens, judge, signal, onProgress, ...asking } = options;
  const runs: AnsweredRun[] = [];
  const notes = new Set<string>();
  let tokens = 0;
  let count = 0;
  const left = plan.values();

  async function worker(): Promise<void> {
    for (const { asked, configuration, runNumber } of left) {
      const arm = opened.get(configuration);
      const spent = tokens + (judge?.tokens ?? 0);
      if (!arm || signal.aborted || spent >= mostTokens) continue;
      const { text: request, inputs } = asked;
      const came = await converse({ ...asking, arm, request, inputs, mostTokens: mostTokens - spent, signal });
      tokens += came.tokens;
      onProgress(++count, tokens + (judge?.tokens ?? 0));
      if (came.failure) notes.add(whyFailed(asked, came.failure));
      else {
        const judged = (await judge?.grade(asked, came)) ?? [];
        const run = runOf({ asked, configuration, runNumber }, came, judged);
        runs.push({ asked, run, answer: came.answer });
        writeRun(out, asked, run, came);
      }
    }
  }

  await Promise.all(Array.from({ length: parallel }, worker));
  if (runs.length < plan.length)
    notes.add(`${runs.length} of ${plan.length} runs came to an end; the others do not count.`);
  return { runs, notes: [...notes] };
}

function runOf({ asked, configuration, runNumber }: Planned, came: Came, judged: readonly Graded[]): BenchmarkRun {
  const { milliseconds, tokens, toolCalls, errors } = came;
  return {
    evalId: asked.id,
    evalName: asked.name,
    configuration,
    runNumber,
    expectations: [...asked.assertions.map(({ text, assertion }) => grade(text, assertion, came)), ...judged],
    milliseconds,
    tokens,
    toolCalls,
    errors,
  };
}

function whyFailed({ name }: BenchmarkEval, failure: NonNullable<Came["failure"]>): string {
  if (failure === "budget") return "The tokens allowed are spent.";
  return failure === "stopped" ? "It was stopped." : `“${name}” could not be asked: ${failureText(failure)}`;
}
