import type { Failure } from "#lib/failure.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { openStep } from "#lib/lesson/progress.ts";
import { changeJoined, forgetJoined, isYoung, type JoinedRoom, joinedRoom, onKeptRooms } from "#lib/room/kept-rooms.ts";
import { createSender, type Sender } from "#lib/room/report-sender.ts";
import type { LearnerEvent, LearnerReport, Look } from "#lib/room/room.ts";
import { followRoom, isLastWord, type LineState } from "#lib/room/room-line.ts";
import type { CertifiedLesson } from "#lib/share/progress-link.ts";
import { place } from "#lib/stage/place.ts";
import type { AttendedRoom } from "#lib/state/lesson.ts";
import { pinnedWorkshop } from "#lib/state/mount.ts";
import type { StateStore } from "#lib/state/slices.ts";
import type { Selected } from "#lib/tree/selected.ts";
import { resolvePath } from "#lib/vfs/paths.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Lessons } from "#lib/workspace/lesson/lessons.ts";
import type { Rooms } from "#lib/workspace/lesson/rooms.ts";
import { type StandingNeeds, workshopStanding } from "./certificate.ts";
import { changedFiles, lessonMount } from "./lesson-files.ts";

export interface RoomNeeds extends StandingNeeds {
  readonly rooms: Rooms;
  readonly harness: Harness;
  readonly selected: Selected;
  readonly store: StateStore;
  readonly closed: AbortSignal;
}

/** Milliseconds between reports of an idle learner, by which the teacher sees that they are still there. */
const beatMs = 60_000;

interface Attendance {
  readonly needs: RoomNeeds;
  readonly joined: JoinedRoom;
  readonly leaving: AbortController;
  readonly sender: Sender;
  /** The time of the learner's last progress, by the page's monotonic clock. */
  movedAt: number;
}

/**
 * Takes part in the live room that this browser has joined, for as long as a lesson of its workshop is open: reports
 * the learner's progress as the lesson records it, and receives where the teacher points. A room may be joined and left
 * in another tab: only the one that saves the lesson reports it.
 */
export function attendRoom(needs: RoomNeeds): void {
  const { rooms, lessons, store, closed } = needs;
  const isAttending = () => rooms.attending()?.leaving.signal.aborted === false;
  const enter = () => {
    if (!lessons.state().lesson || closed.aborted || isAttending()) return;
    const joined = joinedRoom();
    const mount = lessonMount(needs.tree.state());
    if (joined && isYoung(joined.since) && mount && pinnedWorkshop(mount) === joined.workshop)
      attend(needs, joined, enter);
  };
  // Where the line is down, the room may be over: the server says so at the next attempt.
  const leave = () => {
    if (isAttending() && rooms.state().room?.line.kind === "live" && !joinedRoom()) leaveRoom(rooms);
  };
  store.subscribe(({ room: now }, { room: before }) => {
    if (now?.line !== before?.line) leave();
    enter();
  });
  const stop = onKeptRooms(() => {
    leave();
    enter();
  });
  closed.addEventListener("abort", stop);
  enter();
}

/** @param onLeft called when this page takes part in the room no more */
function attend(needs: RoomNeeds, joined: JoinedRoom, onLeft: () => void): void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const { code, name, follows } = joined;
  needs.closed.addEventListener("abort", () => leaving.abort());
  const sender = createSender({
    access: joined,
    name,
    report: () => reportOf(attendance),
    onSent: ({ learner, ignored }) => {
      needs.rooms.change({ learner, ignored, isBehind: false });
      changeJoined(joined.key, { lesson: needs.lessons.state().lesson?.texts.id ?? "", since: Date.now() });
    },
    onFailure: (failure) => onFailure(attendance, failure),
    signal,
  });
  const attendance: Attendance = {
    needs,
    joined,
    leaving,
    sender,
    movedAt: performance.now() - sinceLastPass(needs.lessons),
  };
  needs.rooms.attend(attendance);
  const room: AttendedRoom = { code, name, line: { kind: "connecting" }, isBehind: false, ignored: 0, follows };
  needs.rooms.show(room);
  const beat = setInterval(() => report(attendance), beatMs);
  const stop = watchProgress(attendance);
  signal.addEventListener("abort", () => {
    clearInterval(beat);
    stop();
    onLeft();
  });
  void followRoom<LearnerEvent>({
    access: joined,
    signal,
    onEvent: (event) => hear(attendance, event),
    onState: (line) => {
      if (line.kind === "failed" && line.isOver) end(attendance, line);
      else if (line.kind !== "live" || needs.rooms.state().room?.line.kind !== "live") needs.rooms.change({ line });
    },
  });
}

