import { headline } from "#lib/report/compare/headline.ts";
import { leftOutSkills } from "#lib/report/left-out.ts";
import type { Finding, Report } from "#lib/report/shape.ts";
import { treeRules } from "#lib/report/tree/rules.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import type { Level } from "#lib/report/trust/rule.ts";
import { trustRules } from "#lib/report/trust/rules.ts";
import { reportVerdict } from "#lib/report/verdict.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { lineFingerprints } from "./line-fingerprints.ts";

const sarifLevels: Readonly<Record<Level, string>> = { alarm: "error", look: "warning", note: "note" };

/** Code scanning shows so many results of a run, the gravest, and refuses more than five times as many. */
const mostResults = 5000;

/** Characters of a message. */
const longestMessage = 1000;

export interface SarifOptions {
  /** Where this software is described: an https address; absent where nobody said so. */
  readonly informationUri?: string | undefined;
  /** Of this software. */
  readonly version?: string | undefined;
  /** The folder of the repository that the report's paths count from, with a slash behind it; empty for its root. */
  readonly prefix?: string | undefined;
  /** What was reported on: with it, each result has the columns of its line and what the line is known by in later commits. */
  readonly files?: Files | undefined;
}

/**
 * What code scanners show of a report (SARIF 2.1.0, OASIS): the findings, and skills that a harness leaves out. As GitHub's code scanning
 * takes it (docs: SARIF support for code scanning): every rule in every file, paths from the repository's root, within its limits.
 */
export function reportSarif(report: Report, options: SarifOptions = {}): string {
  const { informationUri, version, prefix = "", files } = options;
  const { source } = report;
  const place = createPlaces(prefix, files);
  const results = [
    ...report.trust.findings.map((finding) => resultOf(finding, place)),
    ...leftOutSkills(report).map(({ path, says }) =>
      result({ code: leftOutRule.code, level: "look", text: says, at: place(path, 1) }),
    ),
  ];
  const rest = results.length - mostResults;
  const driver = {
    name: "Skillground",
    ...(version !== undefined && { semanticVersion: version }),
    ...(informationUri !== undefined && { informationUri }),
    rules: rules.map(describedRule),
  };
  const isPinned = source.url !== undefined && source.commit !== undefined;
  const run = {
    tool: { driver },
    automationDetails: { id: `skillground/${prefix}` },
    ...(isPinned && { versionControlProvenance: [{ repositoryUri: source.url, revisionId: source.commit }] }),
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
    columnKind: "utf16CodeUnits",
    properties: {
      way: report.way ?? "as-installed",
      verdict: reportVerdict(report),
      headlines: report.harnesses.map(({ label, counts }) => headline(label, counts)),
    },
    ...(rest > 0 && { invocations: [{ executionSuccessful: true, toolExecutionNotifications: [notListed(rest)] }] }),
    results: results.slice(0, mostResults),
  };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function notListed(count: number) {
  return {
    level: "note",
    message: { text: `${count} more are not listed: code scanning shows ${mostResults} of a run.` },
  };
}

interface SarifRule {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly level: Level;
  /** Whether it is about what a skill may do to who installs it. */
  readonly isSecurity: boolean;
}

const leftOutRule: SarifRule = {
  code: "left-out",
  title: "A skill that a harness does not load",
  why: "The harness rejects it by a rule of its own, or uses another skill in its place. `skillground explain` tells which rule.",
  level: "look",
  isSecurity: false,
};

const rules: readonly SarifRule[] = [
  ...trustRules.map((rule) => ({ ...rule, isSecurity: true })),
  ...treeRules.map((rule) => ({ ...rule, level: "note" as const, isSecurity: false })),
  leftOutRule,
];
const places = new Map(rules.map(({ code }, index) => [code, index]));

/** As code scanning sorts: from 7 on high, from 4 on medium, below low. */
const severities: Readonly<Record<Level, string>> = { alarm: "8.0", look: "5.0", note: "2.0" };
const precisions: Readonly<Record<Level, string>> = { alarm: "high", look: "medium", note: "low" };
const problems: Readonly<Record<Level, string>> = { alarm: "error", look: "warning", note: "recommendation" };

function describedRule({ code, title, why, level, isSecurity }: SarifRule) {
  return {
    id: code,
    name: code.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: why, markdown: why },
    defaultConfiguration: { level: sarifLevels[level] },
    properties: {
      tags: ["agent-skills", ...(isSecurity ? ["security"] : ["maintainability"])],
      precision: precisions[level],
      ...(isSecurity ? { "security-severity": severities[level] } : { "problem.severity": problems[level] }),
    },
  };
}

interface SarifPlace {
  readonly location: object;
  readonly fingerprint: string | undefined;
}

type Places = (path: string, line: number) => SarifPlace;

function resultOf({ rule, level, says, excerpt, decoded, path, line }: Finding, place: Places) {
  const text = `${visible(says)}: ${excerpt}${decoded === undefined ? "" : `\nIt reads: ${decoded}`}`;
  return result({ code: rule, level, text, at: place(path, line) });
}

interface Told {
  readonly code: string;
  readonly level: Level;
  readonly text: string;
  readonly at: SarifPlace;
}

function result({ code, level, text, at }: Told) {
  return {
    ruleId: code,
    ruleIndex: places.get(code) ?? -1,
    level: sarifLevels[level],
    message: { text: text.slice(0, longestMessage).toWellFormed() },
    locations: [at.location],
    ...(at.fingerprint !== undefined && { partialFingerprints: { primaryLocationLineHash: at.fingerprint } }),
  };
}

/** Where a line of a file is, and what it is known by. A file is read once for all of its results. */
function createPlaces(prefix: string, files: Files | undefined): Places {
  const known = new Map<string, { readonly lines: readonly string[]; readonly hashes: readonly string[] }>();
  const linesOf = (path: string) => {
    const before = known.get(path);
    if (before || !files) return before;
    const text = readText(files, path) ?? "";
    const read = { lines: text.split(/\r?\n/), hashes: lineFingerprints(text) };
    known.set(path, read);
    return read;
  };
  return (path, line) => {
    const file = linesOf(path);
    const text = file?.lines[line - 1];
    const uri = (prefix + path.slice(1)).split("/").map(encodeURIComponent).join("/");
    const columns = text !== undefined && { startColumn: 1, endColumn: text.length + 1 };
    const region = { startLine: line, endLine: line, ...columns };
    return {
      location: { physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region } },
      fingerprint: file?.hashes[line - 1],
    };
  };
}
