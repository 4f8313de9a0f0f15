import { beforeEach, expect, test, vi } from "vitest";
import { openRoom } from "#lib/room/ask-room.ts";
import { forgetJoined, type JoinedRoom, joinedRoom, keepJoined, keepOpened } from "#lib/room/kept-rooms.ts";
import { type LedRoom, leadRoom } from "#lib/room/led-room.ts";
import { freshKey, type RoomPlan } from "#lib/room/room.ts";
import { createRoomServer, pageFetch } from "#lib/server/rooms/room-fixture.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
/** The request bodies sent to the room. */
let sent: string[] = [];
let isOnline = true;

beforeEach(() => {
  sent = [];
  isOnline = true;
  const other = fetch;
  const server = createRoomServer();
  const room = pageFetch(() => (isOnline ? server : undefined));
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (!path.startsWith("/api/room")) return other(path, init);
    if (typeof init?.body === "string") sent.push(init.body);
    return room(path, init);
  });
});

async function openLesson(id: string): Promise<Workspace> {
  const workspace = page.open({ path: `/w/try/skills-101/${id}` });
  await until(workspace, ({ lesson }) => lesson !== undefined);
  return workspace;
}

/** A room led by a teacher's page, which this browser has joined. */
async function joinRoom(): Promise<{ room: LedRoom; plan: RoomPlan; joined: JoinedRoom }> {
  const teacher = await openLesson("01-three-tiers");
  const plan = await teacher.actions.roomPlan();
  if (!plan) throw new Error("The workshop has no plan.");
  const access = await openRoom({ key: freshKey(), plan });
  const room = leadRoom({ access, plan, since: Date.now() });
  const { workshop, title } = plan;
  const joined = { ...access, key: freshKey(), workshop, title, name: "Ada", follows: false, since: Date.now() };
  await teacher.close();
  keepJoined(joined);
  return { room, plan, joined };
}

// The two quizzes of the first lesson.
const firstQuiz = "what-the-model-knows-at-first";
const lastQuiz = "what-it-cost";

/** What the teacher sees of the one learner. */
function row(room: LedRoom) {
  const [learner] = room.getState().learners.values();
  return learner && { name: learner.name, lesson: learner.lesson, step: learner.step, passed: learner.passed.length };
}

async function answerQuiz({ actions, store }: Workspace, stepId: string): Promise<void> {
  await actions.lessonVerb({ do: "go", step: stepId });
  const step = store.getState().lesson?.lesson.steps.find(({ id }) => id === stepId);
  const quiz = step?.blocks.find((block) => block.kind === "quiz");
  if (quiz?.kind !== "quiz") throw new Error(`The step ${stepId} has no quiz.`);
  const choice = quiz.quiz.choices.findIndex(({ isRight }) => isRight);
  await actions.lessonVerb({ do: "answer", check: quiz.check.id, choice, isRight: true });
}

test("a room's plan is the whole workshop, by the address that learners open", async () => {
  const { plan, room } = await joinRoom();
  room.stop();
  expect([plan.workshop, plan.title, plan.lessons.length]).toEqual(["/try/skills-101", "Skills in 30 minutes", 7]);
  for (const { id, steps } of plan.lessons) expect(steps.flatMap(({ checks }) => checks).length, id).toBeGreaterThan(0);
});

test("what a learner passes is seen by their teacher, of all lessons, and nothing else leaves the browser", async () => {
  const { room } = await joinRoom();
  const first = await openLesson("01-three-tiers");
  await expect.poll(() => row(room)).toMatchObject({ name: "Ada", lesson: "01-three-tiers", passed: 0 });
  await answerQuiz(first, firstQuiz);
  await expect.poll(() => row(room)).toMatchObject({ name: "Ada", lesson: "01-three-tiers", passed: 1 });
  await first.actions.submit("something private");
  await answerQuiz(first, lastQuiz);
  await expect.poll(() => row(room)).toMatchObject({ passed: 2 });
  await first.close();
  room.stop();
  // Another room, which knows nothing of these results.
  const { room: later } = await joinRoom();
  const second = await openLesson("02-a-description-that-gets-picked");
  await second.actions.lessonVerb({ do: "go", step: "write-a-better-line" });
  await expect
    .poll(() => row(later))
    .toEqual({
      name: "Ada",
      lesson: "02-a-description-that-gets-picked",
      step: "write-a-better-line",
      passed: 2,
    });
  later.stop();
  const reports = sent.map((body) => JSON.parse(body)).filter((body) => body.do === "report");
  expect(reports.length).toBeGreaterThan(2);
  for (const { report, ...rest } of reports) {
    expect(rest).toEqual({ do: "report", name: "Ada" });
    expect(Object.keys(report).sort()).toEqual(["lesson", "lessons", "step", "still"]);
    for (const { passed } of report.lessons)
      for (const pass of passed) expect(Object.keys(pass).sort()).toEqual(["ago", "by", "check"]);
  }
  expect(sent.join("")).not.toContain("private");
});

