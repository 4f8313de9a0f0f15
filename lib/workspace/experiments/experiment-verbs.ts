import type { Price } from "#lib/chat/models/listing.ts";
import type { Described } from "#lib/chat/sample-request.ts";
import type { Editing } from "#lib/editing/editing.ts";
import type { Compared, Preference } from "#lib/evals/grading/judge.ts";
import type { Improvement } from "#lib/evals/improve/improve.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import type { RunResult } from "#lib/evals/run.ts";
import type { SetFormat } from "#lib/evals/set-files.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Conditions, KeptEvals, Trial, TrialRequest } from "#lib/state/experiments.ts";
import type { ImproveRequest } from "./improve.ts";
import type { EvalNeeds, EvalsOutlook, EvalsRun } from "./run-evals.ts";
import type { TrialOptions } from "./run-trial.ts";

/**
 * What a person can do to measure which requests lead to which skill, and to compare harnesses, models and skills on
 * one request.
 */
export interface ExperimentVerbs {
  /**
   * The requests under each of these conditions, and what cannot be measured. Nothing is sent.
   * @throws FailureError `cancelled`
   */
  lookAhead(conditions: readonly Conditions[], signal: AbortSignal): Promise<readonly EvalsOutlook[]>;
  /**
   * Sends every request under each of these conditions and keeps the results.
   * @throws FailureError where a model cannot be reached
   */
  runEvals(conditions: readonly Conditions[], requests: readonly EvalRequest[], options: EvalsRun): Promise<RunResult>;
  /**
   * Has the chosen model write requests for a skill, in one call.
   * @throws FailureError where it cannot be asked, or `cancelled`
   */
  writeRequests(skill: Described, signal: AbortSignal): Promise<readonly EvalRequest[]>;
  /**
   * Has the chosen model judge which of two answers is better, in both orders.
   * @throws FailureError where it is blocked
   */
  judgeAnswers(compared: Compared, signal: AbortSignal): Promise<Preference>;
  /** The chosen model's price on its endpoint's own list; `undefined` where the list does not say. */
  priceOfModel(): Promise<Price | undefined>;
  /**
   * Has the chosen model rewrite a skill's description. The result is recorded in `improved`; no file changes.
   * @throws FailureError where it cannot be asked
   */
  improveDescription(request: ImproveRequest): Promise<Improvement>;
  /**
   * Writes a description into the skill's SKILL.md, as an edit.
   * @throws FailureError where it cannot be written
   */
  describeSkill(location: string, description: string): Promise<void>;
  /** Saves what is typed. */
  keepEvals(evals: Partial<KeptEvals>): Promise<void>;
  /** Writes the requests about a skill into its own folder, as an edit. @throws FailureError where nothing can be written */
  writeSkillSet(skill: string, requests: readonly EvalRequest[], format: SetFormat): Promise<void>;
  /**
   * Saves a changed file of requests, as an edit.
   * @throws FailureError where it cannot be written
   */
  saveSet(path: string, text: string): Promise<void>;
  /** Runs a request under two conditions and keeps the results. Files and conversation stay unchanged. */
  runTrial(request: TrialRequest, conditions: readonly [Conditions, Conditions], options: TrialOptions): Promise<Trial>;
}

interface ExperimentVerbNeeds extends EvalNeeds {
  readonly editing: Editing;
  readonly keeping: Keeping;
}

/** The code of evals and trials is fetched at first use. A read-only tab may run them, as they change nothing. */
export function experimentVerbs(needs: ExperimentVerbNeeds): ExperimentVerbs {
  const { changing } = needs.keeping;
  const evals = () => import("./run-evals.ts");
  return {
    lookAhead: async (...given) => (await evals()).lookAhead(needs, ...given),
    runEvals: async (...given) => (await evals()).runEvals(needs, ...given),
    writeRequests: async (...given) => (await import("./write-requests.ts")).writeRequests(needs.models, ...given),
    judgeAnswers: async (...given) => (await import("./judge-answers.ts")).judgeAnswers(needs.models, ...given),
    priceOfModel: async () => (await import("./improve.ts")).priceOfModel(needs.models),
    improveDescription: async (request) => (await import("./improve.ts")).improveSkill(needs, request),
    describeSkill: changing(async (location: string, description: string) => {
      const { described } = await import("./improve.ts");
      await needs.editing.write([{ path: location, text: described(needs, location, description) }]);
      needs.experiments.noteImproved(undefined);
    }),
    keepEvals: changing(async (changed) => needs.experiments.keepEvals(changed)),
    writeSkillSet: changing(async (...given: Parameters<ExperimentVerbs["writeSkillSet"]>) => {
      await (await import("./skill-sets.ts")).writeSkillSet(needs, ...given);
    }),
    saveSet: changing(async (path: string, text: string) => needs.editing.write([{ path, text }])),
    runTrial: async (...given) => (await import("./run-trial.ts")).runTrial(needs, ...given),
  };
}
