import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import { neverMet } from "#lib/report/compare/verdict.ts";
import type { Judged } from "#lib/report/report.ts";
import { threadScript } from "../own-files.ts";

/** The input of a thread: plain data. */
export interface JudgedPart {
  readonly folder: string;
  readonly label: string;
  readonly way: Way;
  /** Harness ids. */
  readonly harnesses: readonly string[];
}

interface PartsInput extends Omit<JudgedPart, "harnesses"> {
  readonly profiles: readonly Profile[];
  /** Number of SKILL.md files. */
  readonly skills: number;
  /** Most threads, including this one. */
  readonly threads?: number;
}

/** Number of skills from which on a thread saves more than it costs, as it reads the folder again. */
const manySkills = 100;
/** Each thread holds the folder in memory once more. */
const mostThreads = 4;

/**
 * Starts evaluating a folder in several threads, each for some of the harnesses: harnesses do not depend on each other.
 * @returns a function that joins the results, given this thread's way to evaluate. It does what a thread failed to do, so that an error is
 * raised here.
 */
export function beginJudging({ profiles, skills, threads = availableParallelism(), ...part }: PartsInput) {
  const count = skills < manySkills ? 1 : Math.max(1, Math.min(threads, mostThreads, profiles.length));
  const [own = [], ...others] = Array.from({ length: count }, (_, at) => profiles.filter((_, of) => of % count === at));
  const away = others.map((given) => ({
    given,
    judged: judgeAway({ ...part, harnesses: given.map(({ id }) => id) }),
  }));
  return async (judge: (profiles: readonly Profile[]) => Promise<Judged>): Promise<Judged> => {
    const parts = [await judge(own)];
    for (const { given, judged } of away) parts.push((await judged) ?? (await judge(given)));
    return joinParts(profiles, parts);
  };
}

/** A thread's result; `undefined` if it failed. */
function judgeAway(workerData: JudgedPart): Promise<Judged | undefined> {
  return new Promise((resolve) => {
    const thread = new Worker(threadScript("report/judge-thread"), { workerData });
    thread.once("message", resolve);
    thread.once("error", () => resolve(undefined));
    thread.once("exit", () => resolve(undefined));
  });
}

/** Joins the parts, with harnesses in the given order. A part leaves out skills that none of its harnesses has found. */
function joinParts(profiles: readonly Profile[], parts: readonly Judged[]): Judged {
  const [first] = parts;
  if (!first || parts.length === 1) return first as Judged;
  const places = new Map(
    parts.flatMap((part) => part.harnesses.map((harness, at) => [harness.id, { part, harness, at }] as const)),
  );
  const inOrder = profiles.flatMap(({ id }) => places.get(id) ?? []);
  const paths = new Set(parts.flatMap(({ marks }) => [...marks.keys()]));
  const marksAt = (path: string) => inOrder.map(({ part, at }) => part.marks.get(path)?.[at] ?? neverMet.kind);
  return {
    ...first,
    harnesses: inOrder.map(({ harness }) => harness),
    marks: new Map(Array.from(paths, (path) => [path, marksAt(path)])),
  };
}
