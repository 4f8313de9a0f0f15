import { firstPick, skillsInRequest } from "#lib/chat/first-pick.ts";
import { loadModel } from "#lib/chat/models/load-model.ts";
import type { ChatHost } from "#lib/chat/session.ts";
import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { usualThreshold } from "#lib/evals/picks.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { type RunOptions, type RunResult, runRequests } from "#lib/evals/run.ts";
import { FailureError } from "#lib/failure.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { harnessHost } from "#lib/workspace/chat/harness-host.ts";
import { harnessSession } from "#lib/workspace/chat/skills-actions.ts";
import { type Core, currentProfile, workspaceRecord } from "#lib/workspace/core.ts";
import { type KeptEvals, type KeptRun, noEvals } from "#lib/workspace/state/evals.ts";

/** What will be asked of the model, before anything is. */
export interface EvalsOutlook {
  /** Names of skills whose instructions stand in every request, so that picking them says nothing. */
  readonly unmeasurable: readonly string[];
  /** Estimated tokens of one request. */
  readonly tokens: number;
}

/** Looks at the very request that would go out. Nothing is sent. */
export async function lookAhead(core: Core, host: ChatHost): Promise<EvalsOutlook> {
  const { frozen, skills } = freeze(core, host);
  const unmeasurable = await skillsInRequest(frozen, skills);
  const { catalog } = core.store.getState().view;
  const told = catalog.channel === "system" ? "" : catalog.text;
  return { unmeasurable, tokens: estimateTokens(frozen.instructions().system + told) };
}

export type EvalsRun = Pick<RunOptions, "runs" | "mostTokens" | "signal" | "onProgress">;

/** So many requests are under way at once: few enough for the limits of every provider's smallest plan. */
const atOnce = 4;

/** Runs that are kept: enough to see what an edit of a description changed, and what the one before did. */
const mostRuns = 5;

/**
 * Asks the chosen model with every request, under the harness as it is now, and keeps what came of it with the workspace.
 * @throws FailureError where the model cannot be reached at all
 */
export async function runEvals(
  core: Core,
  host: ChatHost,
  requests: readonly EvalRequest[],
  options: EvalsRun,
): Promise<RunResult> {
  const blocked = host.blocked?.();
  if (blocked) throw new FailureError(blocked);
  const { frozen, skills } = freeze(core, host);
  const loaded = await loadModel(host.models());
  const signal = AbortSignal.any([options.signal, core.closed]);
  const ask = (request: string, stop: AbortSignal) =>
    firstPick({ host: frozen, loaded, skills, request, signal: stop });
  const result = await runRequests(requests, ask, { ...options, parallel: atOnce, signal });
  if (result.done > 0) {
    const expected = new Set(requests.flatMap(({ expects }) => ("skill" in expects ? [expects.skill] : [])));
    keepRun(core, {
      at: Date.now(),
      model: loaded.label.label,
      harness: currentProfile(core).label,
      threshold: usualThreshold,
      told: skills.filter(({ name }) => expected.has(name)).map(({ name, description }) => ({ name, description })),
      tokens: result.tokens,
      picked: result.picked,
    });
  }
  return result;
}

/** The harness as it is now: a run takes minutes, and must not see what is edited meanwhile. */
function freeze(core: Core, host: ChatHost): { readonly frozen: ChatHost; readonly skills: readonly Skill[] } {
  const [profile, session, writers] = [currentProfile(core), harnessSession(core), host.writeTools?.() ?? []];
  const { catalog } = core.store.getState().view;
  const harness = { profile: () => profile, session: () => session, catalog: () => catalog };
  const frozen = { ...harnessHost(harness, () => writers), models: host.models };
  return { frozen, skills: session.discovery.skills };
}

function keepRun(core: Core, run: KeptRun): void {
  const { runs } = core.store.getState().evals ?? noEvals;
  keepEvals(core, { runs: [run, ...runs].slice(0, mostRuns) });
}

/** Keeps what is typed, or what came of a run, with the workspace. */
export function keepEvals(core: Core, changed: Partial<KeptEvals>): void {
  const evals = { ...noEvals, ...core.store.getState().evals, ...changed };
  core.store.setState({ evals });
  if (core.saver.contents()) void core.saver.saveDrafts(workspaceRecord(core));
}
