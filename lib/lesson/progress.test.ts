import { expect, test } from "vitest";
import { append, emptyLog, logLimits } from "./events.ts";
import { checksOf } from "./lesson.ts";
import { parseLesson } from "./parse-lesson.ts";
import {
  beginLesson,
  eventsSince,
  isDone,
  lastAnswer,
  openStep,
  pass,
  record,
  resetStep,
  standingOf,
} from "./progress.ts";

function lessonOf(...checks: readonly string[]) {
  const blocks = checks.map((check) => `\`\`\`check\n${check}\n\`\`\``).join("\n");
  return parseLesson(`## One\n${blocks}\n## Two\n\`\`\`check\nprompt_sent:\n\`\`\`\n`, "a").lesson;
}

const lesson = lessonOf("file_exists: a", "prompt_sent:");
const [one, two] = lesson.steps as [(typeof lesson.steps)[0], (typeof lesson.steps)[0]];
const begun = openStep(beginLesson(lesson), "one", []);

test("a check that was met once stays passed, with its time", () => {
  const passed = pass(begun, one, ["one/file_exists-1"], 5);
  expect(passed.passed).toEqual([{ check: "one/file_exists-1", at: 5, by: "learner" }]);
  expect(pass(passed, one, ["one/file_exists-1"], 9)).toBe(passed);
  expect(isDone(one, passed)).toBe(false);
  expect(standingOf(lesson, passed)).toEqual({ total: 3, passed: 1, bySolution: 0 });
});

test("what passes after the solution was shown says so; what is done oneself in a later step does not", () => {
  const shown = record(begun, [{ kind: "solution", step: "one" }], 1);
  const here = pass(shown, one, ["one/file_exists-1", "one/prompt_sent-1"], 2);
  expect(here.passed.map(({ by }) => by)).toEqual(["solution", "solution"]);
  const later = pass(openStep(here, "two", []), two, ["two/prompt_sent-1"], 3);
  expect(later.passed.at(-1)?.by).toBe("learner");
});

test("only what happens after a step was opened counts in it, and after a reset anew", () => {
  const sent = record(begun, [{ kind: "prompt", text: "a" }], 1);
  expect(eventsSince(sent, "one")).toHaveLength(1);
  const next = openStep(sent, "two", []);
  expect(eventsSince(next, "two")).toEqual([]);
  const passed = pass(sent, one, ["one/prompt_sent-1"], 2);
  const reset = resetStep(passed, one, 3);
  expect(reset.passed).toEqual([]);
  expect(eventsSince(reset, "one")).toEqual([]);
});

test("a log keeps the newest events, in bounded texts, and counts on", () => {
  const many = Array.from(
    { length: logLimits.events + 10 },
    () => ({ kind: "prompt", text: "x".repeat(50_000) }) as const,
  );
  const log = append(append(emptyLog, many, 0), [{ kind: "command", line: "/skills" }], 1);
  expect(log.events).toHaveLength(logLimits.events);
  expect(log.events.at(-1)).toEqual({ kind: "command", line: "/skills", seq: logLimits.events + 11, at: 1 });
  expect(log.events[0]).toMatchObject({ text: expect.stringMatching(/^x{599}…$/) });
  expect(log.events.at(-2)).toMatchObject({ text: expect.stringMatching(/^x{19999}…$/) });
  expect(JSON.stringify(log).length).toBeLessThan(logLimits.recent + logLimits.events * (logLimits.text + 100));
});

test("what is said late in a long answer, message or call counts, too", () => {
  const long = "word ".repeat(2000);
  const checks = ["answer_matches: the end", "prompt_sent: the end", "tool_called: { tool: write, input: the end }"];
  const { steps } = lessonOf(...checks);
  const [step] = steps as [(typeof steps)[0]];
  const said = record(
    openStep(beginLesson(lesson), "one", []),
    [
      { kind: "prompt", text: `${long}the end` },
      { kind: "tool", tool: "write", input: `${long}the end` },
      { kind: "answer", text: `${long}the end` },
    ],
    1,
  );
  const events = eventsSince(said, "one");
  const met = checksOf(step).filter(({ hits }) => events.some((event) => hits?.(event)));
  expect(met.map(({ kind }) => kind)).toEqual(["answer_matches", "prompt_sent", "tool_called"]);
});

test("an answer to a quiz is chosen until the step is reset", () => {
  const answer = (choice: number) => ({ kind: "quiz", check: "q", choice, isRight: choice === 1 }) as const;
  const answered = record(begun, [answer(0), answer(1), { ...answer(2), check: "other" }], 1);
  expect(lastAnswer(answered, "one", "q")).toBe(1);
  expect(lastAnswer(resetStep(answered, one, 2), "one", "q")).toBeUndefined();
});
