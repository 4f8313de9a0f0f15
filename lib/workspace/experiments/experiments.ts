import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Trial } from "#lib/state/experiments.ts";
import { type ImprovedSkill, type KeptEvals, noEvals } from "#lib/state/experiments.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";

/** The results of requests sent to copies of the workspace: evals and trials. Saved with it. */
export interface Experiments {
  state(): SliceState<"experiments">;
  /** Saves what is typed, or the results of a run. */
  keepEvals(changed: Partial<KeptEvals>): void;
  keepTrial(trial: Trial): void;
  /** Records the result of rewriting a description; `undefined` removes it. */
  noteImproved(improved: ImprovedSkill | undefined): void;
  restore(kept: Measured): void;
  /** Takes what another tab has saved; results from here stay beside it. */
  join(kept: Measured): void;
}

type Measured = Pick<SliceState<"experiments">, "evals" | "trials">;

/** The most trials that are kept, and the most characters that they may have together. */
const mostTrials = 5;
const mostKept = 600_000;

export function createExperiments({ slice, keeping }: { slice: Slice<"experiments">; keeping: Keeping }): Experiments {
  keeping.include({
    state: () => {
      const { evals, trials } = slice.get();
      return { ...(evals && { evals }), ...(trials && { trials }) };
    },
  });
  return {
    state: slice.get,
    keepEvals: (changed) => {
      slice.set({ evals: { ...noEvals, ...slice.get().evals, ...changed } });
      keeping.saveSmall();
    },
    keepTrial: (trial) => {
      if (trial.sides.every(({ runs }) => runs.length === 0)) return;
      slice.set({ trials: newest([trial, ...(slice.get().trials ?? [])]) });
      keeping.saveSmall();
    },
    noteImproved: (improved) => slice.set({ improved }),
    restore: slice.set,
    join: ({ evals, trials }) => {
      const here = slice.get();
      const runs = latest([...(here.evals?.runs ?? []), ...(evals?.runs ?? [])]);
      slice.set({
        ...(evals && { evals: { ...evals, runs } }),
        ...(trials && { trials: newest(latest([...(here.trials ?? []), ...trials])) }),
      });
    },
  };
}

/** Results without those that are there twice, the newest first. */
function latest<Result extends { readonly at: number }>(all: readonly Result[]): readonly Result[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].sort((one, other) => other.at - one.at);
}

function newest(all: readonly Trial[]): readonly Trial[] {
  const trials: Trial[] = [];
  let length = 0;
  for (const each of all.slice(0, mostTrials)) {
    length += JSON.stringify(each).length;
    if (trials.length > 0 && length > mostKept) break;
    trials.push(each);
  }
  return trials;
}
