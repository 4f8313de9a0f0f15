import type { Look } from "#lib/room/room.ts";
import type { LineState } from "#lib/room/room-line.ts";

/** The live room that this workspace's lesson is in, as a learner's page knows it. Never kept with the workspace. */
export interface AttendedRoom {
  readonly code: string;
  /** The nickname; empty for none. */
  readonly name: string;
  /** The learner's id in the room, once the server has told it. */
  readonly learner?: string;
  readonly line: LineState;
  /** Whether something was passed that the room does not know yet. */
  readonly isBehind: boolean;
  /** Results that the room has left out, as its workshop has no such checks. */
  readonly ignored: number;
  /** What the teacher points at, until the learner has seen enough of it. */
  readonly look?: Look | undefined;
  /** Whether the page goes there by itself. */
  readonly follows: boolean;
}
