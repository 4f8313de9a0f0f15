import type { RunCall, RunToolOffer } from "#lib/chat/session.ts";
import { guard } from "#lib/harness/access/guard.ts";
import type { ModelRuns } from "#lib/runs/model-runs.ts";
import { place } from "#lib/stage/place.ts";
import type { Allowances } from "#lib/state/allowances.ts";
import type { RunChange } from "#lib/state/model-run.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Harness } from "#lib/view/harness.ts";
import { allowancesOf, isAllowed, isRunAllowed } from "./allowances.ts";
import { shellCallOf, shellQuestion } from "./shell-question.ts";

export interface RunToolNeeds {
  /** What the model may do without asking. */
  readonly allowances: () => Allowances;
  readonly tree: Tree;
  readonly harness: Harness;
  readonly modelRuns: ModelRuns;
}

/** The harness's tool that runs commands, over copies of the files that its guard lets the model read. */
export function runToolOffer(needs: RunToolNeeds): RunToolOffer {
  const { name, description, schema } = needs.harness.profile().shellTool;
  return {
    name,
    description,
    schema,
    refusal: (input) => refusalOf(needs, input),
    allows: (input) => {
      const { files } = needs.tree.state();
      const question = shellQuestion(needs.harness.profile().shellTool, input, files);
      return question !== undefined && isRunAllowed(allowed(needs), files, question);
    },
    run: (call) => run(needs, call),
  };
}

function allowed({ allowances, tree, harness }: RunToolNeeds) {
  return allowancesOf({ allowances: allowances(), ...tree.state(), ...harness.state() });
}

function refusalOf(needs: RunToolNeeds, input: unknown): string | undefined {
  const call = shellCallOf(needs.harness.profile().shellTool, input);
  if (typeof call === "string") return call;
  const { cwd } = call;
  const isUsual = cwd === place.cwd || cwd === place.home;
  if (!isUsual && needs.tree.state().files.stat(cwd)?.kind !== "folder") return `There is no folder ${cwd}.`;
  return undefined;
}

/** Runs the command of an allowed call. */
function run(needs: RunToolNeeds, { id, input, signal }: RunCall) {
  const { shellTool } = needs.harness.profile();
  const call = shellCallOf(shellTool, input);
  if (typeof call === "string") throw new Error(`A call that cannot be read was allowed: ${call}`);
  const { files } = needs.tree.state();
  const list = allowed(needs);
  const may = (path: string, operation: "read" | "write") => {
    const { permission } = guard(needs.harness.profile(), needs.harness.session(), path, operation);
    if (permission === "pending") return isAllowed(list, files, path, operation) ? "granted" : "pending";
    return permission;
  };
  const isFree = list.some(({ operation, scope }) => operation === "run" && scope.kind === "conversation");
  return needs.modelRuns.run({
    id,
    line: call.command,
    cwd: call.cwd,
    seconds: call.seconds,
    limit: shellTool.output,
    signal,
    mayRead: (path) => may(path, "read") === "granted",
    fateOf: ({ path, kind }: RunChange) => {
      const permission = may(path, "write");
      if (permission === "denied") return "refused";
      // Deletions are asked about in any case.
      return isFree && permission === "granted" && kind !== "deleted" ? "kept" : "asked";
    },
  });
}
