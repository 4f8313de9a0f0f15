import type { CheckResult } from "#lib/lesson/checks/check.ts";
import type { Lesson } from "#lib/lesson/lesson.ts";
import type { LessonOutline } from "#lib/lesson/outline.ts";
import type { SolutionFile } from "#lib/lesson/overlay.ts";
import type { Fault } from "#lib/lesson/read-yaml.ts";
import type { Look } from "#lib/room/room.ts";
import type { LineState } from "#lib/room/room-line.ts";

/** The texts of the lesson whose project a mount is, stored with the mount. */
export interface LessonTexts {
  /** The workshop's title. */
  readonly workshop: string;
  readonly model: "demo" | "any";
  readonly lessons: readonly LessonOutline[];
  /** The lesson's folder. */
  readonly id: string;
  /** Its `lesson.md`. */
  readonly text: string;
  readonly solution: readonly SolutionFile[];
  /** The text in the message box when the lesson begins. */
  readonly prompt?: string;
}

/** The running lesson: derived from its texts, the files and the events. Never stored. */
export interface RunningLesson {
  readonly mountId: string;
  readonly texts: LessonTexts;
  readonly lesson: Lesson;
  readonly faults: readonly Fault[];
  /** The results of the checks of the step on show, by id. */
  readonly results: ReadonlyMap<string, CheckResult>;
  /** What an update of the workshop has changed, until dismissed. */
  readonly news?: string;
  /** Whether the last reset of a step can be undone. */
  readonly canUndo?: true;
  /** How long the last evaluation of the checks took, in milliseconds. */
  readonly took: number;
}

/** What a workshop may do with a person who opens its link: everything that its buttons do, in its own words. */
export interface LessonWords {
  readonly workshop: string;
  readonly lessons: readonly {
    readonly title: string;
    /** The text in the message box when the lesson begins. */
    readonly prompt?: string;
    /** The label of each button, with the text that it brings. */
    readonly actions: readonly { readonly label: string; readonly text?: string }[];
  }[];
}

/** The live room of this workspace's lesson, as a learner's page knows it. Never stored with the workspace. */
export interface AttendedRoom {
  readonly code: string;
  /** The nickname; empty for none. */
  readonly name: string;
  /** The learner's id in the room, once the server has sent it. */
  readonly learner?: string;
  readonly line: LineState;
  /** Whether the room has not received all passed checks yet. */
  readonly isBehind: boolean;
  /** The number of results that the room has ignored, as its workshop has no such checks. */
  readonly ignored: number;
  /** What the teacher points at, until the learner has dismissed it. */
  readonly look?: Look | undefined;
  /** Whether the page follows the teacher by itself. */
  readonly follows: boolean;
}
