import { expect, test } from "vitest";
import { busiestLesson, gridCsv, gridRows, passCounts } from "./grid.ts";
import type { HeardLearner } from "./led-room.ts";
import type { PlannedLesson, RoomPlan } from "./room.ts";

function lesson(id: string, checks: number): PlannedLesson {
  const all = Array.from({ length: checks }, (_, index) => ({ id: `one/quiz-${index}`, label: `Check ${index}` }));
  return { id, title: id, steps: [{ id: "one", title: "One", checks: all }] };
}

const [first, second] = [lesson("01-a", 2), lesson("02-b", 3)] as const;
const plan: RoomPlan = { workshop: "/try/a", title: "A", lessons: [first, second] };

function learner(id: string, name: string, more: Partial<HeardLearner> = {}): HeardLearner {
  return { id, name, lesson: "01-a", step: "one", passed: [], still: 0, silent: 0, ignored: 0, heardAt: 0, ...more };
}

const pass = (...checks: number[]) => checks.map((check) => ({ check, by: "learner" as const, ago: 0 }));

test("who is stuck longest stands first; then who is away, then who has done it all", () => {
  const rows = gridRows(
    plan,
    [
      learner("1", "Done", { passed: pass(0, 1), still: 900 }),
      learner("2", "Quick", { still: 10 }),
      learner("3", "Stuck", { still: 300, passed: pass(1) }),
      learner("4", "Gone", { still: 900, silent: 200 }),
      // This page received it long ago, and nothing since.
      learner("5", "Cut", { still: 1, heardAt: -160_000 }),
    ],
    first,
    0,
  );
  expect(rows.map(({ called, standing }) => `${called} ${standing}`)).toEqual([
    "Stuck working",
    "Quick working",
    "Gone away",
    "Cut away",
    "Done done",
  ]);
  expect(rows[0]?.cells).toEqual(["open", "learner"]);
  expect(passCounts(rows, first)).toEqual([1, 2]);
});

test("a lesson's checks are counted on from those of the lessons before", () => {
  const solution = { check: 4, by: "solution", ago: 0 } as const;
  const [row] = gridRows(plan, [learner("1", "Ada", { passed: [...pass(0, 2), solution] })], second, 0);
  expect(row?.cells).toEqual(["learner", "open", "solution"]);
  expect(row?.passed).toBe(3);
});

test("learners of one name, or of none, are told apart by the same letters whoever else there is", () => {
  const ids = ["0001000200030000", "0002000300040000", "0003000400050000", "0004000500060000"] as const;
  const all = [learner(ids[0], "Ada"), learner(ids[1], "ada"), learner(ids[2], "Ben"), learner(ids[3], "")];
  const called = (given: readonly HeardLearner[]) => gridRows(plan, given, first, 0).map((row) => row.called);
  expect(called(all)).toEqual(["Ada (CDF)", "ada (DFG)", "Ben", "Learner GHJ"]);
  expect(called(all.slice(0, 1))).toEqual(["Ada"]);
});

test("the lesson that most have open is looked at first", () => {
  expect(busiestLesson(plan, [])).toBe(first);
  expect(busiestLesson(plan, [learner("1", "", { lesson: "02-b" })])).toBe(second);
});

test("a spreadsheet gets all lessons, and takes no nickname for a formula", () => {
  const csv = gridCsv(plan, [learner("1", '=HYPERLINK("x")', { passed: pass(0, 2, 3) })], 0);
  expect(csv).toBe('learner,01-a,02-b,passed,of,by the solution\r\n"\'=HYPERLINK(""x"")",1,2,3,5,0');
});
