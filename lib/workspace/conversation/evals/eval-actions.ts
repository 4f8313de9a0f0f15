import type { EvalRequest } from "#lib/evals/requests.ts";
import type { RunResult } from "#lib/evals/run.ts";
import type { SetFormat } from "#lib/evals/set-files.ts";
import type { Changing, Core } from "#lib/workspace/core.ts";
import type { KeptEvals } from "#lib/workspace/state/evals.ts";
import type { Conditions } from "#lib/workspace/state/trials.ts";
import type { EvalsOutlook, EvalsRun } from "./run-evals.ts";

/** What is done to see which requests lead to which skill. */
export interface EvalActions {
  /** What would be asked under each of these, and what cannot be measured. Nothing is sent. @throws FailureError `cancelled` */
  lookAhead(conditions: readonly Conditions[], signal: AbortSignal): Promise<readonly EvalsOutlook[]>;
  /** Asks each of these with every request; what came is kept. @throws FailureError where one cannot be reached */
  runEvals(conditions: readonly Conditions[], requests: readonly EvalRequest[], options: EvalsRun): Promise<RunResult>;
  /** Keeps what is typed. */
  keepEvals(evals: Partial<KeptEvals>): Promise<void>;
  /** Writes the requests about a skill into its own folder, as an edit. @throws FailureError where nothing can be written */
  writeSkillSet(skill: string, requests: readonly EvalRequest[], format: SetFormat): Promise<void>;
}

/** The verbs of evals, which are fetched at first use. @param changing refuses what a read-only tab may not do */
export function evalActions(core: Core, changing: Changing): EvalActions {
  const evals = () => import("./run-evals.ts");
  return {
    lookAhead: async (...given) => (await evals()).lookAhead(core, ...given),
    runEvals: async (...given) => (await evals()).runEvals(core, ...given),
    keepEvals: changing(async (changed) => (await evals()).keepEvals(core, changed)),
    writeSkillSet: changing(async (...given: Parameters<EvalActions["writeSkillSet"]>) => {
      await (await import("./skill-sets.ts")).writeSkillSet(core, ...given);
    }),
  };
}
