import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { notDocumented, type Subject } from "#lib/harness/vocabulary/undocumented.ts";

/** What one harness does about a feature, in a few words. What stands between backticks is code. */
export interface Answer {
  readonly text: string;
  /** For a question that has such an answer. `part`: yes, but not as its author may expect. `undocumented`: nobody has
   * written it down. */
  readonly is?: "yes" | "no" | "part" | "undocumented";
}

/** A question that every harness answers, by its profile alone. */
export interface Feature {
  /** Names it in addresses and in the data: stays as it is. */
  readonly id: string;
  readonly title: string;
  /** The rules that it is about: where these are written down, the answer is. */
  readonly rules?: readonly RuleCode[];
  /** What it is about: where nobody has written that down, neither is the answer. */
  readonly subject?: Subject;
  answer(profile: Profile): Answer;
}

export interface FeatureGroup {
  readonly id: string;
  readonly title: string;
  readonly features: readonly Feature[];
}

export const yes: Answer = { text: "yes", is: "yes" };
export const no: Answer = { text: "no", is: "no" };
export const undocumentedAnswer: Answer = { text: notDocumented, is: "undocumented" };

/** Pieces of code one after the other; "none" of an empty list. */
export function listed(codes: readonly string[]): Answer {
  if (codes.length === 0) return { text: "none", is: "no" };
  return { text: [...new Set(codes)].map((code) => `\`${code}\``).join(", ") };
}
