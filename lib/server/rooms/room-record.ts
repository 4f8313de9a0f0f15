import { createHash } from "node:crypto";
import type { Look, RoomPlan, ShownLearner, TeacherEvent } from "#lib/room/room.ts";
import { type LearnerRecord, shownLearner } from "./learner-record.ts";
import type { RoomChange, RoomContents } from "./room-store.ts";

// A room's entries: `room`, `plan`, `look`, `known` (ids of learners who were in it before it was lost), and each
// learner's under their id.

/** The stored data of a room itself. */
export interface RoomRecord {
  /**
   * The hash of its teacher's secret. Whoever knows the secret leads the room; whoever knows the hash has joined it.
   */
  readonly id: string;
  /** By the server's monotonic clock. */
  readonly until: number;
  readonly closed?: true;
  /** Whether the room accepts no new learners. */
  readonly isLocked?: boolean;
}

const learnerPrefix = "l:";

export function learnerKey(id: string): string {
  return learnerPrefix + id;
}

export function isLearnerKey(key: string): boolean {
  return key.startsWith(learnerPrefix);
}

/**
 * The value of a learner whom the teacher has removed, so that their page does not come back by itself; a store does
 * not count empty entries.
 */
export const removedLearner = "";

/** The value of `look` when the teacher points at nothing. */
export const noLook = "null";

/** The id of the room that a teacher's secret opens. */
export function roomOf(secret: string): string {
  return hash(secret).slice(0, 32);
}

/** The learner's id for a key: derived, so that nothing has to be stored for it. */
export function learnerOf(key: string): string {
  return hash(key).slice(0, 16);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function lookIn(value: string | undefined): { readonly look?: Look } {
  const look = value === undefined ? null : (JSON.parse(value) as Look | null);
  return look ? { look } : {};
}

/** The learners of the entry `known`. */
export function knownIn(value = "[]"): readonly string[] {
  return JSON.parse(value) as readonly string[];
}

/**
 * The whole room for its teacher.
 * @param now the server's monotonic clock
 */
export function wholeRoom({ entries }: RoomContents, now: number): TeacherEvent {
  const learners = [...entries].flatMap(([key, value]) => learnerIn(key, value, now) ?? []);
  const plan = JSON.parse(entries.get("plan") ?? "") as RoomPlan;
  const { isLocked = false } = JSON.parse(entries.get("room") ?? "{}") as RoomRecord;
  const known = knownIn(entries.get("known")).filter((id) => entries.get(learnerKey(id)) !== removedLearner);
  return { kind: "room", plan, ...lookIn(entries.get("look")), isLocked, learners, known };
}

/** The teacher's event for a change; `undefined` where there is none. */
export function teacherNews({ key, value }: RoomChange, now: number): TeacherEvent | undefined {
  if (key === "room") return { kind: "lock", isLocked: (JSON.parse(value) as RoomRecord).isLocked ?? false };
  if (value === removedLearner) return { kind: "removed", learner: key.slice(learnerPrefix.length) };
  const learner = learnerIn(key, value, now);
  if (learner) return { kind: "learner", learner };
  return key === "look" ? { kind: "look", ...lookIn(value) } : undefined;
}

function learnerIn(key: string, value: string, now: number): ShownLearner | undefined {
  if (!isLearnerKey(key) || value === removedLearner) return undefined;
  return shownLearner(key.slice(learnerPrefix.length), JSON.parse(value) as LearnerRecord, now);
}

/** Whether a learner's entry shows a passed check; also true for an entry that is nobody's. */
export function hasPassed(value: string | undefined): boolean {
  return !value || (JSON.parse(value) as LearnerRecord).passed.length > 0;
}

export function isClosed(value: string | undefined): boolean {
  return value !== undefined && (JSON.parse(value) as RoomRecord).closed === true;
}
