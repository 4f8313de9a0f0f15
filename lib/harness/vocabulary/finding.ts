import type { Verdict } from "./verdict.ts";

/** `warned`: the rule is broken, but the skill loads. */
export type RuleOutcome = "passed" | "failed" | "warned" | "not reached";

/** A place in a file. */
export interface RulePlace {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
}

/** The result of one rule for one SKILL.md. */
export interface RuleFinding {
  readonly outcome: RuleOutcome;
  /** What was tested, with the values found: one or two sentences. Empty if `wrong` says everything. */
  readonly tested: string;
  /** What is wrong, in a clause, if the rule has no wording that fits every file. */
  readonly wrong?: string;
  /** The file and line that decide; absent: the SKILL.md itself. */
  readonly place?: RulePlace;
  /** The harness's own messages, verbatim; empty if it says nothing. */
  readonly says?: readonly string[];
  /** What to do about it, in one sentence. */
  readonly fix?: string;
}

/** The test of a rule of the harness. `evidence` says where the rule is written down. */
export interface RuleTest extends RuleFinding {
  /** The rule's code. */
  readonly rule: string;
  /** The rule's requirement, as a statement that is true if it passes; if it is broken, what is wrong. */
  readonly title: string;
  readonly place: RulePlace;
  readonly says: readonly string[];
}

/** Why a SKILL.md is, or is not, offered. */
export interface Explanation {
  readonly location: string;
  /** The harness's name for the skill, actual or expected; its folder's name if there is none. */
  readonly name: string;
  readonly verdict: Verdict;
  /** Only the rules that this harness has, in the order of testing. */
  readonly tests: readonly RuleTest[];
  /** The test that decides, or else the first that failed; absent if none failed. */
  readonly decisive?: RuleTest;
}

export function passed(tested: string, place?: RulePlace): RuleFinding {
  return { outcome: "passed", tested, ...(place && { place }) };
}

export function failed(tested: string, fix: string, more: Pick<RuleFinding, "place" | "says"> = {}): RuleFinding {
  return { outcome: "failed", tested, fix, ...more };
}

/** The finding of a rule that has nothing to test in this file. */
export function unreached(tested: string): RuleFinding {
  return { outcome: "not reached", tested };
}

/** The finding of a rule after the one that decides. */
export const settled = unreached("Not tested: a rule above already decided.");

/** The 1-based line on which `part` first occurs, at or after the first occurrence of `after`; 1 if it does not occur. */
export function lineWith(text: string, part: string, after = ""): number {
  const start = Math.max(0, text.indexOf(after));
  const at = text.indexOf(part, start);
  return text.slice(0, Math.max(0, at)).split("\n").length;
}
