import { withoutInvisible } from "#lib/invisible.ts";

// The messages between the pages of a live room and their server. Only plain data, validated by the server
// (`lib/server/rooms`).

/** The workshop as a room knows it, sent by the teacher's page when the room is opened. */
export interface RoomPlan {
  /** The workshop's address without a lesson, at the teacher's commit. */
  readonly workshop: string;
  readonly title: string;
  readonly lessons: readonly PlannedLesson[];
}

export interface PlannedLesson {
  /** The lesson's folder. */
  readonly id: string;
  readonly title: string;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly id: string;
  readonly title: string;
  readonly checks: readonly PlannedCheck[];
}

export interface PlannedCheck {
  /** Unique within its lesson. */
  readonly id: string;
  readonly label: string;
}

/** The limits of a room. */
export const roomLimits = {
  lessons: 60,
  /** Steps of a lesson. */
  steps: 60,
  /** Checks of the whole workshop. */
  checks: 400,
  /** Characters of a title or label, of an id or path, of a nickname. */
  text: 200,
  id: 400,
  name: 40,
  /** Bytes of a request. */
  bytes: 128 * 1024,
  learners: 120,
  /** Milliseconds from its opening to its end. */
  life: 12 * 60 * 60 * 1000,
} as const;

/** A learner's progress: everything that leaves their browser beside the nickname. */
export interface LearnerReport {
  /** The open lesson and its step; empty before one is open. */
  readonly lesson: string;
  readonly step: string;
  /** Seconds since a check was passed or another step opened, by the learner's own monotonic clock. */
  readonly still: number;
  /** All passed checks of the open lesson; of others what this browser knows. */
  readonly lessons: readonly { readonly id: string; readonly passed: readonly ReportedPass[] }[];
}

export interface ReportedPass {
  readonly check: string;
  readonly by: "learner" | "solution";
  /** Seconds since the check was passed. */
  readonly ago: number;
}

/** What a teacher points at. */
export interface Look {
  readonly lesson: string;
  readonly step: string;
  /** Relative to the project's folder, with 1-based lines. */
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  /** The id of a harness. */
  readonly profile?: string;
  /** Distinguishes one pointing from every other of the room, even at the same thing. */
  readonly number: number;
}

/** What a teacher wants to point at. */
export type WantedLook = Omit<Look, "number">;

/** A learner as a teacher sees them. */
export interface ShownLearner {
  /** Stays the same while their browser stores its access to the room. */
  readonly id: string;
  /** As typed; empty for none. */
  readonly name: string;
  readonly lesson: string;
  readonly step: string;
  readonly passed: readonly ShownPass[];
  /** Seconds since the learner's last progress, and since the last message from their page. */
  readonly still: number;
  readonly silent: number;
  /** Results that were ignored, since the room's workshop has no such check. */
  readonly ignored: number;
}

export interface ShownPass {
  /** The check's index among all of the plan, from 0. */
  readonly check: number;
  readonly by: "learner" | "solution";
  /** Seconds since the check was passed. */
  readonly ago: number;
}

/** What anybody with the code may know about a room before joining. */
export interface RoomInfo {
  /** Distinguishes the room from another one that gets its code later. */
  readonly id: string;
  readonly workshop: string;
  readonly title: string;
  /** Id of the lesson with which it begins. */
  readonly lesson: string;
}

/**
 * Events for a teacher's page, the whole room first. Where a room is over, the stream ends and the next attempt to
 * connect says why.
 */
export type TeacherEvent =
  | {
      readonly kind: "room";
      readonly plan: RoomPlan;
      readonly look?: Look;
      readonly isLocked: boolean;
      readonly learners: readonly ShownLearner[];
      /** Ids of the learners who were in it before it was lost, and may come back; a server of an earlier version sends none. */
      readonly known?: readonly string[];
    }
  | { readonly kind: "learner"; readonly learner: ShownLearner }
  | { readonly kind: "removed"; readonly learner: string }
  | { readonly kind: "lock"; readonly isLocked: boolean }
  | { readonly kind: "look"; readonly look?: Look };

/** Events of the room for a learner's page, in the order in which they happened. */
export type LearnerEvent =
  | { readonly kind: "here"; readonly look?: Look }
  | { readonly kind: "look"; readonly look?: Look };

/** Requests to an existing room. All but the last are the teacher's. */
export type RoomRequest =
  | { readonly do: "look"; readonly look?: WantedLook }
  | { readonly do: "remove"; readonly learner: string }
  /** Removes all learners without a passed check. */
  | { readonly do: "remove-unpassed" }
  /** A locked room accepts no new learners; those in it continue, and may come back. */
  | { readonly do: "lock"; readonly isLocked: boolean }
  | { readonly do: "close" }
  | { readonly do: "report"; readonly name: string; readonly report: LearnerReport };

/** A room that the server has lost, as its teacher's page knows it. */
export interface LostRoom extends Partial<Omit<RoomStanding, "look">> {
  readonly code: string;
  /** With its number, so that learners are not led there again; pages of an earlier version send none. */
  readonly look?: WantedLook & Partial<Pick<Look, "number">>;
}

/** What a teacher's page must know of its room to reopen it as it was. */
export interface RoomStanding {
  readonly look?: Look;
  /** Whether new learners are refused. */
  readonly isLocked: boolean;
  /** Ids of the learners who were in it: they come back without joining anew. */
  readonly known: readonly string[];
}

export interface ReportAnswer {
  readonly learner: string;
  readonly ignored: number;
}

/** Proves a page's access to a room: the teacher's secret, or a learner's own key. */
export const keyHeader = "x-skillground-room-key";
/** The `id` of the requested room. */
export const idHeader = "x-skillground-room";

/** Letters of a code: none that looks like another letter or a digit, and no vowel, so that no words appear. */
const codeLetters = "BCDFGHJKLMNPQRSTVWXZ";
const codeLength = 6;

/** The code in a typed text, ignoring case and blanks; `undefined` where there is none. */
export function readCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "");
  const isCode = code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter));
  return isCode ? code : undefined;
}

/** A fresh code from `codeLength` random numbers, each from 0 to less than 1. */
export function codeOf(random: () => number): string {
  return Array.from({ length: codeLength }, () => codeLetters[Math.floor(random() * codeLetters.length)]).join("");
}

/**
 * A nickname fit for a board, without characters that change the direction of text or hide it, and with at most four
 * marks on a letter, as more would cover other rows. The learner's page, the server and the teacher's page each apply
 * it.
 */
export function plainName(text: string): string {
  return withoutInvisible(text.replace(/\s+/gu, " "))
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();
}

/** A few letters that distinguish learners of the same name: always the same for one `id`. */
export function tagOf(id: string): string {
  const [first = 0, second = 0, third = 0] = [0, 4, 8].map((at) => Number.parseInt(id.slice(at, at + 4), 16) || 0);
  return [first, second, third].map((number) => codeLetters[number % codeLetters.length]).join("");
}

/** A secret of 192 bits. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
