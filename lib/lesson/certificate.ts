import { checksOf, type Lesson } from "./lesson.ts";
import type { LessonProgress, Pass } from "./progress.ts";

/**
 * What a learner did in a workshop, to be handed to whoever teaches it. Their own browser says so: it is a record, and no
 * proof.
 */
export interface Certificate {
  /** The address of the workshop, without a lesson. */
  readonly workshop: string;
  readonly title: string;
  /** Full commit id; absent for a workshop that ships with the lab. */
  readonly commit?: string;
  /** Only where the learner has typed one. */
  readonly name?: string;
  readonly lessons: readonly CertifiedLesson[];
}

export interface CertifiedLesson {
  readonly id: string;
  /** How many checks the lesson has. */
  readonly total: number;
  /** Checks by their ids, with when they were passed, and whether the solution was shown by then. */
  readonly passed: readonly Pass[];
  /** Titles of steps that were skipped. */
  readonly skipped: number;
}

/** What is read of a certificate, which anybody may have written. */
export const certificateLimits = {
  /** Characters of the link's fragment. */
  link: 32 * 1024,
  /** Characters of what it unpacks to. */
  text: 256 * 1024,
  lessons: 60,
  checks: 3_000,
  name: 80,
} as const;

/** A lesson's part of a certificate: of its own checks, those that were passed. */
export function certify(lesson: Lesson, { passed, skipped }: LessonProgress): CertifiedLesson {
  const ids = new Set(lesson.steps.flatMap(checksOf).map(({ id }) => id));
  return {
    id: lesson.id,
    total: ids.size,
    passed: passed.filter(({ check }) => ids.has(check)),
    skipped: lesson.steps.filter(({ id }) => skipped.includes(id)).length,
  };
}

export interface Tally {
  readonly total: number;
  readonly passed: number;
  readonly bySolution: number;
  /** When the last check was passed, in milliseconds since 1970. */
  readonly last?: number;
}

export function tallyOf(lessons: readonly CertifiedLesson[]): Tally {
  const passed = lessons.flatMap((lesson) => lesson.passed);
  const last = passed.reduce((latest, { at }) => Math.max(latest, at), 0);
  return {
    total: lessons.reduce((sum, { total }) => sum + total, 0),
    passed: passed.length,
    bySolution: passed.filter(({ by }) => by === "solution").length,
    ...(last > 0 && { last }),
  };
}
