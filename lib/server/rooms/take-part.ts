import { FailureError } from "#lib/failure.ts";
import type { ReportAnswer, RoomRequest } from "#lib/room/room.ts";
import type { Networks } from "#lib/server/visitor.ts";
import { changeEntry } from "./change-entry.ts";
import { type LearnerRecord, type PlanIndex, withReport } from "./learner-record.ts";
import type { RoomLimiter } from "./room-limiter.ts";
import { knownIn, learnerKey, type RoomRecord, removedLearner } from "./room-record.ts";
import type { RoomStore } from "./room-store.ts";

interface Part {
  readonly code: string;
  readonly record: RoomRecord;
  readonly learner: string;
  readonly from: Networks;
}

interface PartDeps {
  readonly store: RoomStore;
  readonly limiter: RoomLimiter;
  /** The server's monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * Stores a learner's report; their first report makes them join.
 * @throws FailureError why they do not take part in the room
 */
export async function takeReport(
  { code, record, learner, from }: Part,
  reported: Extract<RoomRequest, { do: "report" }>,
  index: PlanIndex,
  { store, limiter, now }: PartDeps,
): Promise<ReportAnswer> {
  if ((await requirePart(code, record, learner, store)) === "new") await limiter.join(from, code);
  let ignored = 0;
  await changeEntry(store, code, learnerKey(learner), (before) => {
    if (before === removedLearner) throw new FailureError({ code: "room-removed", room: code });
    const known = before === undefined ? undefined : (JSON.parse(before) as LearnerRecord);
    const after = withReport(known, reported, index, now());
    ignored = after.ignored;
    return JSON.stringify(after);
  });
  return { learner, ignored };
}

/**
 * How a learner takes part: already in the room, returning after it was lost, or new.
 * @throws FailureError `room-removed`, and `room-locked` for new learners
 */
export async function requirePart(
  code: string,
  { isLocked = false }: RoomRecord,
  learner: string,
  store: RoomStore,
): Promise<"in" | "back" | "new"> {
  const entry = await store.readEntry(code, learnerKey(learner));
  if (entry === removedLearner) throw new FailureError({ code: "room-removed", room: code });
  if (entry !== undefined) return "in";
  if (knownIn(await store.readEntry(code, "known")).includes(learner)) return "back";
  if (isLocked) throw new FailureError({ code: "room-locked", room: code });
  return "new";
}
