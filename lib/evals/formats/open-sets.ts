import { diffArrays } from "diff";
import type { EvalRequest, Expectation } from "../requests.ts";
import { readCases, saveCases } from "./cases.ts";
import type { EvalCase } from "./eval-case.ts";

/** A file of requests that was read: what has become of them may be saved in it. */
export interface OpenSet {
  /** What it is called; its path, where it lies in the workspace. */
  readonly name: string;
  readonly text: string;
  /** The skill that was meant when it was read, in a file that names none. */
  readonly skill?: string | undefined;
  /** What the skill is called here, where the file calls it otherwise. */
  readonly calledHere?: string | undefined;
  /** Requests that were there before it was read: they are none of its, unless it has them. */
  readonly beside?: readonly string[];
}

/** What a file would be with the requests as they are now. */
export interface ChangedSet {
  readonly set: OpenSet;
  readonly text: string;
  /** What its format cannot say, in sentences: there the file stays as it is. */
  readonly lost: readonly string[];
}

/** Steps of a comparison: two sets that have less in common are taken for different ones. */
const mostDiffering = 1000;

/**
 * The files that differ from the requests as they are now. A request stays with the file that it came from, changed or not, and a
 * new one goes to the file of the request before it. Files in no format of others are left out: lists of lines.
 */
export function changedSets(sets: readonly OpenSet[], requests: readonly EvalRequest[]): readonly ChangedSet[] {
  const read = sets.flatMap((set) => {
    const found = readCases(set.text, set.skill);
    return typeof found === "string" ? [] : [{ set, named: found.skill, cases: found.cases }];
  });
  const known = read.flatMap(({ set, named, cases }, at) =>
    cases.map((each) => ({ at, each: { ...each, expects: renamed(each.expects, named, set.calledHere) } })),
  );
  const others = new Set(sets.flatMap(({ beside = [] }) => beside.map(words)));
  for (const { each } of known) others.delete(words(each.text));
  const now = assign(
    known,
    requests.filter(({ text }) => !others.has(words(text))),
  );
  return read.flatMap(({ set, named }, at): readonly ChangedSet[] => {
    const mine = now
      .filter((one) => one.at === at)
      .map(({ each }) => ({ ...each, expects: renamed(each.expects, set.calledHere, named) }));
    const saved = saveCases(set.text, set.skill, mine);
    return typeof saved === "string" || (saved.text === set.text && saved.lost.length === 0) ? [] : [{ set, ...saved }];
  });
}

interface Placed {
  /** Which file it belongs to. */
  readonly at: number;
  readonly each: EvalCase;
}

/** What two requests are told apart by: a list has each on one line. */
function words(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function assign(known: readonly Placed[], requests: readonly EvalRequest[]): readonly Placed[] {
  const asked = new Set(requests.map(({ text }) => words(text)));
  const there = Map.groupBy(known, ({ each }) => words(each.text));
  const placed: Placed[] = [];
  for (const { gone, come } of stepsBetween(known, requests)) {
    // One that stands elsewhere in the list is still itself.
    const open = gone.filter(({ each }) => !asked.has(words(each.text)));
    for (const request of come) {
      const same = there.get(words(request.text))?.shift();
      placed.push(same ? asExpected(same, request) : inPlaceOf(open.shift(), request, placed.at(-1)));
    }
  }
  return placed;
}

interface Step {
  /** Cases that stand here no more. */
  readonly gone: readonly Placed[];
  /** Requests that stand here now. */
  readonly come: readonly EvalRequest[];
}

function* stepsBetween(known: readonly Placed[], requests: readonly EvalRequest[]): Generator<Step> {
  const [were, are] = [known.map(({ each }) => words(each.text)), requests.map(({ text }) => words(text))];
  const changes = diffArrays(were, are, { maxEditLength: mostDiffering });
  if (!changes) return yield { gone: known, come: requests };
  let [from, to] = [0, 0];
  let gone: readonly Placed[] = [];
  for (const { added, removed, count } of changes) {
    if (!added) from += count;
    if (removed) gone = known.slice(from - count, from);
    else {
      to += count;
      yield { gone: added ? gone : [], come: requests.slice(to - count, to) };
      gone = [];
    }
  }
}

/** A request where a case stood that is gone is that case with other words; else it is new. */
function inPlaceOf(
  gone: Placed | undefined,
  { text, expects, accepts = [] }: EvalRequest,
  before: Placed | undefined,
): Placed {
  const said = { text, expects, accepts };
  return gone ? { ...gone, each: { ...gone.each, ...said } } : { at: before?.at ?? 0, each: { ...said, rest: {} } };
}

/** The case as the file has its words; what it should lead to may be another. */
function asExpected({ at, each }: Placed, { expects, accepts = [] }: EvalRequest): Placed {
  return { at, each: { ...each, expects, accepts } };
}

function renamed(expects: Expectation, from: string | undefined, to: string | undefined): Expectation {
  if (from === undefined || to === undefined) return expects;
  return "skill" in expects && expects.skill === from ? { ...expects, skill: to } : expects;
}
