import { setTimeout as wait } from "node:timers/promises";
import { failureOf } from "#lib/failure.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import type { Config } from "../../config.ts";
import { sentenceOf } from "../../console.ts";
import { reportOnAddress } from "../open-source.ts";
import type { Listed } from "./list.ts";
import { type RepositoryResult, resultOf } from "./result.ts";

export interface JudgeOptions {
  readonly way: Way;
  readonly config: Config;
  readonly signal: AbortSignal;
}

/** Makes the result of one repository. Rejects only if aborted: a repository that cannot be evaluated gives a result with the reason. */
export type Judge = (listed: Listed, options: JudgeOptions) => Promise<RepositoryResult>;

/** The settings of a run, wherever repositories are evaluated; `onResult` gets each result once it is there. */
export interface Judging extends JudgeOptions {
  readonly left: readonly Listed[];
  readonly onResult: (result: RepositoryResult) => void;
}

/** Failures that may be temporary. */
const passing = new Set(["network-cut", "server-error", "rate-limited"]);
/** Milliseconds for one attempt: a host that sends a byte now and then would hold the run for good. */
const longest = 600_000;
/** Milliseconds before each further attempt. */
const pauses = [1000, 5000];

/** Evaluates a repository by its address, over the network. Temporary failures are tried again. */
export const judgeAddress: Judge = async (listed, { way, config, signal }) => {
  const start = performance.now();
  for (let tries = 0; ; tries++) {
    const late = AbortSignal.timeout(longest);
    try {
      const stop = AbortSignal.any([signal, late]);
      const { report } = await reportOnAddress(listed.text, { way, config, signal: stop });
      return resultOf(report, listed.key, performance.now() - start);
    } catch (caught) {
      signal.throwIfAborted();
      if (late.aborted) return failed(listed, { code: "slow", because: "It took more than ten minutes.", start });
      const code = failureOf(caught)?.code ?? "fault";
      const pause = passing.has(code) ? pauses[tries] : undefined;
      if (pause === undefined) return failed(listed, { code, because: sentenceOf(caught), start });
      await wait(pause, undefined, { signal });
    }
  }
};

interface Failed {
  readonly code: string;
  readonly because: string;
  readonly start: number;
}

function failed({ key, label }: Listed, { code, because, start }: Failed): RepositoryResult {
  const milliseconds = Math.round(performance.now() - start);
  return { version: 1, state: "failed", repository: key, label, code, because, milliseconds };
}
