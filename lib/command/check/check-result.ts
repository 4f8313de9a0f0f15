import { formatCount, plural } from "#lib/format-count.ts";
import { annotation } from "#lib/report/faces/github.ts";
import { code } from "#lib/report/faces/markdown-text.ts";
import { harmlessLine } from "../console.ts";
import type { Paint } from "../output.ts";
import type { CheckResult } from "./check-shape.ts";
import type { CheckLevel } from "./findings.ts";

export const gravity: Readonly<Record<CheckLevel | "never", number>> = { note: 0, warning: 1, error: 2, never: 3 };

/** Most new findings in text and Markdown; JSON has all findings, old ones too. */
const mostTold = 100;
const colors = { error: "red", warning: "yellow", note: "gray" } as const;

export function checkText(result: CheckResult, paint: Paint): string {
  const told = newOf(result);
  const lines = told.slice(0, mostTold).map(({ level, path, line, code: rule, says }) => {
    return `  ${paint(colors[level], level.padEnd(7))} ${harmlessLine(`${path}:${line} [${rule}] ${says}`)}`;
  });
  const rest = told.length - lines.length;
  return [
    harmlessLine(headOf(result)),
    ...lines,
    ...(rest > 0 ? [`  … and ${formatCount(rest)} more`] : []),
    ...previewLines(result, harmlessLine),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** The new findings that are reported directly: notes appear in JSON only. */
export function newOf({ findings }: CheckResult): CheckResult["findings"] {
  return findings.filter(({ isNew, level }) => isNew && level !== "note");
}

function headOf({ label, since, skills, findings, gone }: CheckResult): string {
  const fresh = findings.filter(({ isNew, level }) => isNew && level !== "note").length;
  const old = findings.filter(({ isNew, level }) => !isNew && level !== "note").length;
  const against =
    since === undefined ? "" : ` since ${since.slice(0, 12)}, ${formatCount(old)} as before, ${formatCount(gone)} gone`;
  return `${label}: ${plural(skills, "skill")}, ${plural(fresh, "new finding")}${against}`;
}

/**
 * A check's result as Markdown. Untrusted text is written as code, in which GitHub makes no mentions and links of names, numbers and
 * addresses.
 */
export function checkMarkdown(result: CheckResult): string {
  const told = newOf(result);
  const lines = told.slice(0, mostTold).map(({ level, path, line, code: rule, says }) => {
    return `- **${level}** ${code(`${path}:${line}`)} ${code(rule)}: ${code(says)}`;
  });
  const rest = told.length - lines.length;
  const previews = previewLines(result, code).map((line) => `- ${line}`);
  return `${[`# ${headOf({ ...result, label: code(result.label) })}`, "", ...lines, ...(rest > 0 ? [`… and ${rest} more.`] : []), ...previews].join("\n")}\n`;
}

/** A line for each result of the lexical preview, the best first, with the harnesses that have it. */
function previewLines({ previews }: CheckResult, named: (label: string) => string): readonly string[] {
  const groups = Map.groupBy(
    previews.toSorted((one, other) => other.passed - one.passed),
    ({ passed, judged }) => `${passed} of ${plural(judged, "case")}`,
  );
  return [...groups].map(
    ([result, group]) => `lexical preview, ${result}: ${group.map(({ label }) => named(label)).join(", ")}`,
  );
}

/** Most annotations written. GitHub shows ten of each kind per step. */
const mostAnnotations = 50;
const commands = { error: "error", warning: "warning", note: "notice" } as const;

export function githubLines(result: CheckResult, prefix: string): string {
  return newOf(result)
    .slice(0, mostAnnotations)
    .map(({ level, path, line, code: rule, says }) => {
      return `${annotation(commands[level], { file: prefix + path, line, title: rule }, says)}\n`;
    })
    .join("");
}
