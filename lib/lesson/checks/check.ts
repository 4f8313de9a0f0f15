import type { LessonEvent } from "#lib/lesson/events.ts";
import type { Fields, ValuesOf } from "#lib/lesson/fields.ts";
import type { World } from "./world.ts";

/** Whether a check is met now; else how near it is, in a sentence with its full stop. */
export type CheckResult = { readonly isMet: true } | Unmet;

interface Unmet {
  readonly isMet: false;
  readonly near: string;
  /** What would tell is not worked out yet: its opposite is not known either. */
  readonly isUnknown?: true;
}

export const met: CheckResult = { isMet: true };

export function unmet(near: string): Unmet {
  return { isMet: false, near };
}

export function unknown(near: string): Unmet {
  return { isMet: false, near, isUnknown: true };
}

/** A condition on the workspace or on what has happened in it. */
export interface Check {
  /** Names it in its lesson, after its step: `#{step}/{kind}-{number}`. */
  readonly id: string;
  readonly kind: string;
  readonly line: number;
  /** What is wanted, as a person reads it: Markdown's `code` marks may stand in it. */
  readonly label: string;
  test(world: World): CheckResult;
  /** Of a check on what happens: whether this event meets it. */
  hits?(event: LessonEvent): boolean;
  /** Whether it takes a person, who looks at a question or presses a button of the lab: a trial that nobody sees cannot meet it. */
  readonly takesPerson?: true;
  /** Harnesses that its answer needs the same files looked at by. */
  readonly compares: readonly string[];
}

/** One verb of a `check` block. */
export interface CheckKind<F extends Fields = Fields> {
  /** What it asks for, to authors of lessons: a clause. */
  readonly about: string;
  readonly fields: F;
  /** The field that a bare text or list stands for. */
  readonly short: keyof F & string;
  label(values: ValuesOf<F>): string;
  test(values: ValuesOf<F>, world: World): CheckResult;
  hits?(values: ValuesOf<F>, event: LessonEvent): boolean;
  compares?(values: ValuesOf<F>): readonly string[];
  readonly takesPerson?: true;
  /** What is wrong with values that are each allowed by themselves. */
  objection?(values: ValuesOf<F>): string | undefined;
}

/** Has TypeScript infer the types of a kind's values from its fields. */
export function checkKind<const F extends Fields>(kind: CheckKind<F>): CheckKind {
  return kind as unknown as CheckKind;
}
