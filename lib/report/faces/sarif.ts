import { headline } from "#lib/report/compare/headline.ts";
import { leftOutSkills } from "#lib/report/left-out.ts";
import type { Finding, Report } from "#lib/report/shape.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { reportRules, type SarifOptions, type SarifResult, sarifLevels, sarifLog } from "./sarif-log.ts";

/** A report as SARIF for code scanners: the findings, and skills that a harness leaves out. */
export function reportSarif(report: Report, options: SarifOptions = {}): string {
  const { source } = report;
  const isPinned = source.url !== undefined && source.commit !== undefined;
  const run = {
    category: "skillground",
    rules: reportRules,
    results: [
      ...report.trust.findings.map(resultOf),
      ...leftOutSkills(report).map(
        ({ path, says }): SarifResult => ({ code: "left-out", level: sarifLevels.look, text: says, path, line: 1 }),
      ),
    ],
    ...(isPinned && {
      more: { versionControlProvenance: [{ repositoryUri: source.url, revisionId: source.commit }] },
    }),
    properties: {
      way: report.way ?? "as-installed",
      verdict: reportVerdict(report),
      headlines: report.harnesses.map(({ label, counts }) => headline(label, counts)),
    },
  };
  return sarifLog(run, options);
}

function resultOf({ rule, level, says, excerpt, decoded, path, line }: Finding): SarifResult {
  const text = `${visible(says)}: ${excerpt}${decoded === undefined ? "" : `\nIt reads: ${decoded}`}`;
  return { code: rule, level: sarifLevels[level], text, path, line };
}
