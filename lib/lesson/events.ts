/** One thing that happened in a lesson, in brief. `seq` increases by one with each event; `at` is in milliseconds since 1970. */
export type LessonEvent = { readonly seq: number; readonly at: number } & Happening;

/** `by`: the model used a skill by reading its SKILL.md or calling it, or the person did by its name. */
export type Happening =
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "command"; readonly line: string }
  | { readonly kind: "invoked"; readonly skill: string; readonly by: "model" | "user" }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "tool"; readonly tool: string; readonly input: string }
  /** A script has ended. `status` is its exit code: 0 for success. */
  | { readonly kind: "ran"; readonly path: string; readonly status: number; readonly by: "model" | "user" }
  /** The model has finished an answer. */
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "quiz"; readonly check: string; readonly choice: number; readonly isRight: boolean }
  | { readonly kind: "hint"; readonly step: string }
  | { readonly kind: "solution"; readonly step: string }
  | { readonly kind: "skipped"; readonly step: string }
  | { readonly kind: "reset"; readonly step: string };

/** An append-only log. When it is full, the oldest events are dropped. */
export interface EventLog {
  readonly events: readonly LessonEvent[];
  /** The `seq` of the next event. */
  readonly next: number;
}

export const emptyLog: EventLog = { events: [], next: 1 };

/** Most events that a log keeps, and most characters of each text. */
export const logLimits = { events: 1_000, text: 600 } as const;

/** The log with more events at its end. @param at milliseconds since 1970 */
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
