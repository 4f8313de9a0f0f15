import type { Verdict } from "./verdict.ts";

/** `warned`: the rule is broken, and the skill loads all the same. */
export type RuleOutcome = "passed" | "failed" | "warned" | "not reached";

/** A place in a file. */
export interface RulePlace {
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
}

/** What came of one rule for one SKILL.md. */
export interface RuleFinding {
  readonly outcome: RuleOutcome;
  /** What was tested, with the values met: one sentence or two. Empty where `wrong` says it all. */
  readonly tested: string;
  /** What is wrong, in a clause, where the rule has no words for it that fit every file. */
  readonly wrong?: string;
  /** What decides; the SKILL.md itself when absent. */
  readonly place?: RulePlace;
  /** The harness's own words, verbatim; none: it says nothing. */
  readonly says?: readonly string[];
  /** What to do about it, in one sentence. */
  readonly fix?: string;
}

/** A rule that a harness tests. `evidence` tells where it is written down. */
export interface RuleTest extends RuleFinding {
  /** The rule's code. */
  readonly rule: string;
  /** What the rule asks, as a statement that holds when it passes; where it is broken, what is wrong. */
  readonly title: string;
  readonly place: RulePlace;
  readonly says: readonly string[];
}

/** Why a SKILL.md is, or is not, offered. */
export interface Explanation {
  readonly location: string;
  /** What the harness calls the skill, or would; its folder's name where it has none. */
  readonly name: string;
  readonly verdict: Verdict;
  /** Only the rules that this harness has, in the order in which it tests them. */
  readonly tests: readonly RuleTest[];
  /** The test that settles it, or else the first that failed; absent where none did. */
  readonly decisive?: RuleTest;
}

export function passed(tested: string, place?: RulePlace): RuleFinding {
  return { outcome: "passed", tested, ...(place && { place }) };
}

export function failed(tested: string, fix: string, more: Pick<RuleFinding, "place" | "says"> = {}): RuleFinding {
  return { outcome: "failed", tested, fix, ...more };
}

/** The finding of a rule that has nothing to test here. */
export function unreached(tested: string): RuleFinding {
  return { outcome: "not reached", tested };
}

/** The finding of a rule after the one that decides. */
export const settled = unreached("Not tested: a rule above already decided.");

/** The 1-based line on which `part` first occurs, at or after the first occurrence of `after`; 1 when it does not. */
export function lineWith(text: string, part: string, after = ""): number {
  const start = Math.max(0, text.indexOf(after));
  const at = text.indexOf(part, start);
  return text.slice(0, Math.max(0, at)).split("\n").length;
}
