import { formatCount } from "#lib/format-count.ts";
import { verdictKinds } from "./compare/marks.ts";
import type { Report } from "./shape.ts";
import { treeRules } from "./tree/rules.ts";
import { trustRules } from "./trust/rules.ts";
import { levelTotals, markWord } from "./words.ts";

/** What a check may fail on: levels, rules of trust, and what harnesses make of skills. */
export const knownReasons: ReadonlySet<string> = new Set([
  "alarm",
  "look",
  "note",
  ...trustRules.map(({ code }) => code),
  ...treeRules.map(({ code }) => code),
  ...verdictKinds,
]);

/** A sentence for each of the reasons that the report gives; none: the check passes. */
export function reasonsToFail(report: Report, reasons: readonly string[]): readonly string[] {
  return reasons.flatMap((reason) => {
    const count = countOf(report, reason);
    return count > 0 ? [`Failed on ${reason}: ${formatCount(count)} found.`] : [];
  });
}

function countOf(report: Report, reason: string): number {
  if (reason === "alarm" || reason === "look" || reason === "note") return levelTotals(report)[reason];
  const rule = report.trust.rules.find(({ code }) => code === reason);
  // What a text only warns of is no reason to fail; a rule that only ever notes is.
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
