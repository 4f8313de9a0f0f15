import type { Check } from "./checks/check.ts";
import type { Fault } from "./read-yaml.ts";

/** The content of `workshop.yaml`. */
export interface Workshop {
  readonly title: string;
  /** The repository whose files the lessons are about, as a person would paste it; absent: the workshop's own. */
  readonly source?: string;
  readonly profile?: string;
  /** Whether its checks depend on the answers of the demo model. */
  readonly model: "demo" | "any";
  /** Folders below `lessons/`, in their order. */
  readonly lessons: readonly string[];
}

/** The content of one `lesson.md`. */
export interface Lesson {
  /** Its folder below `lessons/`. */
  readonly id: string;
  readonly title: string;
  readonly profile?: string;
  readonly source?: string;
  /** Skills of the source to put into the lesson's project, in the harness's own folder; absent: the whole source. */
  readonly skills?: readonly string[];
  /** Text in the message box when the lesson begins. */
  readonly prompt?: string;
  readonly steps: readonly Step[];
}

/** The part of a lesson below one `## ` heading. */
export interface Step {
  /** The heading as part of a link: letters, digits and hyphens, unique among the steps. */
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly blocks: readonly Block[];
}

export type Block =
  /** `line`: the line of the file in which the Markdown begins. */
  | { readonly kind: "text"; readonly markdown: string; readonly line: number }
  | { readonly kind: "action"; readonly action: Action; readonly line: number }
  | { readonly kind: "check"; readonly check: Check }
  | { readonly kind: "hint"; readonly title: string; readonly markdown: string; readonly line: number }
  | { readonly kind: "quiz"; readonly quiz: Quiz; readonly check: Check }
  /** In place of a block that cannot be read: its fault. */
  | { readonly kind: "fault"; readonly fault: Fault };

export interface Quiz {
  readonly ask: string;
  readonly choices: readonly { readonly text: string; readonly isRight: boolean; readonly why?: string }[];
}

/**
 * What a click on one of the lesson's buttons does. File paths are relative to the project's folder, and no file outside of it is written.
 * `says`: the author's words, shown beside the description of the action and never in its place.
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

/** Limits on a workshop's texts. Beyond a limit the rest is left out and a fault says so. */
export const lessonLimits = {
  /** Characters of `workshop.yaml` or a `lesson.md`. */
  text: 128 * 1024,
  lessons: 60,
  steps: 50,
  /** Blocks in one step. */
  blocks: 60,
  /** Bytes of all files of one `solution/`. */
  solution: 512 * 1024,
} as const;

/** The checks of a step, including its quizzes, in the order of the text. */
export function checksOf({ blocks }: Step): readonly Check[] {
  return blocks.flatMap((block) => (block.kind === "check" || block.kind === "quiz" ? [block.check] : []));
}

export function actionsOf({ blocks }: Step): readonly Action[] {
  return blocks.flatMap((block) => (block.kind === "action" ? [block.action] : []));
}
