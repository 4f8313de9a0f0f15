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
  /** Paths of changed files, from `/`: only their skills are judged. */
  readonly changed: ReadonlySet<string>;
  /** Ids of all harnesses. */
  readonly harnesses: readonly string[];
  /** How many of them have been taken, shared by all threads. */
  readonly taken: Int32Array;
}

interface PartsInput extends Omit<JudgedPart, "harnesses" | "taken"> {
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
 * Starts evaluating a folder in several threads, each under one harness after the other that no thread has taken: harnesses do not depend
 * on each other, and a thread that begins later, or has another to one core, takes fewer.
 * @returns a function that joins the results, given this thread's way to evaluate. It does what a thread failed to do, so that an error is
 * raised here.
 */
export function beginJudging({ profiles, skills, threads = availableParallelism(), ...part }: PartsInput) {
  const count = skills < manySkills ? 1 : Math.max(1, Math.min(threads, mostThreads, profiles.length));
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const input = { ...part, harnesses: profiles.map(({ id }) => id), taken };
  const away = Array.from({ length: count - 1 }, () => judgeAway(input));
  return async (judge: (profiles: readonly Profile[]) => Promise<Judged>): Promise<Judged> => {
    if (count === 1) return judge(profiles);
    const parts: Judged[] = [];
    for (const profile of takeFrom(profiles, taken)) parts.push(await judge([profile]));
    parts.push(...(await Promise.all(away)).flat());
    const done = new Set(parts.flatMap(({ harnesses }) => harnesses.map(({ id }) => id)));
    const left = profiles.filter(({ id }) => !done.has(id));
    if (left.length > 0) parts.push(await judge(left));
    return joinParts(profiles, parts);
  };
}

/** The harnesses that no other thread has taken, each taken when it is asked for. */
export function* takeFrom(profiles: readonly Profile[], taken: Int32Array): Generator<Profile, void> {
  for (;;) {
    const profile = profiles[Atomics.add(taken, 0, 1)];
    if (!profile) return;
    yield profile;
  }
}

/** A thread's results, until it ended or failed. */
function judgeAway(workerData: JudgedPart): Promise<readonly Judged[]> {
  return new Promise((resolve) => {
    const parts: Judged[] = [];
    const thread = new Worker(threadScript("report/judge-thread"), { workerData });
    thread.on("message", (part: Judged) => parts.push(part));
    thread.once("error", () => resolve(parts));
    thread.once("exit", () => resolve(parts));
  });
}

/** Joins the parts, with harnesses in the given order. A part leaves out skills that none of its harnesses has found. */
function joinParts(profiles: readonly Profile[], parts: readonly Judged[]): Judged {
  const [first] = parts;
  if (!first) throw new Error("There is no harness to evaluate");
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
