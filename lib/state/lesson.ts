import type { CheckResult } from "#lib/lesson/checks/check.ts";
import type { Lesson } from "#lib/lesson/lesson.ts";
import type { LessonOutline } from "#lib/lesson/outline.ts";
import type { SolutionFile } from "#lib/lesson/overlay.ts";
import type { Fault } from "#lib/lesson/read-yaml.ts";
import type { Look } from "#lib/room/room.ts";
import type { LineState } from "#lib/room/room-line.ts";

/** What a mount that is a lesson's project has beside its files: the lesson as it is written, kept with the mount. */
export interface LessonTexts {
  /** The workshop's title. */
  readonly workshop: string;
  readonly model: "demo" | "any";
  /** The workshop's lessons in their order. */
  readonly lessons: readonly LessonOutline[];
  /** The lesson's folder. */
  readonly id: string;
  /** Its `lesson.md`. */
  readonly text: string;
  readonly solution: readonly SolutionFile[];
  /** Stands in the message box when it begins. */
  readonly prompt?: string;
}

/** The lesson at work: worked out of its texts, the files, what happened. Never stored. */
export interface RunningLesson {
  readonly mountId: string;
  readonly texts: LessonTexts;
  readonly lesson: Lesson;
  readonly faults: readonly Fault[];
  /** How the checks of the step that is shown stand, by their ids. */
  readonly results: ReadonlyMap<string, CheckResult>;
  /** What an update of the workshop has changed, until it is dismissed. */
  readonly news?: string;
  /** Whether the last reset of a step can be taken back. */
  readonly canUndo?: true;
  /** How long the last look at the checks took, in milliseconds. */
  readonly took: number;
}

/** What a workshop may do with somebody who opens it by a link: all that its buttons would do, in its own words. */
export interface LessonWords {
  readonly workshop: string;
  readonly lessons: readonly {
    readonly title: string;
    /** What stands in the message box when the lesson begins. */
    readonly prompt?: string;
    /** What each button does, with the text it brings. */
    readonly actions: readonly { readonly label: string; readonly text?: string }[];
  }[];
}

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
