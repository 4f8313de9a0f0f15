import type { Attachment, TokenUsage } from "#lib/chat/message.ts";
import type { ModelChoice } from "#lib/chat/model-settings.ts";
import type { Improvement } from "#lib/evals/improve/improve.ts";
import type { Picked } from "#lib/evals/picks.ts";
import type { RunConditions } from "#lib/evals/results-files.ts";
import type { Failure } from "#lib/failure.ts";

/**
 * Requests for testing skills, as typed, and the results of the last runs, newest first. Runs of one click share a
 * time.
 */
export interface KeptEvals {
  /** The skill for requests that name none. */
  readonly skill?: string;
  readonly text: string;
  /** The share of its runs from which on a request counts as leading to a skill; the default where absent. */
  readonly threshold?: number;
  /** The share of requests that must lead to the right skill; the default where absent. */
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

/** The conditions under which a request is run. */
export interface Conditions {
  readonly profileId: string;
  readonly choice: ModelChoice;
  /** Location of the SKILL.md of a skill to remove, with all others of its name. */
  readonly without?: string;
  /** A text in place of a file's own, to try a description. `path`: the file's path in the lab. */
  readonly instead?: { readonly path: string; readonly text: string };
}

/** What a person would send: a line with attached files. */
export interface TrialRequest {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A request that was run under two conditions, each time as the first message of a new conversation. */
export interface Trial {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly request: string;
  readonly attached?: readonly string[];
  readonly sides: readonly [TrialSide, TrialSide];
}

export interface TrialSide {
  readonly harness: string;
  readonly model: string;
  /** Whether it is the built-in demo model, whose tokens are estimates. */
  readonly scripted: boolean;
  /** Name of the removed skill. */
  readonly without?: string;
  readonly runs: readonly TrialRun[];
}

/** One run of a request, with whatever had arrived when it ended. */
export interface TrialRun {
  readonly end: TrialEnd;
  /** The model's answer as Markdown; at most `longestText` characters. */
  readonly answer: string;
  readonly steps: readonly TrialStep[];
  readonly writes: readonly TrialWrite[];
  readonly requests: number;
  readonly usage: TokenUsage;
  readonly milliseconds: number;
}

export type TrialEnd =
  | { readonly kind: "answered" }
  | { readonly kind: "running" }
  | { readonly kind: "stopped" }
  /** The allowed budget was spent. */
  | { readonly kind: "budget" }
  /** The line is a command of the harness, which no model sees. */
  | { readonly kind: "command" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface TrialStep {
  readonly tool: string;
  /** The path, pattern or name in the call. */
  readonly about: string;
  /** The skill that the call read from or received. */
  readonly skill?: string;
  readonly outcome: "done" | "failed" | "denied";
}

/** A write of a run. `before`: absent for a new file. Texts: at most `longestText` characters. */
export interface TrialWrite {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

/** Characters that are kept of an answer, and of a written file. */
export const longestText = 20_000;
