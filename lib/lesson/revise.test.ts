import { expect, test } from "vitest";
import { parseLesson } from "./parse-lesson.ts";
import { beginLesson, openStep, pass } from "./progress.ts";
import { revise } from "./revise.ts";

function lessonOf(...steps: readonly string[]) {
  return parseLesson(steps.map((step) => `## ${step}\n`).join("\n"), "a").lesson;
}

const check = (yaml: string) => `\n\`\`\`check\n${yaml}\n\`\`\`\n`;
const one = `One\nText.${check("file_exists: a")}`;
const two = `Two\nMore text.${check("prompt_sent:")}`;
const lesson = lessonOf(one, two);
const begun = openStep(beginLesson(lesson), "one", []);
const [first = lesson.steps[0]] = lesson.steps;
const progress = first ? pass(begun, first, ["one/file_exists-1"], 5) : begun;

test("an update of the lesson says what it changed, and takes nothing that was passed", () => {
  const other = lessonOf(`One\nText.${check("skill_missing: b")}${check("skill_missing: c")}`, two);
  const { progress: after, news } = revise(progress, other, lesson);
  expect(news).toBe("This lesson was updated: 2 checks new, 1 gone. What you had passed stays passed.");
  expect(after.passed).toEqual(progress.passed);
  // News of a change that the progress already knows is not told again.
  expect(revise(after, other, other)).toEqual({ progress: after });
});

test.each([
  ["nothing", lessonOf(one, two), undefined],
  ["lines that moved", lessonOf(`One\n\n\nText.${check("file_exists: a")}`, two), undefined],
  ["text", lessonOf(`One\nOther text.${check("file_exists: a")}`, two), "1 step rewritten"],
  ["a step added", lessonOf(one, two, "Three\n"), "1 step new"],
  ["a step taken out", lessonOf(one), "1 step gone; 1 check gone"],
])("of %s it says so", (_, now, told) => {
  const { news } = revise(progress, now, lesson);
  if (told === undefined) expect(news).toBeUndefined();
  else expect(news).toMatch(`This lesson was updated: ${told}.`);
});

test("that the step on show is gone is said", () => {
  expect(revise(progress, lessonOf(two), lesson).news).toMatch(/\. The step you were at is gone\. What you had/);
  expect(revise(progress, lessonOf(one), lesson).news).not.toMatch(/is gone\. What/);
});

test("where only the checks are known from before, they are told", () => {
  expect(revise(progress, lessonOf(one)).news).toMatch(/^This lesson was updated: 1 check gone\./);
  expect(revise(progress, lessonOf(`One\nOther.${check("file_exists: a")}`, two)).news).toBeUndefined();
});
