import { expect, test } from "vitest";
import { type Assertion, grade, parseAssertion } from "./assertion.ts";
import { type BenchmarkRun, benchmarkOf, gradingOf, timingOf } from "./benchmark.ts";

const outcome = {
  answer: "Dear John Smith,\n\nthe form is filled in.",
  skills: ["pdf"],
  files: [{ path: "out/form.md", text: "Name: John" }],
};

test.each<[string, boolean]>([
  ["The output includes the name 'John Smith'", true],
  ['The answer contains "john smith".', true],
  ["Output mentions `Jane`", false],
  ["The response doesn't contain “Jane”", true],
  ['The output does not include "filled in"', false],
  ["The file out/form.md exists", true],
  ["The file `out/form.md` contains 'John'", true],
  ["The file out/form.md contains 'Jane'", false],
  ["The file form.md is created", false],
  ["The skill pdf is used", true],
  ["The skill `docx` is not used.", true],
  ["The skill docx is used", false],
])("“%s” is decided by a program: %s", (sentence, passed) => {
  const assertion = parseAssertion(sentence);
  expect(assertion).toBeDefined();
  expect(grade(sentence, assertion as Assertion, outcome)).toEqual({
    text: sentence,
    passed,
    evidence: expect.stringMatching(/\S/),
  });
});

test.each([
  "The output includes the name John Smith",
  "The skill used script Y",
  "It looks nice",
  "The spreadsheet has a SUM formula in cell B10",
  `The output contains "${"a".repeat(600)}"`,
])("“%s” takes a judge", (sentence) => {
  expect(parseAssertion(sentence)).toBeUndefined();
});

test("a sentence made to cost time is read at once", () => {
  expect(parseAssertion(`The output contains the ${"a ".repeat(240)}`)).toBeUndefined();
  expect(parseAssertion(`The file ${"a.".repeat(240)}`)).toBeUndefined();
});

function run(
  evalId: number,
  configuration: BenchmarkRun["configuration"],
  passed: readonly boolean[],
  runNumber = 1,
): BenchmarkRun {
  const expectations = passed.map((each, index) => ({ text: `a${index}`, passed: each, evidence: "e" }));
  return {
    evalId,
    evalName: `e${evalId}`,
    configuration,
    runNumber,
    expectations,
    milliseconds: 1234,
    tokens: 100,
    toolCalls: 2,
    errors: 0,
  };
}

test("one run is graded as skill-creator's viewer and script read it", () => {
  const one = run(1, "with_skill", [true, true, false]);
  expect(gradingOf(one, ["nice"])).toMatchObject({
    expectations: one.expectations,
    summary: { passed: 2, failed: 1, total: 3, pass_rate: 0.6667 },
    user_notes_summary: { needs_review: ["Not graded, since it takes a judge: nice"] },
  });
  expect(timingOf(one)).toEqual({ total_tokens: 100, duration_ms: 1234, total_duration_seconds: 1.2 });
});

test("a benchmark has the runs with the skill first, their spread, and the arms against each other by request", () => {
  const runs = [
    run(2, "without_skill", [false, false]),
    run(2, "with_skill", [true, true]),
    run(1, "without_skill", [true, false]),
    run(1, "with_skill", [true, false], 2),
    run(1, "with_skill", [true, true]),
    // The run without the skill was not completed, so this one has no pair.
    run(3, "without_skill", [true, true]),
  ];
  const head = { skill: "pdf", path: "skills/pdf", model: "m", runs: 2, at: "2026-01-01T00:00:00Z" };
  const made = benchmarkOf(head, { runs, notes: ["More."] });
  expect(made.runs.map((each) => [each.eval_id, each.configuration, each.run_number])).toEqual([
    [1, "with_skill", 1],
    [1, "with_skill", 2],
    [1, "without_skill", 1],
    [2, "with_skill", 1],
    [2, "without_skill", 1],
    [3, "without_skill", 1],
  ]);
  expect(made.metadata.evals_run).toEqual([1, 2, 3]);
  expect(made.run_summary.with_skill?.pass_rate).toEqual({ mean: 0.8333, stddev: 0.2887, min: 0.5, max: 1 });
  expect(made.run_summary.delta).toEqual({ pass_rate: "+0.33", time_seconds: "+0.0", tokens: "+0" });
  expect(made.notes).toEqual([
    "With the skill against without, by request: better in 2, worse in 0, the same in 0 (34–100%: too few to tell).",
    "More.",
  ]);
});

test("answers that a judge compared are told by winner, and one that could not be judged is in no number", () => {
  const runs = [run(1, "with_skill", [true]), run(1, "without_skill", [true])];
  const head = { skill: "pdf", path: "skills/pdf", model: "m", runs: 2, at: "2026-01-01T00:00:00Z", judge: "j" };
  const pair = { evalId: 1, tested: "with_skill", against: "without_skill" } as const;
  const comparisons = (["first", "first", "tie", "failed"] as const).map((winner, at) => ({
    ...pair,
    runNumber: at + 1,
    winner,
  }));
  const made = benchmarkOf(head, { runs, comparisons, notes: [] });
  expect(made.metadata.analyzer_model).toBe("j");
  expect(made.comparisons?.map(({ winner }) => winner)).toEqual(["with_skill", "with_skill", "tie", "failed"]);
  expect(made.notes[1]).toBe(
    "With the skill against without, by the judge in both orders: better in 2, worse in 0, a tie in 1 (34–100%: too few to tell); 1 could not be judged.",
  );
});