test("a lesson goes on without its room, says that it is behind, and catches up", async () => {
  const { room } = await joinRoom();
  const workspace = await openLesson("01-three-tiers");
  await answerQuiz(workspace, firstQuiz);
  await expect.poll(() => row(room)?.passed).toBe(1);
  isOnline = false;
  await answerQuiz(workspace, lastQuiz);
  expect((await until(workspace, (state) => state.room?.isBehind === true)).lessonProgress?.passed).toHaveLength(2);
  isOnline = true;
  await expect.poll(() => row(room)?.passed).toBe(2);
  await until(workspace, (state) => state.room?.isBehind === false);
  room.stop();
});

test("a learner goes where the teacher points when they like, or by themselves, and nowhere that is not there", async () => {
  const { room } = await joinRoom();
  const workspace = await openLesson("01-three-tiers");
  const { store, actions } = workspace;
  const steps = store.getState().lesson?.lesson.steps ?? [];
  await until(workspace, (state) => state.room?.line.kind === "live");
  const file = "recipes/cinnamon-rolls.md";
  const look = { lesson: "01-three-tiers", step: steps[1]?.id ?? "", file, line: 3, endLine: 5, profile: "codex" };
  await room.look(look);
  await until(workspace, (state) => state.room?.look !== undefined);
  expect([store.getState().lessonProgress?.step, store.getState().selection.file]).toEqual([steps[0]?.id, undefined]);
  await actions.goToLook();
  const { lessonProgress, selection, profileId } = store.getState();
  expect([lessonProgress?.step, profileId]).toEqual([steps[1]?.id, "codex"]);
  expect(selection.file).toEqual({ path: `/workspace/${file}`, line: 3, endLine: 5 });
  await actions.followTeacher(true);
  await room.look({ lesson: "01-three-tiers", step: steps[2]?.id ?? "", file: "../../etc/passwd", profile: "none" });
  await until(workspace, (state) => state.lessonProgress?.step === steps[2]?.id);
  expect([store.getState().selection.file?.path, store.getState().profileId]).toEqual([`/workspace/${file}`, "codex"]);
  await room.look({ lesson: "02-a-description-that-gets-picked", step: steps[0]?.id ?? "" });
  await until(workspace, (state) => state.room?.look?.lesson !== "01-three-tiers");
  expect(store.getState().lessonProgress?.step).toBe(steps[2]?.id);
  expect(joinedRoom()).toMatchObject({ follows: true });
  room.stop();
});

test("who leaves is in no room any more, and a room that is closed says so and is forgotten", async () => {
  const { room, joined } = await joinRoom();
  const workspace = await openLesson("01-three-tiers");
  await answerQuiz(workspace, firstQuiz);
  await expect.poll(() => row(room)?.passed).toBe(1);
  await workspace.actions.leaveRoom();
  expect([workspace.store.getState().room, joinedRoom()]).toEqual([undefined, undefined]);
  const before = sent.length;
  await answerQuiz(workspace, lastQuiz);
  expect(sent).toHaveLength(before);
  await workspace.close();
  keepJoined(joined);
  const again = await openLesson("01-three-tiers");
  await until(again, (state) => state.room?.line.kind === "live");
  await room.close();
  await until(again, ({ room: shown }) => shown?.line.kind === "failed" && shown.line.failure.code === "room-closed");
  expect(joinedRoom()).toBeUndefined();
  room.stop();
});