function onFailure(attendance: Attendance, failure: Failure): void {
  attendance.needs.rooms.change({ isBehind: true });
  if (isLastWord(failure)) end(attendance, { kind: "failed", failure, isOver: true });
}

/** The room is over for this learner; what is shown of it says why. */
function end({ needs, joined, leaving }: Attendance, line: LineState): void {
  needs.rooms.change({ line });
  forgetJoined(joined);
  leaving.abort();
}

/** Reports whenever the lesson records something that a teacher is shown. */
function watchProgress(attendance: Attendance): () => void {
  const { needs } = attendance;
  return needs.store.subscribe(({ lessonProgress: now }, { lessonProgress: before }) => {
    if (now?.passed === before?.passed && now?.step === before?.step) return;
    attendance.movedAt = performance.now();
    report(attendance);
  });
}

/** Sends a report. A read-only tab leaves this to the tab that saves. */
function report({ needs, sender }: Attendance): void {
  if (!needs.keeping.isFollowing()) sender.send();
}

/** The progress in all lessons. That of others is read anew each time: it may be changed, or reset, in another tab. */
async function reportOf({ needs, movedAt }: Attendance): Promise<LearnerReport> {
  const standing = await workshopStanding(needs);
  const { lesson, lessonProgress } = needs.lessons.state();
  const now = Date.now();
  const passes = (passed: CertifiedLesson["passed"]) =>
    // Never negative, even where the clock was set back since.
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
      ...(standing?.lessons ?? [])
        .filter((other) => other.id !== id && other.passed.length > 0)
        .map((other) => ({ id: other.id, passed: passes(other.passed) })),
    ],
  };
}

function checkIdOf(block: { readonly kind: string; readonly check?: { readonly id: string } }): string[] {
  return block.check ? [block.check.id] : [];
}

function sinceLastPass(lessons: Lessons): number {
  const last = Math.max(0, ...(lessons.state().lessonProgress?.passed.map(({ at }) => at) ?? []));
  return last === 0 ? 0 : Math.max(0, Date.now() - last);
}

function hear(attendance: Attendance, event: LearnerEvent): void {
  const { needs } = attendance;
  const known = needs.rooms.state().room?.look;
  if (event.kind === "here") report(attendance);
  // What is sent again after a reconnection is not news.
  if (event.look?.number === known?.number) return;
  needs.rooms.change({ look: event.look });
  if (event.look && needs.rooms.state().room?.follows) void goToLook(needs);
}

/** Shows what the teacher points at. Does nothing where this lesson or these files do not have it. */
export async function goToLook(needs: RoomNeeds): Promise<void> {
  const { room } = needs.rooms.state();
  const { lesson, lessonProgress } = needs.lessons.state();
  const look = room?.look;
  if (!look || !lesson || !lessonProgress || look.lesson !== lesson.texts.id || needs.keeping.isFollowing()) return;
  if (lesson.lesson.steps.some(({ id }) => id === look.step) && look.step !== lessonProgress.step) {
    needs.lessons.keep(openStep(lessonProgress, look.step, changedFiles(needs.tree)));
  }
  if (
    look.profile !== undefined &&
    profiles.some(({ id }) => id === look.profile) &&
    needs.harness.state().profileId !== look.profile
  )
    await needs.harness.choose(look.profile);
  // The teacher may point at something else by now.
  if (needs.rooms.state().room?.look?.number === look.number) showFile(needs, look);
}

function showFile({ tree, selected }: Pick<RoomNeeds, "tree" | "selected">, { file, line, endLine }: Look): void {
  const { files } = tree.state();
  const path = file === undefined ? undefined : resolvePath(place.cwd, file);
  if (path === undefined || files.stat(path)?.kind !== "file") return;
  const lines = { ...(line !== undefined && { line }), ...(endLine !== undefined && { endLine }) };
  selected.open({ path, ...lines });
}

/** Sets whether the page follows the teacher by itself from now on, or waits for a click. */
export function setFollows(needs: RoomNeeds, follows: boolean): void {
  const joined = needs.rooms.attending()?.joined;
  if (joined) changeJoined(joined.key, { follows });
  needs.rooms.change({ follows });
  if (follows) void goToLook(needs);
}

/**
 * Takes this browser out of the room. Passed checks stay in the lesson, and in the room's grid until the room is
 * closed.
 */
export function leaveRoom(rooms: Rooms): void {
  const attending = rooms.attending();
  rooms.show(undefined);
  if (attending) forgetJoined(attending.joined);
  attending?.leaving.abort();
}
