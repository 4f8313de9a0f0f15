import type { EvalRequest } from "../requests.ts";

/** A set in two parts: rewrites are made from one and judged by the other. */
export interface HeldOut {
  readonly train: readonly EvalRequest[];
  readonly test: readonly EvalRequest[];
}

/** The values of skill-creator's `run_loop.py`. */
const share = 0.4;
const seed = 42;

/**
 * Holds back a part of a set, always the same part of the same set: two fifths of the requests that should lead to the skill and two fifths
 * of those that should not, at least one of each. Requests without an expectation are in neither part.
 * @returns `undefined` if too few requests should lead to the skill for both parts to have one
 */
export function holdOut(requests: readonly EvalRequest[], skill: string): HeldOut | undefined {
  const judged = requests.filter(({ expects }) => expects.kind !== "open");
  const [wanted, others] = [true, false].map((isWanted) =>
    shuffled(judged.filter((request) => leadsTo(request, skill) === isWanted)),
  );
  if (!wanted || !others || wanted.length < 2) return undefined;
  const counts = [wanted, others].map((part) =>
    Math.min(part.length - 1, Math.max(1, Math.floor(part.length * share))),
  );
  const [mostWanted = 0, mostOthers = 0] = counts.map((count) => Math.max(0, count));
  return {
    test: [...wanted.slice(0, mostWanted), ...others.slice(0, mostOthers)],
    train: [...wanted.slice(mostWanted), ...others.slice(mostOthers)],
  };
}

function leadsTo({ expects }: EvalRequest, skill: string): boolean {
  return expects.kind === "picks" && expects.skill === skill;
}

/** Fisher–Yates shuffle with a generator of a fixed seed (mulberry32), so that every run has the same parts. */
function shuffled(requests: readonly EvalRequest[]): readonly EvalRequest[] {
  const all = [...requests];
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let last = all.length - 1; last > 0; last--) {
    const at = Math.floor(next() * (last + 1));
    const [one, other] = [all[last], all[at]];
    if (one && other) [all[last], all[at]] = [other, one];
  }
  return all;
}
