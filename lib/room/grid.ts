import Papa from "papaparse";
import type { HeardLearner } from "./led-room.ts";
import { type PlannedLesson, type RoomPlan, tagOf } from "./room.ts";

/** A learner's standing in one check of the selected lesson. */
export type GridCell = "open" | "learner" | "solution";

export interface GridRow {
  readonly id: string;
  /** The nickname; with some letters of the id where there is none, or several share it. */
  readonly called: string;
  /** The learner's open lesson and step; empty before one is open. */
  readonly lesson: string;
  readonly step: string;
  /** For the lesson's checks, in order. */
  readonly cells: readonly GridCell[];
  /** Checks passed in the whole workshop. */
  readonly passed: number;
  /** Milliseconds since the learner's last progress, and since the last message from their page. */
  readonly still: number;
  readonly silent: number;
  readonly standing: "working" | "away" | "done";
  readonly ignored: number;
}

/** Silence in milliseconds after which a learner counts as away: pages send a message every minute. */
const awayAfter = 150_000;

/**
 * The learners of a room, with their standing in one lesson: first those at work, the one stuck longest on top, then
 * those away, then those who have passed everything.
 * @param now the page's monotonic clock, in milliseconds
 */
export function gridRows(
  plan: RoomPlan,
  learners: readonly HeardLearner[],
  lesson: PlannedLesson,
  now: number,
): readonly GridRow[] {
  const { from, count } = rangeOf(plan, lesson);
  const names = Map.groupBy(learners, ({ name }) => nameKey(name));
  const rows = learners.map((learner): GridRow => {
    const passes = new Map(learner.passed.map(({ check, by }) => [check, by]));
    const cells = Array.from({ length: count }, (_, index): GridCell => passes.get(from + index) ?? "open");
    const since = now - learner.heardAt;
    const silent = learner.silent * 1000 + since;
    const isDone = count > 0 && cells.every((cell) => cell !== "open");
    return {
      id: learner.id,
      called: calledOf(learner, names.get(nameKey(learner.name))?.length ?? 1),
      lesson: learner.lesson,
      step: learner.step,
      cells,
      passed: learner.passed.length,
      still: learner.still * 1000 + since,
      silent,
      standing: isDone ? "done" : silent > awayAfter ? "away" : "working",
      ignored: learner.ignored,
    };
  });
  return rows.sort(
    (one, other) =>
      order[one.standing] - order[other.standing] || other.still - one.still || (one.id < other.id ? -1 : 1),
  );
}

const order = { working: 0, away: 1, done: 2 } as const satisfies Record<GridRow["standing"], number>;

function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** A learner's display name, given how many share the nickname. */
export function calledOf({ id, name }: { readonly id: string; readonly name: string }, sharing = 1): string {
  if (name === "") return `Learner ${tagOf(id)}`;
  return sharing > 1 ? `${name} (${tagOf(id)})` : name;
}

/** The indexes of a lesson's checks among all of the plan. */
function rangeOf({ lessons }: RoomPlan, lesson: PlannedLesson): { from: number; count: number } {
  const before = lessons.slice(0, lessons.indexOf(lesson));
  return { from: before.reduce((sum, each) => sum + checkCount(each), 0), count: checkCount(lesson) };
}

export function checkCount({ steps }: PlannedLesson): number {
  return steps.reduce((sum, { checks }) => sum + checks.length, 0);
}

/** How many learners have passed each check of the lesson. */
export function passCounts(rows: readonly GridRow[], lesson: PlannedLesson): readonly number[] {
  return Array.from(
    { length: checkCount(lesson) },
    (_, index) => rows.filter(({ cells }) => cells[index] !== "open").length,
  );
}

/** The lesson that most learners have open; the first one where nobody has any open. */
export function busiestLesson({ lessons }: RoomPlan, learners: readonly HeardLearner[]): PlannedLesson | undefined {
  const count = (id: string) => learners.filter(({ lesson }) => lesson === id).length;
  return lessons.toSorted((one, other) => count(other.id) - count(one.id))[0];
}

/** The grid of all lessons for a spreadsheet, one row for each learner. */
export function gridCsv(plan: RoomPlan, learners: readonly HeardLearner[], now: number): string {
  const total = plan.lessons.reduce((sum, lesson) => sum + checkCount(lesson), 0);
  const columns = plan.lessons.map((lesson) => ({
    lesson,
    rows: new Map(gridRows(plan, learners, lesson, now).map((row) => [row.id, row])),
  }));
  const names = [...(columns[0]?.rows.values() ?? [])].toSorted((one, other) => (one.called < other.called ? -1 : 1));
  const head = ["learner", ...plan.lessons.map(({ id }) => id), "passed", "of", "by the solution"];
  const lines = names.map(({ id, called, passed }) => [
    called,
    ...columns.map(({ rows }) => String(rows.get(id)?.cells.filter((cell) => cell !== "open").length ?? "")),
    String(passed),
    String(total),
    String(learners.find((learner) => learner.id === id)?.passed.filter(({ by }) => by === "solution").length ?? 0),
  ]);
  // A spreadsheet runs cells that begin like a formula.
  return Papa.unparse([head, ...lines], { escapeFormulae: true });
}
