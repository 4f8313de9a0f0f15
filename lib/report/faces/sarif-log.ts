import { treeRules } from "#lib/report/tree/rules.ts";
import type { Level } from "#lib/report/trust/rule.ts";
import { trustRules } from "#lib/report/trust/rules.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { lineFingerprints } from "./line-fingerprints.ts";

export interface SarifOptions {
  /** An https address that describes this software; absent if it was not configured. */
  readonly informationUri?: string | undefined;
  /** Version of this software. */
  readonly version?: string | undefined;
  /** Folder of the repository that paths are relative to, with a slash at its end; empty for the root. */
  readonly prefix?: string | undefined;
  /** The files that were looked at. With them each result gets the columns of its line and the fingerprint of the line. */
  readonly files?: Files | undefined;
}

export type SarifLevel = "error" | "warning" | "note";
export const sarifLevels: Readonly<Record<Level, SarifLevel>> = { alarm: "error", look: "warning", note: "note" };

export interface SarifRule {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly level: Level;
  /** Whether the rule is about harm that a skill may do to a person who installs it. */
  readonly isSecurity: boolean;
}

/** The rules on files and on the tree, and the rule on skills that a harness leaves out. */
export const reportRules: readonly SarifRule[] = [
  ...trustRules.map((rule) => ({ ...rule, isSecurity: true })),
  ...treeRules.map((rule) => ({ ...rule, level: "note" as const, isSecurity: false })),
  {
    code: "left-out",
    title: "A skill that a harness does not load",
    why: "The harness rejects it by a rule of its own, or uses another skill in its place. `skillground explain` tells which rule.",
    level: "look",
    isSecurity: false,
  },
];

export interface SarifResult {
  /** Code of the rule. */
  readonly code: string;
  readonly level: SarifLevel;
  readonly text: string;
  /** From `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Members that only some results have. */
  readonly more?: object;
}

export interface SarifRun {
  /** Tells this run from others of the same commit: GitHub's category. */
  readonly category: string;
  readonly rules: readonly SarifRule[];
  /** The gravest first. */
  readonly results: readonly SarifResult[];
  /** Members that only some runs have. */
  readonly more?: object;
  readonly properties: object;
}

/** Code scanning shows this many results of a run, the gravest, and refuses more than five times as many. */
const mostResults = 5000;

/** Most characters of a message. */
const longestMessage = 1000;

/**
 * A run as SARIF 2.1.0 (OASIS) for code scanners, within the limits of GitHub's code scanning (docs: SARIF support for code scanning):
 * every rule in the file, and paths from the root of the repository.
 */
export function sarifLog({ category, rules, results, more, properties }: SarifRun, options: SarifOptions): string {
  const { informationUri, version, prefix = "", files } = options;
  const place = createPlaces(prefix, files);
  const indexes = new Map(rules.map(({ code }, index) => [code, index]));
  const rest = results.length - mostResults;
  const driver = {
    name: "Skillground",
    ...(version !== undefined && { semanticVersion: version }),
    ...(informationUri !== undefined && { informationUri }),
    rules: rules.map(describedRule),
  };
  const run = {
    tool: { driver },
    automationDetails: { id: `${category}/${prefix}` },
    ...more,
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository." } } },
    columnKind: "utf16CodeUnits",
    properties,
    ...(rest > 0 && { invocations: [{ executionSuccessful: true, toolExecutionNotifications: [notListed(rest)] }] }),
    results: results.slice(0, mostResults).map((result) => describedResult(result, indexes, place)),
  };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function notListed(count: number) {
  return {
    level: "note",
    message: { text: `${count} more are not listed: code scanning shows ${mostResults} of a run.` },
  };
}

/** Code scanning's severities: high from 7, medium from 4, low below. */
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

function describedResult(
  { code, level, text, path, line, more }: SarifResult,
  indexes: ReadonlyMap<string, number>,
  place: Places,
) {
  const { location, fingerprint } = place(path, line);
  return {
    ruleId: code,
    ruleIndex: indexes.get(code) ?? -1,
    level,
    message: { text: text.slice(0, longestMessage).toWellFormed() },
    locations: [location],
    ...(fingerprint !== undefined && { partialFingerprints: { primaryLocationLineHash: fingerprint } }),
    ...more,
  };
}

type Places = (path: string, line: number) => { readonly location: object; readonly fingerprint: string | undefined };

/** Finds the columns and the fingerprint of a line. A file is read once for all of its results. */
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
