import { noLevels } from "./findings.ts";
import type { Report } from "./shape.ts";
import { tally } from "./skill-facts.ts";
import { isTouchedBy, skillFinder } from "./source-tree.ts";

/**
 * The part of a report on changed files and their skills. The verdicts on these skills still depend on all others, for example on which
 * skill has a name first or fits into the catalog.
 * @param changed paths from `/`
 */
export function narrowReport(report: Report, changed: ReadonlySet<string>): Report {
  const isTouched = isTouchedBy(changed, skillFinder(report.skills.map(({ path }) => path)));
  const skills = report.skills.filter(({ path }) => isTouched(path));
  const findings = report.trust.findings.filter(({ path }) => isTouched(path));
  const rules = report.trust.rules.flatMap((rule) => {
    const counts = noLevels();
    for (const { rule: code, level } of findings) if (code === rule.code) counts[level]++;
    return counts.alarm + counts.look + counts.note > 0 ? [{ ...rule, counts }] : [];
  });
  const harnesses = report.harnesses.map((harness, at) => ({
    ...harness,
    counts: tally(skills.flatMap(({ marks }) => marks[at] ?? [])),
    causes: [],
  }));
  return { ...report, harnesses, skills, trust: { ...report.trust, findings, rules } };
}
