import type { Failure } from "#lib/failure.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { openStep } from "#lib/lesson/progress.ts";
import { type JoinedRoom, joinedRoom, keepJoined } from "#lib/room/kept-rooms.ts";
import { createSender, type Sender } from "#lib/room/report-sender.ts";
import type { LearnerEvent, LearnerReport, Look } from "#lib/room/room.ts";
import { followRoom, isLastWord } from "#lib/room/room-line.ts";
import { place } from "#lib/stage/place.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import { chooseProfile } from "#lib/workspace/conversation/skills-actions.ts";
import { type Core, isFollowing } from "#lib/workspace/core.ts";
import type { AttendedRoom } from "#lib/workspace/state/room.ts";
import { withOpened } from "#lib/workspace/tree/open-files.ts";
import { type WorkshopStanding, workshopStanding } from "./certificate.ts";
import { changedFiles, lessonMount } from "./lesson-files.ts";
import { keepProgress } from "./run-lesson.ts";
import { pinnedWorkshop } from "./workshop-path.ts";

/** Milliseconds between two reports of a learner who does nothing: so their teacher sees that they are there. */
const beatMs = 60_000;

interface Attendance {
  readonly core: Core;
  readonly joined: JoinedRoom;
  readonly leaving: AbortController;
  readonly sender: Sender;
  /** What this browser keeps of the workshop's other lessons; absent until it was looked up. */
  others?: WorkshopStanding["lessons"];
  /** When the learner got on last, by the page's steady clock. */
  movedAt: number;
}

const attendances = new WeakMap<Core, Attendance>();

/**
 * Takes part in the live room that this browser has joined, for as long as a lesson of its workshop is open here: reports
 * how the learner stands, from what the lesson itself has taken down, and hears where the teacher points.
 */
export function attendRoom(core: Core): void {
  const look = () => {
    const { lesson } = core.store.getState();
    if (!lesson || attendances.has(core)) return;
    const joined = joinedRoom();
    const mount = lessonMount(core);
    if (joined && mount && pinnedWorkshop(mount) === joined.workshop) attend(core, joined);
  };
  core.store.subscribe(look);
  look();
}

function attend(core: Core, joined: JoinedRoom): void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const { code, name, follows } = joined;
  core.closed.addEventListener("abort", () => leaving.abort());
  const sender = createSender({
    access: joined,
    name,
    report: () => reportOf(attendance),
    onSent: ({ learner, ignored }) => change(core, { learner, ignored, isBehind: false }),
    onFailure: (failure) => onFailure(attendance, failure),
    signal,
  });
  const attendance: Attendance = { core, joined, leaving, sender, movedAt: performance.now() - sinceLastPass(core) };
  attendances.set(core, attendance);
  const room: AttendedRoom = { code, name, line: { kind: "connecting" }, isBehind: false, ignored: 0, follows };
  core.store.setState({ room });
  const beat = setInterval(() => report(attendance), beatMs);
  const stop = watchProgress(attendance);
  signal.addEventListener("abort", () => {
    clearInterval(beat);
    stop();
  });
  void begin(attendance);
}

async function begin(attendance: Attendance): Promise<void> {
  const { core, joined, leaving } = attendance;
  const open = core.store.getState().lesson?.texts.id;
  const standing = await workshopStanding(core);
  attendance.others = standing?.lessons.filter(({ id }) => id !== open) ?? [];
  await followRoom<LearnerEvent>({
    access: joined,
    signal: leaving.signal,
    onEvent: (event) => hear(attendance, event),
    onState: (line) => {
      if (line.kind !== "live" || core.store.getState().room?.line.kind !== "live") change(core, { line });
      if (line.kind === "failed" && line.isOver) keepJoined(undefined);
    },
  });
}

function onFailure({ core, leaving }: Attendance, failure: Failure): void {
  change(core, { isBehind: true });
  if (!isLastWord(failure)) return;
  keepJoined(undefined);
  change(core, { line: { kind: "failed", failure, isOver: true } });
  leaving.abort();
}

function change({ store }: Core, changed: Partial<AttendedRoom>): void {
  const { room } = store.getState();
  if (room) store.setState({ room: { ...room, ...changed } });
}

