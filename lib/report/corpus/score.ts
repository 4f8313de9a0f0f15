import type { Hit, TrustRule } from "#lib/report/trust/rule.ts";
import { trustRules } from "#lib/report/trust/rules.ts";
import { readCorpus } from "./corpus.ts";

/** A rule, a file, and what the rule found there, if anything. */
export interface Judged {
  readonly path: string;
  readonly rule: string;
  readonly excerpt: string;
}

export interface Score {
  readonly hostile: number;
  readonly innocent: number;
  readonly right: number;
  /** Expected in a hostile file and not found. */
  readonly missed: readonly Judged[];
  /** Found in an innocent file, or in a hostile one by an unexpected rule. */
  readonly wrong: readonly Judged[];
  /** Precision: the share of findings that are right. Recall: the share of expected findings that were made. */
  readonly precision: number;
  readonly recall: number;
}

/** A finding of level note counts only for a rule whose own level is note. */
function counts(rule: TrustRule, { level = rule.level }: Hit): boolean {
  return level !== "note" || rule.level === "note";
}

/**
 * Runs the rules over the corpus and scores each pair of file and rule. Wrong is a finding above note level in an innocent file, or by an
 * unexpected rule in a hostile one.
 */
export function scoreCorpus(): Score {
  const hostile = readCorpus("hostile");
  const innocent = readCorpus("innocent");
  const missed: Judged[] = [];
  const wrong: Judged[] = [];
  let right = 0;
  for (const { file, rules } of [...hostile, ...innocent]) {
    for (const rule of trustRules) {
      const hits = [...rule.find(file)];
      const judged = { path: file.path, rule: rule.code, excerpt: hits[0]?.excerpt ?? "" };
      const isExpected = rules.includes(rule.code);
      if (isExpected && hits.some((hit) => counts(rule, hit))) right++;
      else if (isExpected) missed.push(judged);
      else if (hits.some(({ level = rule.level }) => level !== "note")) wrong.push(judged);
    }
  }
  return {
    hostile: hostile.length,
    innocent: innocent.length,
    right,
    missed,
    wrong,
    precision: right / (right + wrong.length),
    recall: right / (right + missed.length),
  };
}
