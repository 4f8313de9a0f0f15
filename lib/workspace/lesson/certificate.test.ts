import { expect, test } from "vitest";
import { keptChecks, lessonKey } from "#lib/keeping/kept-checks.ts";
import { actionsOf } from "#lib/lesson/lesson.ts";
import { stepOf } from "#lib/lesson/progress.ts";
import { formatProgress, readProgress } from "#lib/share/progress-link.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();

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

/** Acts like a learner who presses each button of the step, sends what is filled in, and answers correctly. */
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
    ["01-three-tiers", 4, ["learner"], 0],
    ["02-a-description-that-gets-picked", 5, ["solution", "solution"], 1],
    ["03-why-is-it-not-found", 0, [], 0],
  ]);
  const { lessons: all = [], ...rest } = standing ?? { workshop: "", title: "" };
  const certificate = { ...rest, lessons: all.map(({ title: _, ...lesson }) => lesson) };
  expect(await readProgress(await formatProgress(certificate))).toEqual(certificate);
});

test("which checks a lesson has is known of those that this browser keeps, in the state they were opened in", async () => {
  const workspace = await openLesson("01-three-tiers");
  await until(workspace, ({ storage }) => storage.kind === "saved");
  const known = keptChecks(await (await openStorage()).list());
  const of = { workshop: "/try/skills-101" };
  expect(known.get(lessonKey(of, "01-three-tiers"))).toHaveLength(4);
  expect(known.get(lessonKey(of, "01-three-tiers"))).toContain("ask-for-something/skill_invoked-1");
  expect(known.get(lessonKey({ ...of, commit: "a".repeat(40) }, "01-three-tiers"))).toBeUndefined();
  expect(known.get(lessonKey(of, "02-a-description-that-gets-picked"))).toBeUndefined();
});
