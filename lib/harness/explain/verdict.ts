import type { RuleCode } from "#lib/harness/rules/rule.ts";
import type { RuleTest, Verdict } from "./finding.ts";

const placeRules: readonly RuleCode[] = ["root", "plugin", "link", "skipped-folder", "depth", "file-name"];
const stateRules: readonly RuleCode[] = ["feature", "state"];
/** How a skill that loads can be reached: each stands for itself. */
const reachRules: readonly RuleCode[] = ["catalog", "by-model", "by-person"];

/** Whether nothing is tested any more once this rule fails. */
export function decidingTest(rule: RuleCode): boolean {
  return !reachRules.includes(rule);
}

/** What the rules come to: the first that fails decides. */
export function verdictOf(tests: readonly RuleTest[]): Verdict {
  const failed = tests.find(({ outcome, rule }) => outcome === "failed" && (decidingTest(rule) || rule === "catalog"));
  if (!failed) return { kind: "listed" };
  const { rule, place } = failed;
  if (rule === "catalog") return { kind: "unlisted" };
  if (placeRules.includes(rule)) return { kind: "outside" };
  if (stateRules.includes(rule)) return { kind: "off" };
  if (rule === "file-taken") return { kind: "shadowed", by: place.path, rule: "target" };
  if (rule === "folder-taken") return { kind: "shadowed", by: place.path, rule: "folder" };
  return rule === "name-taken" ? { kind: "shadowed", by: place.path, rule: "name" } : { kind: "rejected" };
}
