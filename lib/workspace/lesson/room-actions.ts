import type { RoomPlan } from "#lib/room/room.ts";
import type { Core } from "#lib/workspace/core.ts";

/** What is done in a live room from its lesson. */
export interface RoomActions {
  /** The workshop as a room takes it; `undefined` where it has no address that learners could open. */
  roomPlan(): Promise<RoomPlan | undefined>;
  /** Shows what the teacher points at. */
  goToLook(): Promise<void>;
  /** Whether the page goes there by itself from now on. */
  followTeacher(follows: boolean): Promise<void>;
  leaveRoom(): Promise<void>;
}

/** Fetched at first use: few are in a room. */
export function roomActions(core: Core): RoomActions {
  const attending = () => import("./attend-room.ts");
  return {
    roomPlan: async () => (await import("./room-plan.ts")).roomPlan(core),
    goToLook: async () => (await attending()).goToLook(core),
    followTeacher: async (follows) => (await attending()).setFollows(core, follows),
    leaveRoom: async () => (await attending()).leaveRoom(core),
  };
}
