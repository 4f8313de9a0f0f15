import { describe, expect, test } from "vitest";
import { actionsOf, checksOf } from "#lib/lesson/lesson.ts";
import { stepOf } from "#lib/lesson/progress.ts";
import { formatProgress, readProgress } from "#lib/share/progress-link.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { Workspace } from "#lib/workspace/workspace.ts";

const page = createPageFixture();

const lessons = [
  "01-three-tiers",
  "02-a-description-that-gets-picked",
  "03-why-is-it-not-found",
  "04-same-repository-other-harness",
  "05-arguments",
  "06-a-hostile-skill",
];

async function openLesson(id: string): Promise<Workspace> {
  const workspace = page.open({ path: `/w/try/skills-101/${id}` });
  await until(workspace, ({ lesson }) => lesson !== undefined);
  return workspace;
}

function current({ store }: Workspace) {
  const { lesson, lessonProgress: progress } = store.getState();
  const step = lesson && progress && stepOf(lesson.lesson, progress);
  if (!lesson || !progress || !step) throw new Error("No lesson runs.");
  return { lesson, progress, step };
}

/** Does what a learner does who presses each button of the step, sends what is filled in, and answers rightly. */
async function walk(workspace: Workspace): Promise<void> {
  const { actions, store } = workspace;
  const { step } = current(workspace);
  for (const action of actionsOf(step)) {
    await actions.lessonVerb({ do: "act", action });
    const { messageText } = store.getState();
    if (action.verb === "prompt") await actions.submit(messageText);
  }
  for (const block of step.blocks) {
    if (block.kind !== "quiz") continue;
    const choice = block.quiz.choices.findIndex(({ isRight }) => isRight);
    await actions.lessonVerb({ do: "answer", check: block.check.id, choice, isRight: true });
  }
}

function missing(workspace: Workspace): readonly string[] {
  const { progress, step } = current(workspace);
  const passed = new Set(progress.passed.map(({ check }) => check));
  return checksOf(step)
    .map(({ id }) => id)
    .filter((id) => !passed.has(id));
}

describe.each(lessons)("the lesson %s of our own course", (id) => {
  test("can be read without a fault, and every check of it is open at first but those on what is as it is", async () => {
    const workspace = await openLesson(id);
    const { lesson, progress } = current(workspace);
    expect(lesson.faults).toEqual([]);
    const { steps } = lesson.lesson;
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.every((step) => checksOf(step).length > 0)).toBe(true);
    // What a first step lets a learner see is there from the start.
    const seen = progress.passed.map(({ check }) => check.replace(/.*\//, ""));
    expect(seen.filter((kind) => !/^(?:catalog_contains|skill_missing)-/.test(kind))).toEqual([]);
  });

  test("is passed from start to end by its solution, its buttons and the right answers", async () => {
    const workspace = await openLesson(id);
    const { lesson } = current(workspace);
    for (const [index, step] of lesson.lesson.steps.entries()) {
      await workspace.actions.lessonVerb({ do: "go", step: step.id });
      if (lesson.texts.solution.length > 0 && index > 0) await workspace.actions.lessonVerb({ do: "solve" });
      await walk(workspace);
      if (missing(workspace).length > 0 && lesson.texts.solution.length > 0) {
        await workspace.actions.lessonVerb({ do: "solve" });
        await walk(workspace);
      }
      expect(missing(workspace), step.id).toEqual([]);
    }
  });
});

test("what was done is told for the whole workshop, with what the solution passed, and reads back from its link", async () => {
  const first = await openLesson("01-three-tiers");
  await walk(first);
  await first.close();
  const second = await openLesson("02-a-description-that-gets-picked");
  await second.actions.lessonVerb({ do: "go", step: "write-a-better-line" });
  await second.actions.lessonVerb({ do: "solve" });
  await second.actions.lessonVerb({ do: "skip" });
  const standing = await second.actions.workshopStanding();
  expect(standing).toMatchObject({ workshop: "/try/skills-101", title: "Skills in 30 minutes" });
  const told = standing?.lessons.map(({ id, total, passed, skipped }) => [
    id,
    total,
    passed.map(({ by }) => by),
    skipped,
  ]);
  expect(told?.slice(0, 3)).toEqual([
    ["01-three-tiers", 5, ["learner", "learner"], 0],
    ["02-a-description-that-gets-picked", 5, ["solution", "solution"], 1],
    ["03-why-is-it-not-found", 0, [], 0],
  ]);
  const { lessons: all = [], ...rest } = standing ?? { workshop: "", title: "" };
  const certificate = { ...rest, lessons: all.map(({ title: _, ...lesson }) => lesson) };
  expect(await readProgress(await formatProgress(certificate))).toEqual(certificate);
});
