/** What happened in a lesson, told in few words. `seq` counts on from one to the next; `at`: milliseconds since 1970. */
export type LessonEvent = { readonly seq: number; readonly at: number } & Happening;

/** `by` whom a skill was put to use: the model read its SKILL.md or called it, or the person did by its name. */
export type Happening =
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "command"; readonly line: string }
  | { readonly kind: "invoked"; readonly skill: string; readonly by: "model" | "user" }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "tool"; readonly tool: string; readonly input: string }
  /** A script has run to its end. `status`: 0 where all went well. */
  | { readonly kind: "ran"; readonly path: string; readonly status: number; readonly by: "model" | "user" }
  /** The model has come to the end of an answer. */
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "quiz"; readonly check: string; readonly choice: number; readonly isRight: boolean }
  | { readonly kind: "hint"; readonly step: string }
  | { readonly kind: "solution"; readonly step: string }
  | { readonly kind: "skipped"; readonly step: string }
  | { readonly kind: "reset"; readonly step: string };

/** Append-only; of a log that is full the oldest go. */
export interface EventLog {
  readonly events: readonly LessonEvent[];
  /** The `seq` of the next. */
  readonly next: number;
}

export const emptyLog: EventLog = { events: [], next: 1 };

/** Events that are kept, and characters of each text. */
export const logLimits = { events: 1_000, text: 600 } as const;

/** The log with these behind what it has. @param at milliseconds since 1970 */
export function append({ events, next }: EventLog, happened: readonly Happening[], at: number): EventLog {
  const added = happened.map((one, index): LessonEvent => ({ ...shortened(one), seq: next + index, at }));
  return { events: [...events, ...added].slice(-logLimits.events), next: next + added.length };
}

function shortened<One extends Happening>(one: One): One {
  const entries = Object.entries(one).map(([key, value]) => [key, cut(value)] as const);
  return Object.fromEntries(entries) as One;
}

function cut(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= logLimits.text) return value;
  return `${value.slice(0, logLimits.text - 1).toWellFormed()}…`;
}
