import { diffArrays } from "diff";
import { type EvalRequest, plainLine, renameSkills } from "../requests.ts";
import { readCases, saveCases } from "./cases.ts";
import type { EvalCase } from "./eval-case.ts";

/** A file of requests that was read, and that changed requests may be saved to. */
export interface OpenSet {
  /** The file's name; its path, if it is in the workspace. */
  readonly name: string;
  readonly text: string;
  /** The skill that was chosen when a file that names none was read. */
  readonly skill?: string | undefined;
  /** The skill's name in the lab, if the file calls the skill by another name. */
  readonly calledHere?: string | undefined;
  /** Requests that were in the form before the file was read. They do not belong to the file unless it has them, too. */
  readonly beside?: readonly string[];
}

/** A file as it would be with the present requests. */
export interface ChangedSet {
  readonly set: OpenSet;
  readonly text: string;
  /** Changes that the format cannot express, in sentences: there the file stays as it is. */
  readonly lost: readonly string[];
}

/** Most differences that a comparison counts: two sets that differ more are treated as unrelated. */
const mostDiffering = 1000;

/**
 * The files that differ from the present requests. A request stays with the file that it came from, changed or not; a new one goes to the
 * file of the request before it. Files that are plain lists of lines are left out.
 */
export function changedSets(sets: readonly OpenSet[], requests: readonly EvalRequest[]): readonly ChangedSet[] {
  const read = sets.flatMap((set) => {
    const found = readCases(set.text, set.skill);
    return typeof found === "string" ? [] : [{ set, named: found.skill, cases: found.cases }];
  });
  const known = read.flatMap(({ set, named, cases }, at) =>
    cases.map((each) => ({ at, each: renamed(each, named, set.calledHere) })),
  );
  const others = new Set(sets.flatMap(({ beside = [] }) => beside.map(plainLine)));
  for (const { each } of known) others.delete(plainLine(each.text));
  const now = assign(
    known,
    requests.filter(({ text }) => !others.has(plainLine(text))),
  );
  return read.flatMap(({ set, named }, at): readonly ChangedSet[] => {
    const mine = now.filter((one) => one.at === at).map(({ each }) => renamed(each, set.calledHere, named));
    const saved = saveCases(set.text, set.skill, mine);
    return typeof saved === "string" || (saved.text === set.text && saved.lost.length === 0) ? [] : [{ set, ...saved }];
  });
}

interface Placed {
  /** Index of the file that the case belongs to. */
  readonly at: number;
  readonly each: EvalCase;
}

function assign(known: readonly Placed[], requests: readonly EvalRequest[]): readonly Placed[] {
  const asked = new Set(requests.map(({ text }) => plainLine(text)));
  const there = Map.groupBy(known, ({ each }) => plainLine(each.text));
  const placed: Placed[] = [];
  for (const { gone, come } of stepsBetween(known, requests)) {
    // A case that moved within the list is still the same case.
    const open = gone.filter(({ each }) => !asked.has(plainLine(each.text)));
    for (const request of come) {
      const same = there.get(plainLine(request.text))?.shift();
      placed.push(same ? asExpected(same, request) : inPlaceOf(open.shift(), request, placed.at(-1)));
    }
  }
  return placed;
}

interface Step {
  /** Cases that no longer stand at this position. */
  readonly gone: readonly Placed[];
  /** Requests that stand at this position now. */
  readonly come: readonly EvalRequest[];
}

function* stepsBetween(known: readonly Placed[], requests: readonly EvalRequest[]): Generator<Step> {
  const [were, are] = [known.map(({ each }) => plainLine(each.text)), requests.map(({ text }) => plainLine(text))];
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

/** If a case was removed at the request's position, the request is that case reworded; otherwise it is new. */
function inPlaceOf(
  gone: Placed | undefined,
  { text, expects, accepts = [] }: EvalRequest,
  before: Placed | undefined,
): Placed {
  const said = { text, expects, accepts };
  return gone ? { ...gone, each: { ...gone.each, ...said } } : { at: before?.at ?? 0, each: { ...said, rest: {} } };
}

/** The case in the file's wording, with the request's expectation. */
function asExpected({ at, each }: Placed, { expects, accepts = [] }: EvalRequest): Placed {
  return { at, each: { ...each, expects, accepts } };
}

function renamed(each: EvalCase, from: string | undefined, to: string | undefined): EvalCase {
  return from === undefined || to === undefined ? each : renameSkills(each, (name) => (name === from ? to : name));
}
