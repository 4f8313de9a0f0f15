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

/** Makes the result of one repository. Never rejects, unless it is aborted: what cannot be judged is a result that says why. */
export type Judge = (listed: Listed, options: JudgeOptions) => Promise<RepositoryResult>;

/** How repositories are judged, wherever: each result is told once it is there. */
export interface Judging extends JudgeOptions {
  readonly left: readonly Listed[];
  readonly onResult: (result: RepositoryResult) => void;
}

/** Failures that may be gone a moment later. */
const passing = new Set(["network-cut", "server-error", "rate-limited"]);
/** Milliseconds before another try. */
const pauses = [1000, 5000];

/** By its address, over the network. What fails in passing is tried again. */
export const judgeAddress: Judge = async (listed, { way, config, signal }) => {
  const start = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      const { report } = await reportOnAddress(listed.text, { way, config });
      return resultOf(report, listed.key, performance.now() - start);
    } catch (caught) {
      signal.throwIfAborted();
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
