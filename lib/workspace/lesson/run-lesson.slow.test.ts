import { afterEach, describe, expect, test, vi } from "vitest";
import { stepOf } from "#lib/lesson/progress.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
afterEach(() => void vi.useRealTimers());

const address = "/w/try/skills-101/01-three-tiers";
const request = "Scale recipes/cinnamon-rolls.md up to 30 portions";
const firstQuiz = "what-the-model-knows-at-first/quiz-1";

async function openLesson(): Promise<Workspace> {
  const workspace = page.open({ path: address });
  await until(workspace, ({ lesson }) => lesson !== undefined);
  return workspace;
}

const isSaved = ({ storage }: WorkspaceState) => storage.kind === "saved";
const follows = ({ storage }: WorkspaceState) => storage.kind === "elsewhere";

function passed({ lessonProgress }: WorkspaceState): readonly string[] {
  return lessonProgress?.passed.map(({ check }) => check) ?? [];
}

function shownStep({ lesson, lessonProgress }: WorkspaceState): string | undefined {
  return lesson && lessonProgress && stepOf(lesson.lesson, lessonProgress)?.id;
}

function prompts({ lessonProgress }: WorkspaceState): readonly string[] {
  return lessonProgress?.log.events.flatMap((event) => (event.kind === "prompt" ? [event.text] : [])) ?? [];
}

test("what happens counts, whatever the clock says", async () => {
  const { actions, store } = await openLesson();
  await actions.lessonVerb({ do: "go", step: "ask-for-something" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * 60 * 1000 });
  await actions.submit(request);
  expect(prompts(store.getState())).toEqual([request]);
  expect(passed(store.getState()).filter((id) => id.startsWith("ask-for"))).toHaveLength(2);
  vi.setSystemTime(Date.now() + 400 * 24 * 60 * 60 * 1000);
  await actions.submit("And for 6");
  expect(prompts(store.getState())).toEqual([request, "And for 6"]);
});

test("an answer asked for anew and another branch on show are no news", async () => {
  const first = await openLesson();
  await first.actions.submit("Hello");
  const [said] = first.store.getState().conversation.messages;
  await first.actions.editMessage(said?.id ?? "", "Hello again");
  expect(prompts(first.store.getState())).toEqual(["Hello", "Hello again"]);
  await until(first, isSaved);
  await first.close();
  const again = await openLesson();
  const [shown] = again.store.getState().conversation.messages;
  await again.actions.walkBranches(shown?.id ?? "", -1);
  expect(JSON.stringify(again.store.getState().conversation.messages[0])).not.toContain("Hello again");
  expect(prompts(again.store.getState())).toEqual(["Hello", "Hello again"]);
});

test("a solution that is none is not shown, and nothing counts as passed by it", async () => {
  const { actions, store } = await openLesson();
  const said = await actions.lessonVerb({ do: "solve" });
  expect(said).toBe("This lesson has no solution to show.");
  expect(store.getState().lessonProgress?.mine).toBeUndefined();
  await actions.lessonVerb({ do: "answer", check: firstQuiz, choice: 1, isRight: true });
  expect(store.getState().lessonProgress?.passed.map(({ by }) => by)).toEqual(["learner"]);
});

describe("a lesson in two tabs", () => {
  async function openTwo() {
    const first = await openLesson();
    await until(first, isSaved);
    const second = page.open({ path: address });
    await until(second, (state) => state.lesson !== undefined && follows(state));
    return { first, second };
  }

  test("is done in the first, and the second sees step, checks and events", async () => {
    const { first, second } = await openTwo();
    await first.actions.lessonVerb({ do: "answer", check: firstQuiz, choice: 1, isRight: true });
    await first.actions.lessonVerb({ do: "go", step: "ask-for-something" });
    await first.actions.submit(request);
    const { lessonProgress } = first.store.getState();
    expect(lessonProgress?.passed).toHaveLength(3);
    const state = await until(second, (one) => one.lessonProgress?.log.next === lessonProgress?.log.next);
    expect(shownStep(state)).toBe("ask-for-something");
    expect(state.lessonProgress).toEqual(lessonProgress);
    expect([...(state.lesson?.results.values() ?? [])].map(({ isMet }) => isMet)).toEqual([true, true]);
  });

  test("is not changed by the second, not even by what it sees, until it takes over and goes on", async () => {
    const { first, second } = await openTwo();
    const before = second.store.getState().lessonProgress;
    await second.actions.lessonVerb({ do: "answer", check: firstQuiz, choice: 1, isRight: true });
    await second.actions.lessonVerb({ do: "go", step: "what-it-cost" });
    await second.actions.lessonVerb({ do: "skip" });
    expect(second.store.getState()).toMatchObject({ lessonProgress: before, storage: { refused: true } });
    await first.actions.submit("Hello");
    await until(second, (one) => prompts(one).length === 1);

    await second.actions.takeOver();
    await until(second, isSaved);
    await until(first, follows);
    await second.actions.lessonVerb({ do: "go", step: "ask-for-something" });
    await second.actions.submit(request);
    expect(prompts(second.store.getState())).toEqual(["Hello", request]);
    // Its checks come to the first tab after its messages, and not all at once.
    const seen = passed(second.store.getState());
    const state = await until(first, (one) => prompts(one).length === 2 && passed(one).length === seen.length);
    expect(passed(state)).toEqual(seen);
  });
});
