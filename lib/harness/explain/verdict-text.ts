import type { Explanation, RuleTest, Verdict } from "./finding.ts";
import { decidingTest } from "./verdict.ts";

/** What became of a SKILL.md, in one sentence. */
export function verdictText({ verdict }: Pick<Explanation, "verdict">, harness: string): string {
  return sentences[verdict.kind](harness);
}

const sentences: Readonly<Record<Verdict["kind"], (harness: string) => string>> = {
  listed: (harness) => `${harness} loads it and tells the model of it.`,
  unlisted: (harness) => `${harness} loads it and does not tell the model of it.`,
  off: (harness) => `${harness} has it, and it is off.`,
  shadowed: (harness) => `${harness} takes another one in its place.`,
  rejected: (harness) => `${harness} does not load it.`,
  outside: (harness) => `${harness} never looks at it.`,
};

/** The rule that settles it; `undefined` where none fails. */
export function decisiveTest({ tests }: Pick<Explanation, "tests">): RuleTest | undefined {
  const failed = tests.filter(({ outcome }) => outcome === "failed");
  return failed.find(({ rule }) => decidingTest(rule)) ?? failed[0];
}
