import { firstPicker, skillsInRequest } from "#lib/chat/first-pick.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { loadModel } from "#lib/chat/models/load-model.ts";
import { draftRequest } from "#lib/chat/request.ts";
import type { RequestPiece } from "#lib/chat/request-pieces.ts";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { usualThreshold } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { type Asker, type RunOptions, type RunResult, runRequests } from "#lib/evals/run.ts";
import { FailureError } from "#lib/failure.ts";
import type { Conditions } from "#lib/state/experiments.ts";
import { type KeptRun, noEvals } from "#lib/state/experiments.ts";
import { type CopyNeeds, copyHarness, type HarnessCopy } from "./copy-harness.ts";
import type { Experiments } from "./experiments.ts";
import { requestsUnder } from "./skill-names.ts";
import { toldSkills } from "./told-skills.ts";

export interface EvalNeeds extends CopyNeeds {
  readonly experiments: Experiments;
  readonly closed: AbortSignal;
}

/** What a run under one harness will send, known before it starts. */
export interface EvalsOutlook {
  readonly harness: string;
  /** Names of skills whose instructions are in every request, so that picking them says nothing. */
  readonly unmeasurable: readonly string[];
  /** The number of skills whose instructions were searched for. */
  readonly looked: number;
  /** Estimated tokens of one request. */
  readonly tokens: number;
  /** The request without a person's words. */
  readonly request: readonly RequestPiece[];
}

/**
 * Prepares the very requests that would be sent. Nothing is sent.
 * @throws FailureError `cancelled` when aborted
 */
export async function lookAhead(
  needs: EvalNeeds,
  conditions: readonly Conditions[],
  stop: AbortSignal,
): Promise<readonly EvalsOutlook[]> {
  const signal = AbortSignal.any([stop, needs.closed]);
  const outlooks: EvalsOutlook[] = [];
  // One after the other: each may have megabytes.
  for (const each of conditions) outlooks.push(await outlookOf(await copyHarness(needs, each, signal), signal));
  return outlooks;
}

async function outlookOf({ host, profile, session }: HarnessCopy, signal: AbortSignal): Promise<EvalsOutlook> {
  const { skills } = session().discovery;
  const request = await draftRequest(host, []);
  const unmeasurable = await skillsInRequest(request, host.files(), skills, signal);
  const tokens = request.reduce((sum, { text }) => sum + sampleTokens(text), 0);
  return { harness: profile.label, unmeasurable, looked: skills.length, tokens, request };
}

export type EvalsRun = RunOptions;

/** The most run batches that are kept: enough to see the effects of the last two edits of a description. */
const mostClicks = 5;
/** The most runs of these batches that are kept. */
const mostRuns = 24;

/**
 * Sends every request to freshly started copies of these harnesses and models, and saves the results with the
 * workspace.
 * @throws FailureError where one of the models cannot be reached at all
 */
export async function runEvals(
  needs: EvalNeeds,
  conditions: readonly Conditions[],
  requests: readonly EvalRequest[],
  options: EvalsRun,
): Promise<RunResult> {
  const signal = AbortSignal.any([options.signal, needs.closed]);
  const copies: HarnessCopy[] = [];
  for (const each of conditions) copies.push(await copyHarness(needs, each, signal));
  const askers = await Promise.all(copies.map((copy) => askerOf(needs, copy, requests)));
  const result = await runRequests(askers, { ...options, signal });
  const at = Date.now();
  const runs = conditions.flatMap(({ choice }, index): KeptRun[] => {
    const [copy, asked] = [copies[index], result.asked[index]];
    if (!copy || !asked?.picked.some(({ picks }) => picks.length > 0)) return [];
    const harness = copy.profile.label;
    const threshold = needs.experiments.state().evals?.threshold ?? usualThreshold;
    return [
      {
        at,
        model: modelLabel(choice).label,
        harness,
        threshold,
        told: toldSkills(copy.session().discovery.skills, copy.view().catalog, askers[index]?.requests ?? []),
        ...asked,
      },
    ];
  });
  if (runs.length > 0) keepRuns(needs.experiments, runs);
  return result;
}

/**
 * What sends requests, written under the lab's harness, to the model of a copy.
 * @throws FailureError where it cannot be reached at all
 */
export async function askerOf(
  { harness, tree }: Pick<EvalNeeds, "harness" | "tree">,
  { host, session, files }: HarnessCopy,
  requests: readonly EvalRequest[],
): Promise<Asker> {
  const blocked = host.blocked?.();
  if (blocked) throw new FailureError(blocked);
  const loaded = await loadModel(host.models());
  const { skills } = session().discovery;
  const own = { skills: harness.state().view.discovery.skills, files: tree.table() };
  return { ask: firstPicker({ host, loaded, skills }), requests: requestsUnder({ skills, files }, requests, own) };
}

function keepRuns(experiments: Experiments, fresh: readonly KeptRun[]): void {
  const runs = [...fresh, ...(experiments.state().evals ?? noEvals).runs];
  const clicks = new Set([...new Set(runs.map(({ at }) => at))].slice(0, mostClicks));
  experiments.keepEvals({ runs: runs.filter(({ at }) => clicks.has(at)).slice(0, Math.max(mostRuns, fresh.length)) });
}
