import { expect, test } from "vitest";
import { readCaseSet } from "../set-files.ts";
import type { ReadCases } from "./cases.ts";
import type { EvalCase } from "./eval-case.ts";
import { addToSet, leftOut, newSetFormats, writeSet } from "./write-set.ts";

const fill: EvalCase = {
  text: "Fill in: this # form",
  expects: { kind: "picks", skill: "pdf" },
  accepts: [],
  rest: {},
};
const near: EvalCase = {
  text: "::warning::Write a letter",
  expects: { kind: "avoids", skill: "pdf" },
  accepts: [],
  rest: {},
};

function read(text: string, skill?: string): ReadCases {
  const found = readCaseSet(text, skill);
  if (typeof found === "string") throw new Error(found);
  return found;
}
const said = (cases: readonly EvalCase[]) => cases.map(({ text, expects }) => [text, expects]);

/** Formats that cannot express that a request should not lead to a skill. */
const onlyPicks = new Set(["evals", "skillgrade", "skill-reach"]);

test.each(newSetFormats)("a new file of %s says what the cases say, or tells which it cannot", (format) => {
  const written = writeSet(format, "pdf", [fill, near]);
  if (typeof written === "string") throw new Error(written);
  const again = read(written.text, "pdf");
  expect(again.format).toBe(format);
  expect(said(again.cases)).toEqual(said(onlyPicks.has(format) ? [fill] : [fill, near]));
  expect(written.lost).toHaveLength(onlyPicks.has(format) ? 1 : 0);
});

test("members that a format asks for are there, and numbers are numbers", () => {
  const evals = writeSet("evals", "pdf", [
    fill,
    { ...fill, text: "Merge", id: "7" },
    { ...fill, text: "Split", id: "x" },
  ]);
  expect(typeof evals === "string" ? evals : JSON.parse(evals.text)).toEqual({
    skill_name: "pdf",
    evals: [
      { id: 1, prompt: "Fill in: this # form", expected_output: "", files: [], expectations: [] },
      { id: 7, prompt: "Merge", expected_output: "", files: [], expectations: [] },
      { id: 3, prompt: "Split", expected_output: "", files: [], expectations: [] },
    ],
  });
  expect(writeSet("waza", "pdf", [fill])).toMatchObject({
    text: expect.stringMatching(/id: request-1\n +name: "?Fill in/),
  });
});

test("a file for one skill is not begun without one, and none in a format of single cases", () => {
  expect(writeSet("triggers", undefined, [fill])).toMatch(/say which/);
  expect(writeSet("waza-task", "pdf", [fill])).toMatch(/no file is begun/);
});

test("what does not go along is told", () => {
  const set = read('{"skill_name":"pdf","evals":[{"id":1,"prompt":"A","files":["a.pdf"],"assertions":["b"]}]}');
  expect(leftOut(set)).toEqual([expect.stringMatching(/an evals\.json has this besides: files, assertions\./)]);
  expect(leftOut(read("A -> pdf"))).toEqual([]);
});

test("a file gets what it lacks, once, under names that none has, and keeps its comments", () => {
  const text =
    "# ours\nstimuli:\n  - name: request-4 # the first\n    prompt: Merge\n    graders:\n      - type: skill-invocation\n        config:\n          required:\n            - pdf\n";
  const set = read(text);
  const known = { ...fill, text: "Merge", id: "other" };
  const saved = addToSet(text, set, [known, fill, fill, { ...near, expects: { kind: "none" } }]);
  if (typeof saved === "string") throw new Error(saved);
  expect(saved.added).toBe(1);
  expect(saved.lost).toHaveLength(1);
  expect(saved.text.startsWith(text)).toBe(true);
  expect(saved.text).toContain("name: request-5");
  expect(said(read(saved.text).cases)).toEqual([["Merge", fill.expects], ...said([fill])]);
});
