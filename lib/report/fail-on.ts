import { formatCount } from "#lib/format-count.ts";
import { verdictKinds } from "./compare/marks.ts";
import type { Report } from "./shape.ts";
import { treeRules } from "./tree/rules.ts";
import { trustRules } from "./trust/rules.ts";
import { levelTotals, markWord } from "./words.ts";

/** Reasons for which a check may fail: levels, codes of trust rules, and marks. */
export const knownReasons: ReadonlySet<string> = new Set([
  "alarm",
  "look",
  "note",
  ...trustRules.map(({ code }) => code),
  ...treeRules.map(({ code }) => code),
  ...verdictKinds,
]);

/** A sentence for each reason that applies to the report; empty if the check passes. */
export function reasonsToFail(report: Report, reasons: readonly string[]): readonly string[] {
  return reasons.flatMap((reason) => {
    const count = countOf(report, reason);
    return count > 0 ? [`Failed on ${reason}: ${formatCount(count)} found.`] : [];
  });
}

function countOf(report: Report, reason: string): number {
  if (reason === "alarm" || reason === "look" || reason === "note") return levelTotals(report)[reason];
  const rule = report.trust.rules.find(({ code }) => code === reason);
  // Notes of a rule are no reason to fail, because a text may only warn; unless the rule has no graver level.
  if (rule) return rule.counts.alarm + rule.counts.look || (isAlwaysNote(reason) ? rule.counts.note : 0);
  const [mark = "", harness] = reason.split(":");
  return report.harnesses
    .filter(({ id }) => harness === undefined || id === harness)
    .reduce((sum, { counts }) => sum + (counts[mark] ?? counts[markWord(mark)] ?? 0), 0);
}

function isAlwaysNote(code: string): boolean {
  if (treeRules.some((rule) => rule.code === code)) return true;
  return trustRules.some((rule) => rule.code === code && rule.level === "note");
}
