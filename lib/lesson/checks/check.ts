import type { LessonEvent } from "#lib/lesson/events.ts";
import type { Fields, ValuesOf } from "#lib/lesson/fields.ts";
import type { World } from "./world.ts";

/** Whether a check is met now. If not, a sentence, with its full stop, says what is missing. */
export type CheckResult = { readonly isMet: true } | Unmet;

interface Unmet {
  readonly isMet: false;
  readonly near: string;
  /** The check cannot be decided yet, and neither can its opposite. */
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
  /** Unique in its lesson, and begins with its step: `#{step}/{kind}-{number}`. */
  readonly id: string;
  readonly kind: string;
  readonly line: number;
  /** What the check wants, for people to read; may contain Markdown's `code` marks. */
  readonly label: string;
  test(world: World): CheckResult;
  /** For a check on events: whether this event meets it. */
  hits?(event: LessonEvent): boolean;
  /** Whether only a person can meet the check, by looking at a question or pressing a button of the lab. A hidden trial cannot meet it. */
  readonly takesPerson?: true;
  /** Harnesses that also have to look at the files before the check can be decided. */
  readonly compares: readonly string[];
}

/** One verb of a `check` block. */
export interface CheckKind<F extends Fields = Fields> {
  /** What the check asks for, as a clause in the documentation for authors. */
  readonly about: string;
  readonly fields: F;
  /** The field that a bare text or list is the value of. */
  readonly short: keyof F & string;
  label(values: ValuesOf<F>): string;
  test(values: ValuesOf<F>, world: World): CheckResult;
  hits?(values: ValuesOf<F>, event: LessonEvent): boolean;
  compares?(values: ValuesOf<F>): readonly string[];
  readonly takesPerson?: true;
  /** What is wrong with a combination of values that are each valid. */
  objection?(values: ValuesOf<F>): string | undefined;
}

/** Lets TypeScript infer the types of a kind's values from its fields. */
export function checkKind<const F extends Fields>(kind: CheckKind<F>): CheckKind {
  return kind as unknown as CheckKind;
}
