import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Way } from "#lib/report/compare/headline.ts";
import { neverMet } from "#lib/report/compare/verdict.ts";
import type { Judged } from "#lib/report/report.ts";
import { threadScript } from "../own-files.ts";

/** What a thread is to judge: plain data. */
export interface JudgedPart {
  readonly folder: string;
  readonly label: string;
  readonly way: Way;
  /** Ids. */
  readonly harnesses: readonly string[];
}

interface PartsInput extends Omit<JudgedPart, "harnesses"> {
  readonly profiles: readonly Profile[];
  /** How many SKILL.md there are. */
  readonly skills: number;
  /** Threads at most, this one included. */
  readonly threads?: number;
}

/** From so many skills on a thread takes less than it saves: it reads the folder again. */
const manySkills = 100;
/** Each holds the folder in memory once more. */
const mostThreads = 4;

/**
 * Begins to judge a folder in several threads, each of which asks some of the harnesses: no harness needs to know of another.
 * @returns what ends it, given how this thread judges. It takes over what a thread could not do, so that a fault is told where it is met.
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

/** What a thread came to; `undefined` where it failed. */
function judgeAway(workerData: JudgedPart): Promise<Judged | undefined> {
  return new Promise((resolve) => {
    const thread = new Worker(threadScript("report/judge-thread"), { workerData });
    thread.once("message", resolve);
    thread.once("error", () => resolve(undefined));
    thread.once("exit", () => resolve(undefined));
  });
}

/** The parts as one, its harnesses in this order. A skill that none of a part's harnesses has met is in that part not. */
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
