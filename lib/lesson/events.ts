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

/**
 * An append-only log. Checks read what was said in it, so the newest texts are whole; of older ones only the beginning is kept. When it is full,
 * the oldest events are dropped.
 */
export interface EventLog {
  readonly events: readonly LessonEvent[];
  /** The `seq` of the next event. */
  readonly next: number;
}

export const emptyLog: EventLog = { events: [], next: 1 };

/**
 * Most events that a log keeps. `whole`: most characters of a text, as many as a check's expression is matched in. `recent`: most characters of the
 * newest texts together; `text`: of each older one.
 */
export const logLimits = { events: 1_000, whole: 20_000, recent: 100_000, text: 600 } as const;

/** The log with more events at its end. @param at milliseconds since 1970 */
export function append({ events, next }: EventLog, happened: readonly Happening[], at: number): EventLog {
  const added = happened.map(
    (one, index): LessonEvent => ({ ...shortened(one, logLimits.whole), seq: next + index, at }),
  );
  let recent = 0;
  const kept = [...events, ...added].slice(-logLimits.events).reverse();
  const bounded = kept.map((event) => {
    recent += lengthOf(event);
    return recent > logLimits.recent ? shortened(event, logLimits.text) : event;
  });
  return { events: bounded.reverse(), next: next + added.length };
}

/** The number of characters of an event's texts. */
function lengthOf(event: Happening): number {
  return Object.values(event).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

/** The event itself where its texts are short enough. */
function shortened<One extends Happening>(one: One, most: number): One {
  if (lengthOf(one) <= most) return one;
  const entries = Object.entries(one).map(([key, value]) => [key, cut(value, most)] as const);
  return Object.fromEntries(entries) as One;
}

function cut(value: unknown, most: number): unknown {
  if (typeof value !== "string" || value.length <= most) return value;
  return `${value.slice(0, most - 1).toWellFormed()}…`;
}