/** Reports whenever the lesson has taken down something that a teacher is shown. */
function watchProgress(attendance: Attendance): () => void {
  const { core } = attendance;
  return core.store.subscribe(({ lessonProgress: now }, { lessonProgress: before }) => {
    if (now?.passed === before?.passed && now?.step === before?.step) return;
    attendance.movedAt = performance.now();
    report(attendance);
  });
}

/** A tab that only looks leaves it to the one that saves. */
function report({ core, sender }: Attendance): void {
  if (!isFollowing(core)) sender.send();
}

function reportOf({ core, others = [], movedAt }: Attendance): LearnerReport {
  const { lesson, lessonProgress } = core.store.getState();
  const now = Date.now();
  const passes = (passed: WorkshopStanding["lessons"][number]["passed"]) =>
    // A clock that was set back since makes nobody pass anything in the future.
    passed.map(({ check, by, at }) => ({ check, by, ago: Math.max(0, Math.round((now - at) / 1000)) }));
  const id = lesson?.texts.id ?? "";
  const known = new Set(lesson?.lesson.steps.flatMap(({ blocks }) => blocks.flatMap(checkIdOf)));
  const own = lessonProgress?.passed.filter(({ check }) => known.has(check)) ?? [];
  return {
    lesson: id,
    step: lessonProgress?.step ?? "",
    still: Math.round((performance.now() - movedAt) / 1000),
    lessons: [
      { id, passed: passes(own) },
      ...others
        .filter(({ passed }) => passed.length > 0)
        .map((other) => ({ id: other.id, passed: passes(other.passed) })),
    ],
  };
}

function checkIdOf(block: { readonly kind: string; readonly check?: { readonly id: string } }): string[] {
  return block.check ? [block.check.id] : [];
}

function sinceLastPass({ store }: Core): number {
  const last = Math.max(0, ...(store.getState().lessonProgress?.passed.map(({ at }) => at) ?? []));
  return last === 0 ? 0 : Math.max(0, Date.now() - last);
}

function hear(attendance: Attendance, event: LearnerEvent): void {
  const { core } = attendance;
  const known = core.store.getState().room?.look;
  if (event.kind === "here") report(attendance);
  // What is told again after a break is no news.
  if (event.look?.number === known?.number && event.look?.step === known?.step) return;
  change(core, { look: event.look });
  if (event.look && core.store.getState().room?.follows) void goToLook(core);
}

/** Shows what the teacher points at. What is not in this lesson, or not in these files, is left as it is. */
export async function goToLook(core: Core): Promise<void> {
  const { room, lesson, lessonProgress } = core.store.getState();
  const look = room?.look;
  if (!look || !lesson || !lessonProgress || look.lesson !== lesson.texts.id || isFollowing(core)) return;
  if (lesson.lesson.steps.some(({ id }) => id === look.step) && look.step !== lessonProgress.step) {
    core.store.setState({ lessonProgress: openStep(lessonProgress, look.step, changedFiles(core)) });
    keepProgress(core);
  }
  if (
    look.profile !== undefined &&
    profiles.some(({ id }) => id === look.profile) &&
    core.store.getState().profileId !== look.profile
  )
    await chooseProfile(core, look.profile);
  showFile(core, look);
}

function showFile({ store }: Core, { file, line, endLine }: Look): void {
  const { files, selection } = store.getState();
  const path = file === undefined ? undefined : resolvePath(place.cwd, file);
  if (path === undefined || files.stat(path)?.kind !== "file") return;
  const lines = { ...(line !== undefined && { line }), ...(endLine !== undefined && { endLine }) };
  store.setState({ selection: withOpened(selection, { path, ...lines }) });
}

/** From now on the page goes where the teacher points, or waits to be told to. */
export function setFollows(core: Core, follows: boolean): void {
  const joined = attendances.get(core)?.joined;
  const kept = joinedRoom();
  if (joined && kept?.key === joined.key) keepJoined({ ...kept, follows });
  change(core, { follows });
  if (follows) void goToLook(core);
}

/** Takes this browser out of the room. What was passed stays in the lesson, and in the room's grid until it is closed. */
export function leaveRoom(core: Core): void {
  attendances.get(core)?.leaving.abort();
  keepJoined(undefined);
  core.store.setState({ room: undefined });
}
