import fc from "fast-check";
import { expect, test } from "vitest";
import { actionsOf, checksOf } from "./lesson.ts";
import { parseLesson } from "./parse-lesson.ts";
import { parseWorkshop } from "./parse-workshop.ts";
import { lessonText, type Recording, workshopText } from "./record-lesson.ts";

const recording: Recording = {
  title: "Reviews: how?",
  profile: "keen",
  source: "https://github.com/acme/skills.git#0123456789abcdef0123456789abcdef01234567",
  skills: ["code-review"],
  happened: [
    { kind: "prompt", text: 'Review "src/a.ts": now' },
    { kind: "invoked", skill: "code-review", by: "model" },
    { kind: "read", path: ".agents/skills/code-review/SKILL.md" },
    { kind: "read", path: ".agents/skills/code-review/references/x.md" },
    { kind: "answer", text: "Done" },
    { kind: "command", line: "/skills reload" },
  ],
  changed: ["src/a.ts"],
};

test("what was done becomes steps with buttons and checks, which can be read again", () => {
  const { lesson, faults } = parseLesson(lessonText(recording), "01-a");
  expect(faults).toEqual([]);
  expect(lesson).toMatchObject({
    title: "Reviews: how?",
    profile: "keen",
    source: recording.source,
    skills: ["code-review"],
  });
  expect(lesson.steps.map(({ title }) => title)).toEqual(["Change a.ts", "Put code-review to use", "Run a command"]);
  expect(lesson.steps.flatMap(actionsOf)).toEqual([
    { verb: "open", file: "src/a.ts" },
    { verb: "prompt", text: 'Review "src/a.ts": now' },
    { verb: "command", line: "/skills reload" },
  ]);
  expect(lesson.steps.flatMap(checksOf).map(({ kind }) => kind)).toEqual([
    "file_changed",
    "skill_invoked",
    "file_read",
    "command_ran",
  ]);
});

test("no title, message, file or command makes a lesson that cannot be read", () => {
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).filter((one) => one.trim() !== "");
  fc.assert(
    fc.property(text, text, text, text, (title, prompt, line, file) => {
      const happened = [{ kind: "prompt", text: prompt } as const, { kind: "command", line } as const];
      const made = { ...recording, title, happened, changed: [file] };
      expect(parseLesson(lessonText(made), "a").faults).toEqual([]);
      expect(parseWorkshop(workshopText(made), ["lessons/a/lesson.md"]).faults).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
