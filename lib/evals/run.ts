import { type Failure, failureOf } from "#lib/failure.ts";
import type { Pick, Picked } from "./picks.ts";
import type { EvalRequest } from "./requests.ts";

/** What one request led to, and what it cost. */
export interface Asked {
  readonly pick: Pick;
  /** Input and output tokens; estimated where the provider does not report them. */
  readonly tokens: number;
}

/** Asks a model one request, as the first message of a conversation. Rejects with a `FailureError` or when aborted. */
export type Ask = (request: string, signal: AbortSignal) => Promise<Asked>;

/** A model under a harness, and the requests with the skills in that harness's names. */
export interface Asker {
  readonly ask: Ask;
  readonly requests: readonly EvalRequest[];
}

export interface RunOptions {
  /** How often each request is asked. */
  readonly runs: number;
  /** How many requests are under way at once. */
  readonly parallel: number;
  /** Once this many tokens are spent, no further request is made; those under way still count. */
  readonly mostTokens: number;
  readonly signal: AbortSignal;
  /** Called after each answer with all results so far. */
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  /** The picks of each model and harness, in the order of `askers`. */
  readonly asked: readonly AskedSet[];
  readonly done: number;
  readonly total: number;
  readonly tokens: number;
}

export interface AskedSet {
  readonly picked: readonly Picked[];
  readonly tokens: number;
}

export interface RunResult extends RunProgress {
  /** Why not everything was asked. */
  readonly ended?: "budget" | "stopped" | "failing";
}

/** After this many failures in a row a model is not asked again: a wrong key or a spent quota will not recover. */
const mostFailures = 3;

/**
 * Has each of `askers` asked each of its requests `runs` times; all have as many. It works in rounds, so that a run that ends early has asked
 * all of them equally often. Never rejects: a request that could not be asked is a pick of the kind `failed`, and earlier results are kept.
 */
export async function runRequests(askers: readonly Asker[], options: RunOptions): Promise<RunResult> {
  const { runs, parallel, mostTokens, signal } = options;
  const sets = askers.map((asker) => ({
    ...asker,
    picks: asker.requests.map((): Pick[] => []),
    tokens: 0,
    failures: 0,
  }));
  const count = askers[0]?.requests.length ?? 0;
  const total = count * askers.length * runs;
  let next = 0;
  let done = 0;
  const tokens = () => sets.reduce((sum, set) => sum + set.tokens, 0);
  const progress = (): RunProgress => ({
    asked: sets.map((set) => ({
      tokens: set.tokens,
      picked: set.requests.map((request, at) => ({ request, picks: [...(set.picks[at] ?? [])] })),
    })),
    done,
    total,
    tokens: tokens(),
  });
  const end = (): RunResult["ended"] => {
    if (signal.aborted) return "stopped";
    if (sets.every(({ failures }) => failures >= mostFailures)) return "failing";
    return tokens() >= mostTokens && next < total ? "budget" : undefined;
  };

  async function worker(): Promise<void> {
    while (next < total && end() === undefined) {
      const at = next++;
      const set = sets[at % sets.length];
      const place = Math.floor(at / sets.length) % count;
      if (!set || set.failures >= mostFailures) continue;
      const asked = await askOne(set.ask, set.requests[place]?.text ?? "", signal);
      if (signal.aborted) return;
      set.failures = asked.pick.kind === "failed" ? set.failures + 1 : 0;
      set.tokens += asked.tokens;
      done++;
      set.picks[place]?.push(asked.pick);
      options.onProgress?.(progress());
    }
  }

  await Promise.all(Array.from({ length: Math.min(parallel, total) }, worker));
  const ended = done < total ? (end() ?? "failing") : undefined;
  return { ...progress(), ...(ended && { ended }) };
}

async function askOne(ask: Ask, request: string, signal: AbortSignal): Promise<Asked> {
  try {
    return await ask(request, signal);
  } catch (caught) {
    const failure: Failure | undefined = signal.aborted ? { code: "cancelled" } : failureOf(caught);
    if (!failure) throw caught;
    return { pick: { kind: "failed", failure }, tokens: 0 };
  }
}
