import { withoutInvisible } from "#lib/invisible.ts";

// What the pages of a live room and their server say to each other. Only plain data, checked by the server (`lib/server/rooms`).

/** The workshop as a room knows it: told by the teacher's page when the room is opened. */
export interface RoomPlan {
  /** The workshop's address without a lesson, at the commit that the teacher has. */
  readonly workshop: string;
  readonly title: string;
  readonly lessons: readonly PlannedLesson[];
}

export interface PlannedLesson {
  /** Its folder. */
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
  /** No other check of its lesson has it. */
  readonly id: string;
  readonly label: string;
}

/** Bounds of what a room holds. */
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
  /** Milliseconds from its opening. */
  life: 12 * 60 * 60 * 1000,
} as const;

/** All that leaves a learner's browser beside the nickname: how they stand. */
export interface LearnerReport {
  /** The lesson that is open, and its step; empty before one is. */
  readonly lesson: string;
  readonly step: string;
  /** Seconds since a check was passed or another step opened, by the learner's own steady clock. */
  readonly still: number;
  /** Of the open lesson all that is passed; of others what this browser knows. */
  readonly lessons: readonly { readonly id: string; readonly passed: readonly ReportedPass[] }[];
}

export interface ReportedPass {
  readonly check: string;
  readonly by: "learner" | "solution";
  /** Seconds since then. */
  readonly ago: number;
}

/** What a teacher points at. */
export interface Look {
  readonly lesson: string;
  readonly step: string;
  /** From the project's folder on, with lines from 1. */
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  /** The id of a harness. */
  readonly profile?: string;
  /** Tells one pointing from the next, though they be the same. */
  readonly number: number;
}

/** A learner as a teacher sees them. */
export interface ShownLearner {
  /** Stays the same for as long as their browser keeps its part of the room. */
  readonly id: string;
  /** As typed; empty for none. */
  readonly name: string;
  readonly lesson: string;
  readonly step: string;
  readonly passed: readonly ShownPass[];
  /** Seconds since they got on, and since their page was heard. */
  readonly still: number;
  readonly silent: number;
  /** Results that were left out, since the room's workshop has no such check. */
  readonly ignored: number;
}

export interface ShownPass {
  /** The check's place among all of the plan, from 0. */
  readonly check: number;
  readonly by: "learner" | "solution";
  /** Seconds since then. */
  readonly ago: number;
}

/** What anybody with the code is told of a room before they join. */
export interface RoomInfo {
  /** Tells the room from another one that has its code later. */
  readonly id: string;
  readonly workshop: string;
  readonly title: string;
  /** Id of the lesson with which it begins. */
  readonly lesson: string;
}

/** What the server tells a teacher's page, the whole room first. A line that ends is taken up again, upon which it says why. */
export type TeacherEvent =
  | {
      readonly kind: "room";
      readonly plan: RoomPlan;
      readonly look?: Look;
      readonly isLocked: boolean;
      readonly learners: readonly ShownLearner[];
    }
  | { readonly kind: "learner"; readonly learner: ShownLearner }
  /** By id. */
  | { readonly kind: "removed"; readonly learner: string }
  | { readonly kind: "lock"; readonly isLocked: boolean }
  | { readonly kind: "look"; readonly look?: Look };

/** What a learner's page is told of the room, in the order in which it happened. */
export type LearnerEvent =
  | { readonly kind: "here"; readonly look?: Look }
  | { readonly kind: "look"; readonly look?: Look };

/** What is asked of a room that is there. All but the last are the teacher's. */
export type RoomRequest =
  | { readonly do: "look"; readonly look?: Omit<Look, "number"> }
  | { readonly do: "remove"; readonly learner: string }
  /** All who have passed no check. */
  | { readonly do: "remove-unpassed" }
  /** Locked, it takes nobody new; who is in it goes on, and may come back. */
  | { readonly do: "lock"; readonly isLocked: boolean }
  | { readonly do: "close" }
  | { readonly do: "report"; readonly name: string; readonly report: LearnerReport };

/** A room that the server has lost, as its teacher's page knows it. */
export interface LostRoom {
  readonly code: string;
  readonly look?: Omit<Look, "number">;
  readonly isLocked?: boolean;
  /** Ids of those who were in it: they come back without joining anew. */
  readonly known?: readonly string[];
}

/** What comes of a report. */
export interface ReportAnswer {
  /** The learner's own id. */
  readonly learner: string;
  readonly ignored: number;
}

/** Proof of the part that a page has in a room: the teacher's secret, or a learner's own key. */
export const keyHeader = "x-skillground-room-key";
/** The `id` of the room that is meant. */
export const idHeader = "x-skillground-room";

/**
 * Letters of a code: none that reads like another one or like a digit, and no vowel, so that no word comes of them.
 */
const codeLetters = "BCDFGHJKLMNPQRSTVWXZ";
const codeLength = 6;

/** The code in what somebody has typed, in capitals or not, with blanks or not; `undefined` for what can be none. */
export function readCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "");
  const isCode = code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter));
  return isCode ? code : undefined;
}

/** A fresh code out of `codeLength` random numbers, each from 0 to less than 1. */
export function codeOf(random: () => number): string {
  return Array.from({ length: codeLength }, () => codeLetters[Math.floor(random() * codeLetters.length)]).join("");
}

/**
 * A nickname fit for a board: what turns or hides text is left out, and of the marks on a letter all past the fourth, which
 * would cover other rows. The learner's page, the server and the teacher's page each see to it.
 */
export function plainName(text: string): string {
  return withoutInvisible(text.replace(/\s+/gu, " "))
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();
}

/** A few letters that tell learners of one name apart: always the same for one `id`. */
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

/** A code as people read it: in two threes. */
export function spacedCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
