import type { Incoming } from "#lib/fetching/incoming.ts";
import type { RoomPlan } from "#lib/room/room.ts";
import type { WriteOptions } from "#lib/upload/write-zip.ts";
import type { RoomNeeds } from "./attend-room.ts";
import type { AuthoredWorkshop, AuthoringNeeds, MadeLesson } from "./authoring.ts";
import type { WorkshopStanding } from "./certificate.ts";
import type { LintedWorkshop, LintOptions } from "./lint-workshop.ts";
import type { LessonVerb, VerbNeeds } from "./perform-verb.ts";

/** What a person can do in a lesson. */
export interface LessonVerbs {
  /** Resolves to a sentence where the result differs from what the button says. */
  lessonVerb(verb: LessonVerb): Promise<string | undefined>;
  /** The progress in all lessons of the workshop that this browser has stored; `undefined` where no lesson is open. */
  workshopStanding(): Promise<WorkshopStanding | undefined>;
  /** The workshop in a mount; `undefined` where the mount is gone. */
  authoredWorkshop(mountId: string): Promise<AuthoredWorkshop | undefined>;
  /** Tries every lesson of a workshop. Rejects with `cancelled`. */
  lintWorkshop(
    mountId: string,
    options: Pick<LintOptions, "signal" | "onProgress">,
  ): Promise<LintedWorkshop | undefined>;
  /** One lesson of a workshop, to be opened at an address of its own. */
  lessonIncoming(mountId: string, lesson: string): Promise<Incoming | undefined>;
  /**
   * A workshop in its present state, as a zip archive. Rejects with `too-many-files` and `cancelled`; `undefined` where
   * it is gone.
   */
  saveWorkshop(mountId: string, options?: WriteOptions): Promise<File | undefined>;
  /** A workshop created from what was done here, to be opened at an address of its own. */
  makeLesson(): Promise<MadeLesson>;
}

/** What a person can do in a live room from within its lesson. */
export interface RoomVerbs {
  /** The workshop as a room needs it; `undefined` where it has no address that learners could open. */
  roomPlan(): Promise<RoomPlan | undefined>;
  /** Shows what the teacher points at. */
  goToLook(): Promise<void>;
  /** Sets whether the page follows the teacher by itself from now on. */
  followTeacher(follows: boolean): Promise<void>;
  leaveRoom(): Promise<void>;
}

/** The code of these verbs is fetched at first use. */
export function lessonVerbs(needs: VerbNeeds & AuthoringNeeds): LessonVerbs {
  // Only authors need this code.
  const authoring = () => import("./authoring.ts");
  return {
    async lessonVerb(verb) {
      let said: string | undefined;
      await needs.keeping.changing(async () => {
        said = await (await import("./perform-verb.ts")).performVerb(needs, verb);
      })();
      return said;
    },
    workshopStanding: async () => (await import("./certificate.ts")).workshopStanding(needs),
    authoredWorkshop: async (mountId) => (await authoring()).authoredWorkshop(needs, mountId),
    lintWorkshop: async (mountId, options) => (await authoring()).lintMount(needs, mountId, options),
    lessonIncoming: async (mountId, lesson) => (await authoring()).lessonIncoming(needs, mountId, lesson),
    saveWorkshop: async (mountId, options) => (await authoring()).saveWorkshop(needs, mountId, options),
    makeLesson: async () => (await authoring()).makeLesson(needs),
  };
}

/** The code of these verbs is fetched at first use: few are in a room. */
export function roomVerbs(needs: RoomNeeds): RoomVerbs {
  const attending = () => import("./attend-room.ts");
  return {
    roomPlan: async () => (await import("./room-plan.ts")).roomPlan(needs.tree),
    goToLook: async () => (await attending()).goToLook(needs),
    followTeacher: async (follows) => (await attending()).setFollows(needs, follows),
    leaveRoom: async () => (await attending()).leaveRoom(needs.rooms),
  };
}
