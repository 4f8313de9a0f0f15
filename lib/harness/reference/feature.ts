import type { RuleCode } from "#lib/harness/rules/rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { notDocumented, type Subject } from "#lib/harness/vocabulary/undocumented.ts";

/** A harness's answer to a feature, in a few words. Text between backquotes is code. */
export interface Answer {
  readonly text: string;
  /** The kind of answer, for a yes-or-no question. `part`: yes, but not as an author may expect. `undocumented`: not documented. */
  readonly is?: "yes" | "no" | "part" | "undocumented";
}

/** A question that every harness answers by its profile alone. */
export interface Feature {
  /** Identifies the feature in addresses and in the data; must not change. */
  readonly id: string;
  readonly title: string;
  /** The rules that the feature is about: their evidence is that of the answer. */
  readonly rules?: readonly RuleCode[];
  /** The subject of the feature: if it is undocumented, so is the answer. */
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

/** The codes one after the other; "none" for an empty list. */
export function listed(codes: readonly string[]): Answer {
  if (codes.length === 0) return { text: "none", is: "no" };
  return { text: [...new Set(codes)].map((code) => `\`${code}\``).join(", ") };
}