test("a clock that is put right by days puts nobody out of the room, also once the lesson is opened anew", async () => {
  const { room, joined } = await joinRoom();
  const workspace = await openLesson("01-three-tiers");
  await expect.poll(() => joinedRoom()?.lesson).toBe("01-three-tiers");
  const days = Date.now() + 3 * 24 * 60 * 60 * 1000;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => days);
  // In another tab.
  keepOpened({ ...joined, plan: { workshop: "", title: "", lessons: [] }, since: days });
  expect(workspace.store.getState().room?.line.kind).toBe("live");
  await answerQuiz(workspace, firstQuiz);
  await expect.poll(() => row(room)?.passed).toBe(1);
  await workspace.close();
  const again = await openLesson("01-three-tiers");
  await until(again, (state) => state.room?.learner !== undefined);
  await again.close();
  clock.mockRestore();
  forgetJoined(joined);
  room.stop();
});

test("a lesson that is open already reports to a room that is joined in another tab, until that is left there", async () => {
  const { room, joined } = await joinRoom();
  forgetJoined(joined);
  const workspace = await openLesson("01-three-tiers");
  await answerQuiz(workspace, firstQuiz);
  expect(sent.filter((body) => body.includes("report"))).toEqual([]);
  keepJoined(joined);
  await expect.poll(() => row(room)).toMatchObject({ name: "Ada", lesson: "01-three-tiers", passed: 1 });
  await until(workspace, (state) => state.room?.line.kind === "live");
  forgetJoined(joined);
  await until(workspace, (state) => state.room === undefined);
  const before = sent.length;
  await answerQuiz(workspace, lastQuiz);
  expect(sent).toHaveLength(before);
  room.stop();
});

test("a learner who was removed is back in the open lesson once they join again in another tab", async () => {
  const { room, joined } = await joinRoom();
  const workspace = await openLesson("01-three-tiers");
  await expect.poll(() => row(room)).toMatchObject({ name: "Ada" });
  await room.remove([...room.getState().learners.keys()][0] ?? "");
  await until(workspace, ({ room: shown }) => shown?.line.kind === "failed" && shown.line.isOver);
  expect(row(room)).toBeUndefined();
  keepJoined({ ...joined, key: freshKey(), name: "Ada again" });
  await expect.poll(() => row(room)).toMatchObject({ name: "Ada again", lesson: "01-three-tiers" });
  room.stop();
});

test("another room that was joined in another tab meanwhile stays joined", async () => {
  const { room, joined } = await joinRoom();
  const workspace = await openLesson("01-three-tiers");
  await until(workspace, (state) => state.room?.line.kind === "live");
  const other = { ...joined, code: "BCDFGH", id: "other", key: freshKey() };
  keepJoined(other);
  await room.close();
  await until(workspace, ({ room: shown }) => shown?.line.kind === "failed" && shown.line.isOver);
  expect(joinedRoom()).toEqual(other);
  expect(workspace.store.getState().room?.code).toBe(other.code);
  room.stop();
});

test("the file of an earlier pointing is not opened over that of a later one, while its harness was being chosen", async () => {
  const { room } = await joinRoom();
  const workspace = await openLesson("01-three-tiers");
  const { store, actions } = workspace;
  await until(workspace, (state) => state.room?.line.kind === "live");
  await actions.followTeacher(true);
  const here = { lesson: "01-three-tiers", step: store.getState().lessonProgress?.step ?? "" };
  const [earlier, later] = ["recipes/cinnamon-rolls.md", "README.md"];
  await Promise.all([room.look({ ...here, file: earlier, profile: "codex" }), room.look({ ...here, file: later })]);
  await until(workspace, ({ profileId, room: shown }) => profileId === "codex" && shown?.look?.file === later);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(store.getState().selection.file).toEqual({ path: `/workspace/${later}` });
  room.stop();
});

test("a tab with another lesson does not report what was reset since", async () => {
  const { room } = await joinRoom();
  const first = await openLesson("01-three-tiers");
  await answerQuiz(first, firstQuiz);
  await expect.poll(() => row(room)?.passed).toBe(1);
  const second = await openLesson("02-a-description-that-gets-picked");
  await expect.poll(() => row(room)).toMatchObject({ lesson: "02-a-description-that-gets-picked", passed: 1 });
  await first.actions.lessonVerb({ do: "reset" });
  await expect.poll(() => row(room)).toMatchObject({ lesson: "01-three-tiers", passed: 0 });
  await first.close();
  await second.actions.lessonVerb({ do: "go", step: "write-a-better-line" });
  await expect.poll(() => row(room)).toMatchObject({ step: "write-a-better-line", passed: 0 });
  room.stop();
});
