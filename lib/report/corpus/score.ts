import type { Hit, TrustRule } from "#lib/report/trust/rule.ts";
import { trustRules } from "#lib/report/trust/rules.ts";
import { readCorpus } from "./corpus.ts";

/** What a rule found where, or did not. */
export interface Judged {
  readonly path: string;
  readonly rule: string;
  readonly excerpt: string;
}

export interface Score {
  readonly hostile: number;
  readonly innocent: number;
  readonly right: number;
  /** Was to be found in a hostile file, and was not. */
  readonly missed: readonly Judged[];
  /** Found in an innocent file, or by another rule than was expected. */
  readonly wrong: readonly Judged[];
  /** Precision: the share of findings that are right. Recall: the share of expected findings that were made. */
  readonly precision: number;
  readonly recall: number;
}

/** A note only counts as found for a rule that has nothing graver to say. */
function counts(rule: TrustRule, { level = rule.level }: Hit): boolean {
  return level !== "note" || rule.level === "note";
}

/**
 * Holds the rules against the corpus, by pairs of file and rule. In an innocent file nothing graver than a note may be
 * found, in a hostile one nothing graver by any other rule than the expected.
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
