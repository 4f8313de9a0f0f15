import { headline, ways } from "#lib/report/compare/headline.ts";
import { marks } from "#lib/report/compare/marks.ts";
import type { Report } from "#lib/report/shape.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import type { Level } from "#lib/report/trust/rule.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { isMark, markWord } from "#lib/report/words.ts";

const sarifLevels: Readonly<Record<Level, string>> = { alarm: "error", look: "warning", note: "note" };

/**
 * What code scanners show of a report (SARIF 2.1.0, OASIS): the findings, and skills that a harness leaves out.
 * @param informationUri where this software is described; absent where nobody said so
 */
export function reportSarif(report: Report, informationUri?: string): string {
  const { trust, source } = report;
  const rules = trust.rules.map(({ code, title, why }) => ({
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: why },
  }));
  const results = trust.findings.map(({ rule, level, says, excerpt, decoded, path, line }) => ({
    ruleId: rule,
    level: sarifLevels[level],
    message: { text: `${visible(says)}: ${excerpt}${decoded === undefined ? "" : `\nIt reads: ${decoded}`}` },
    locations: [locationOf(path, line)],
  }));
  const driver = {
    name: "Skillground",
    ...(informationUri !== undefined && { informationUri }),
    rules: [...rules, leftOutRule],
  };
  const version = source.url !== undefined && source.commit !== undefined;
  const run = {
    tool: { driver },
    ...(version && { versionControlProvenance: [{ repositoryUri: source.url, revisionId: source.commit }] }),
    columnKind: "utf16CodeUnits",
    properties: {
      way: report.way ?? "as-installed",
      verdict: reportVerdict(report),
      headlines: report.harnesses.map(({ label, counts }) => headline(label, counts)),
    },
    results: [...results, ...leftOut(report)],
  };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

const leftOutRule = {
  id: "left-out",
  shortDescription: { text: "A skill that a harness does not load" },
  fullDescription: { text: "The harness rejects it by a rule of its own, or uses another skill in its place." },
};

function leftOut({ skills, harnesses, way: counted = "as-installed" }: Report) {
  const way = ways[counted].within;
  return skills.flatMap(({ path, name, marks: all }) => {
    const by = all.flatMap((mark, at) =>
      isMark(mark) && marks[mark].isProblem && marks[mark].tally === "out"
        ? [`${harnesses[at]?.label}: ${markWord(mark)}`]
        : [],
    );
    if (by.length === 0) return [];
    const text = `${visible(name)} is not loaded everywhere ${way}: ${by.join(", ")}`;
    return [{ ruleId: leftOutRule.id, level: "warning", message: { text }, locations: [locationOf(path, 1)] }];
  });
}

function locationOf(path: string, line: number) {
  const uri = path.slice(1).split("/").map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region: { startLine: line } } };
}
