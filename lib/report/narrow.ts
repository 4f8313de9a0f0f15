import type { Report } from "./shape.ts";
import { tally } from "./skill-facts.ts";

/**
 * A report on changed files and their skills alone, whose harnesses are counted by these skills. The verdicts on them still depend on all
 * others, for example on which skill has a name first or fits into the catalog.
 */
export function narrowReport(report: Report): Report {
  const harnesses = report.harnesses.map((harness, at) => ({
    ...harness,
    counts: tally(report.skills.flatMap(({ marks }) => marks[at] ?? [])),
    causes: [],
  }));
  return { ...report, harnesses };
}
