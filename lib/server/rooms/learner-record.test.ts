import { expect, test } from "vitest";
import { indexPlan, type LearnerRecord, shownLearner, withReport } from "./learner-record.ts";
import { plan, reportOf } from "./room-fixture.ts";

const index = indexPlan(plan);
const now = 10 ** 12;

function after(...reports: Parameters<typeof reportOf>[]): LearnerRecord {
  const made = reports.reduce<LearnerRecord | undefined>(
    (before, given, turn) => withReport(before, { name: "Ada", report: reportOf(...given) }, index, now + turn * 1000),
    undefined,
  );
  if (!made) throw new Error("Nothing was reported.");
  return made;
}

const checksOf = ({ passed }: LearnerRecord) => passed.map(({ check }) => check);

test("the same report twice is the same record, but for when it was heard", () => {
  const once = after([["01-a#one/quiz-2"], { still: 0 }]);
  const twice = after([["01-a#one/quiz-2"], { still: 0 }], [["01-a#one/quiz-2"], { still: 1 }]);
  expect(twice).toEqual({ ...once, seenAt: now + 1000 });
});

test("of the open lesson all is taken as it is; of others passes are only added", () => {
  const first = [["01-a#one/file_exists-1", "01-a#one/quiz-2"]] as [string[]];
  // It was reset in the lesson itself.
  expect(checksOf(after(first, [["01-a#one/quiz-2"]]))).toEqual([1]);
  // Another tab, which has read what was stored before.
  const other = [["02-b#one/quiz-1", "01-a#two/file_exists-1"], { lesson: "02-b" }] as Parameters<typeof reportOf>;
  expect(checksOf(after(first, other))).toEqual([0, 1, 2, 3]);
});

test("checks and lessons that the workshop does not have are left out and counted", () => {
  const record = after([["01-a#one/file_exists-1", "01-a#made_up-1", "03-c#one/quiz-1"], { step: "nowhere" }]);
  expect([checksOf(record), record.ignored, record.lesson, record.step]).toEqual([[0], 2, "01-a", ""]);
  expect(after([[], { lesson: "03-c" }])).toMatchObject({ lesson: "", step: "", ignored: 0 });
});

test("times are told in seconds by a clock that jumped, and still lie in the life of a room", () => {
  const pass = { check: "one/quiz-2", by: "solution", ago: 1e9 } as const;
  const record = after([[], { still: 1e9, lessons: [{ id: "01-a", passed: [pass] }] }]);
  const half = 12 * 60 * 60;
  expect(shownLearner("a", record, now)).toMatchObject({
    still: half,
    silent: 0,
    passed: [{ check: 1, by: "solution", ago: half }],
  });
  // The server's clock is monotonic; were it not, no pass would be in the future.
  expect(shownLearner("a", after([["01-a#one/quiz-2"]]), now - 60_000)).toMatchObject({ still: 0, silent: 0 });
});

test("a check of the open lesson that was reset and passed again is passed as the later time, though no report came between", () => {
  const passedBy = (by: "learner" | "solution"): Parameters<typeof reportOf> => [
    [],
    { lessons: [{ id: "01-a", passed: [{ check: "one/quiz-2", by, ago: 0 }] }] },
  ];
  expect(after(passedBy("solution"), passedBy("learner")).passed).toEqual([
    { check: 1, by: "learner", at: now + 1000 },
  ]);
  // Of another lesson, that tab may have read what was stored before.
  const [none, report] = passedBy("solution");
  expect(after(passedBy("learner"), [none, { ...report, lesson: "02-b" }]).passed).toMatchObject([{ by: "learner" }]);
});

test("a check keeps the time at which it was first heard of", () => {
  const record = after([["01-a#one/quiz-2"]], [["01-a#one/quiz-2", "01-a#one/file_exists-1"]]);
  expect(record.passed.map(({ at }) => at - now)).toEqual([1000, 0]);
});
