import type { Check } from "./checks/check.ts";
import type { Fault } from "./read-yaml.ts";

/** What `workshop.yaml` says. */
export interface Workshop {
  readonly title: string;
  /** The repository whose files the lessons are about, as a person would paste it; absent: the workshop's own. */
  readonly source?: string;
  readonly profile?: string;
  /** Whether its checks count on the demo model's answers. */
  readonly model: "demo" | "any";
  /** Folders below `lessons/`, in their order. */
  readonly lessons: readonly string[];
}

/** What one `lesson.md` says. */
export interface Lesson {
  /** Its folder below `lessons/`. */
  readonly id: string;
  readonly title: string;
  readonly profile?: string;
  readonly source?: string;
  /** Skills of the source that the lesson's project has, in the harness's own folder; absent: the whole source. */
  readonly skills?: readonly string[];
  /** Stands in the message box when the lesson begins. */
  readonly prompt?: string;
  readonly steps: readonly Step[];
}

/** What stands below one `## ` heading. */
export interface Step {
  /** Its heading as a link names it: letters, digits and hyphens, no other step's. */
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly blocks: readonly Block[];
}

export type Block =
  /** `line`: that of the file in which the Markdown begins. */
  | { readonly kind: "text"; readonly markdown: string; readonly line: number }
  | { readonly kind: "action"; readonly action: Action; readonly line: number }
  | { readonly kind: "check"; readonly check: Check }
  | { readonly kind: "hint"; readonly title: string; readonly markdown: string; readonly line: number }
  | { readonly kind: "quiz"; readonly quiz: Quiz; readonly check: Check }
  /** A block that cannot be read stands there as its fault. */
  | { readonly kind: "fault"; readonly fault: Fault };

export interface Quiz {
  readonly ask: string;
  readonly choices: readonly { readonly text: string; readonly isRight: boolean; readonly why?: string }[];
}

/**
 * What a click on one of the lesson's buttons does. Files are named from the project's folder on, and none outside of it
 * is written. `says`: the author's words, which stand beside what it does and never in its place.
 */
export type Action = { readonly says?: string } & (
  | { readonly verb: "open"; readonly file: string; readonly line?: number; readonly endLine?: number }
  | { readonly verb: "select"; readonly skill: string }
  | { readonly verb: "insert"; readonly file: string; readonly after?: string; readonly text: string }
  | { readonly verb: "replace"; readonly file: string; readonly old: string; readonly text: string }
  | { readonly verb: "prompt"; readonly text: string }
  | { readonly verb: "command"; readonly line: string }
  | { readonly verb: "profile"; readonly profile: string }
  | { readonly verb: "compare"; readonly profiles: readonly string[] }
  | { readonly verb: "reveal" }
  | { readonly verb: "report" }
);

/** What is read of a workshop's texts; beyond it a fault says so, and the rest is left out. */
export const lessonLimits = {
  /** Characters of `workshop.yaml` or a `lesson.md`. */
  text: 128 * 1024,
  lessons: 60,
  steps: 50,
  /** Blocks of one step. */
  blocks: 60,
  /** Bytes of all files of a `solution/`. */
  solution: 512 * 1024,
} as const;

/** The checks of a step, its quizzes among them, in the order in which they stand there. */
export function checksOf({ blocks }: Step): readonly Check[] {
  return blocks.flatMap((block) => (block.kind === "check" || block.kind === "quiz" ? [block.check] : []));
}

export function actionsOf({ blocks }: Step): readonly Action[] {
  return blocks.flatMap((block) => (block.kind === "action" ? [block.action] : []));
}
