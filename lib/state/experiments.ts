import type { Attachment, TokenUsage } from "#lib/chat/message.ts";
import type { ModelChoice } from "#lib/chat/model-settings.ts";
import type { Improvement } from "#lib/evals/improve/improve.ts";
import type { Picked } from "#lib/evals/picks.ts";
import type { RunConditions } from "#lib/evals/results-files.ts";
import type { Failure } from "#lib/failure.ts";

/** Requests whose skills are being tested, as typed, and what the last runs came to, the newest first. Those of one click have one time. */
export interface KeptEvals {
  /** The skill meant by requests that name none. */
  readonly skill?: string;
  readonly text: string;
  /** From which share of its runs on a request leads to a skill; absent: as usual. */
  readonly threshold?: number;
  /** Which share of the requests must lead where they should; absent: as usual. */
  readonly need?: number;
  readonly runs: readonly KeptRun[];
}

export interface KeptRun extends RunConditions {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tokens: number;
  readonly picked: readonly Picked[];
}

export interface ImprovedSkill {
  readonly skill: string;
  readonly improvement: Improvement;
}

export const noEvals: KeptEvals = { text: "", runs: [] };

/** Under what a request is run. */
export interface Conditions {
  readonly profileId: string;
  readonly choice: ModelChoice;
  /** Location of the SKILL.md, in the lab, of a skill that is taken out, with every other one of its name. */
  readonly without?: string;
  /** A text in place of a file's own: a description that is tried. Of the file by its path in the lab. */
  readonly instead?: { readonly path: string; readonly text: string };
}

/** What a person would send: a line, and the files that go along with it. */
export interface TrialRequest {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A request that was run under two conditions, as the first message of a new conversation each time. */
export interface Trial {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly request: string;
  /** Names of the files that went along with it. */
  readonly attached?: readonly string[];
  readonly sides: readonly [TrialSide, TrialSide];
}

export interface TrialSide {
  readonly harness: string;
  readonly model: string;
  /** The built-in demo model: its tokens are estimates. */
  readonly scripted: boolean;
  /** Name of the skill that was taken out. */
  readonly without?: string;
  readonly runs: readonly TrialRun[];
}

/** One run of a request, with whatever had come when it ended. */
export interface TrialRun {
  readonly end: TrialEnd;
  /** What the model said, Markdown; at most `longestText` characters. */
  readonly answer: string;
  readonly steps: readonly TrialStep[];
  readonly writes: readonly TrialWrite[];
  /** Model calls. */
  readonly requests: number;
  readonly usage: TokenUsage;
  readonly milliseconds: number;
}

export type TrialEnd =
  | { readonly kind: "answered" }
  | { readonly kind: "running" }
  | { readonly kind: "stopped" }
  /** What the person allowed it to spend was spent. */
  | { readonly kind: "budget" }
  /** The harness takes the line for a command of its own, which no model sees. */
  | { readonly kind: "command" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A tool call. */
export interface TrialStep {
  readonly tool: string;
  /** The path, pattern or name that it was about. */
  readonly about: string;
  /** The skill that it read from or was handed. */
  readonly skill?: string;
  readonly outcome: "done" | "failed" | "denied";
}

/** What a run would have written. `before`: absent for a new file. Texts: at most `longestText` characters. */
export interface TrialWrite {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

/** Characters that are kept of an answer, and of a file that would be written. */
export const longestText = 20_000;
