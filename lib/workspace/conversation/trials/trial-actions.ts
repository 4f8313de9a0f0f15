import type { Core } from "#lib/workspace/core.ts";
import type { Conditions, Trial, TrialRequest } from "#lib/workspace/state/trials.ts";
import type { TrialOptions } from "./run-trial.ts";

/** What is done to see what another harness, another model or a skill makes of a request. */
export interface TrialActions {
  /** Runs it under two conditions and keeps what came. Files and conversation stay as they are. */
  runTrial(request: TrialRequest, conditions: readonly [Conditions, Conditions], options: TrialOptions): Promise<Trial>;
}

/** The verb of trials, which are fetched at first use. A read-only tab may run them, as they change nothing. */
export function trialActions(core: Core): TrialActions {
  return {
    runTrial: async (...given) => (await import("./run-trial.ts")).runTrial(core, ...given),
  };
}
