import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { type JudgedRequest, type Judgement, judge, type Picked } from "../picks.ts";
import type { EvalRequest } from "../requests.ts";
import type { RunResult } from "../run.ts";
import type { HeldOut } from "./hold-out.ts";
import { type RewriteTask, readRewrite, type Tried } from "./rewrite.ts";

/** How many requests of a part led where they should. A request that could not be asked is in neither number. */
export interface Score {
  readonly passed: number;
  readonly judged: number;
}

/** A description, and what requests led to with it. */
export interface Attempt {
  readonly description: string;
  readonly train: Score;
  readonly test: Score;
  readonly picked: readonly Picked[];
}

export interface Improvement {
  /** The original description, then the rewrites, each asked with every request. Empty if not even the original could be asked. */
  readonly attempts: readonly Attempt[];
  /** Index of the attempt with the best score in the held-back part; 0 if no rewrite is better. */
  readonly best: number;
  readonly tokens: number;
  /** Why no further rewrite was tried; absent after the last round. */
  readonly ended?: "budget" | "stopped" | "failing" | "nothing-missed";
  /** Why the model could not be asked. */
  readonly failure?: Failure;
}

export interface ImproveOptions {
  readonly skill: string;
  readonly description: string;
  readonly instructions: string;
  readonly parts: HeldOut;
  /** Most rewrites. */
  readonly rounds: number;
  readonly mostTokens: number;
  /** Share of its runs from which on a request counts as leading to a skill. */
  readonly threshold: number;
  readonly signal: AbortSignal;
  /** Asks the requests of the model that picks, with this description of the skill. Never spends much more than `mostTokens`. */
  readonly measure: (
    description: string,
    requests: readonly EvalRequest[],
    mostTokens: number,
  ) => Promise<Pick<RunResult, "asked" | "tokens" | "ended">>;
  /** Asks the model that writes. @throws FailureError */
  readonly propose: (task: RewriteTask) => Promise<{ readonly answer: string; readonly tokens: number }>;
  /** Called after each step. */
  readonly onProgress?: (improvement: Improvement) => void;
}

/**
 * Rewrites a description according to its misses, as skill-creator's `run_loop.py` does: each rewrite is made from the train part, and the
 * held-back part decides which is best, so that none wins by having learnt the requests by heart. A description that was not asked with all
 * requests is left out: its numbers would not be comparable. Never rejects for what a model or a person does.
 */
export async function improveDescription(options: ImproveOptions): Promise<Improvement> {
  const { parts, rounds, mostTokens, measure, onProgress } = options;
  const requests = [...parts.train, ...parts.test];
  const attempts: Attempt[] = [];
  let tokens = 0;
  const now = (): Improvement => ({ attempts: [...attempts], best: bestOf(attempts), tokens });

  /** Why the description could not be asked with all requests; `undefined` if it was. */
  async function attempt(description: string): Promise<Improvement["ended"]> {
    const { asked, tokens: spent, ended } = await measure(description, requests, mostTokens - tokens);
    tokens += spent;
    if (!ended) attempts.push(attemptOf(description, asked[0]?.picked ?? [], options));
    onProgress?.(now());
    return ended;
  }

  const first = await attempt(options.description);
  if (first) return { ...now(), ended: first };
  let objection: string | undefined;
  for (let round = 0; round < rounds; round++) {
    const tried = attempts.map((each) => triedOf(each, options));
    const ended = endBefore(options, tried, tokens);
    if (ended) return { ...now(), ended };
    const written = await rewrite(options, tried, objection);
    if ("ended" in written) return { ...now(), ...written };
    tokens += written.tokens;
    objection = written.objection;
    const broken = written.description === undefined ? undefined : await attempt(written.description);
    if (broken) return { ...now(), ended: broken };
  }
  return now();
}

/** Why there is nothing left to rewrite. */
function endBefore(
  { signal, mostTokens }: ImproveOptions,
  tried: readonly Tried[],
  tokens: number,
): Improvement["ended"] {
  const last = tried.at(-1);
  if (!last || last.judged === 0) return "failing";
  if (last.misses.length === 0) return "nothing-missed";
  if (signal.aborted) return "stopped";
  return tokens >= mostTokens ? "budget" : undefined;
}

interface Written {
  readonly tokens: number;
  /** Absent if the answer cannot be used: `objection` says why. */
  readonly description?: string;
  readonly objection?: string;
}

/** The model could not be asked. */
interface NotWritten {
  readonly ended: "stopped" | "failing";
  readonly failure?: Failure;
}

async function rewrite(
  { skill, instructions, signal, propose }: ImproveOptions,
  tried: readonly Tried[],
  objection: string | undefined,
): Promise<Written | NotWritten> {
  try {
    const { answer, tokens } = await propose({ skill, instructions, tried, ...(objection && { objection }) });
    const before = tried.map(({ description }) => description);
    return { tokens, ...readRewrite(answer, before) };
  } catch (caught) {
    if (signal.aborted) return { ended: "stopped" };
    return { ended: "failing", failure: failureOrThrow(caught) };
  }
}

function attemptOf(description: string, picked: readonly Picked[], { parts, threshold }: ImproveOptions): Attempt {
  const count = parts.train.length;
  return {
    description,
    train: scoreOf(judge(picked.slice(0, count), threshold)),
    test: scoreOf(judge(picked.slice(count), threshold)),
    picked,
  };
}

function scoreOf({ passed, judged }: Judgement): Score {
  return { passed, judged };
}

function triedOf({ description, picked }: Attempt, { parts, threshold }: ImproveOptions): Tried {
  const { rows, passed, judged } = judge(picked.slice(0, parts.train.length), threshold);
  return { description, passed, judged, misses: rows.filter(isMiss) };
}

function isMiss({ outcome }: JudgedRequest): boolean {
  return outcome.kind === "missed" || outcome.kind === "stolen" || outcome.kind === "false-alarm";
}

/** Index of the best attempt in the held-back part; the first of equals, since a change needs a reason. */
function bestOf(attempts: readonly Attempt[]): number {
  const rates = attempts.map(({ test }) => (test.judged === 0 ? 0 : test.passed / test.judged));
  return Math.max(0, rates.indexOf(Math.max(...rates)));
}
