import type { FrontmatterRules, Ruling } from "#lib/harness/vocabulary/frontmatter.ts";
import { type Fields, fieldText } from "#lib/skills/fields.ts";
import { goFields, goTrim, isGoBlank } from "#lib/skills/go-text.ts";
import { isLonger, pythonStrip } from "#lib/skills/python-text.ts";
import { type Frontmatter, readFrontmatter } from "#lib/skills/read-frontmatter.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import type { FoundProblem } from "./problem-notice.ts";

/** What stands in a file, as far as a harness gets with it. */
export type CheckedText =
  /** Nothing was looked for in it; `text` is absent when it cannot be read at all. */
  | { readonly kind: "stopped"; readonly problem: FoundProblem; readonly text?: string }
  /** `problems`: in the order of checking, whatever is done about each. */
  | {
      readonly kind: "checked";
      readonly text: string;
      readonly frontmatter: Frontmatter;
      readonly problems: readonly FoundProblem[];
    };

/** Holds a file against every rule on its content. */
export function checkText(rules: FrontmatterRules, files: Files, location: string): CheckedText {
  const text = readText(files, location);
  if (text === undefined) return { kind: "stopped", problem: unreadable(files, location) };
  const longLine = findLongLine(text, rules.maxLineBytes);
  if (longLine) return { kind: "stopped", problem: longLine, text };
  const frontmatter = readFrontmatter(withoutMark(text, rules), rules.fence, rules.dialect);
  return { kind: "checked", text, frontmatter, problems: findProblems(text, frontmatter, rules) };
}

/** A file's text as the harness takes it, which may ignore a byte-order mark. */
export function withoutMark(text: string, { ignoresMark }: Pick<FrontmatterRules, "ignoresMark">): string {
  return ignoresMark && text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** In the words of Go's `os.ReadFile`. */
function unreadable(files: Files, path: string): FoundProblem {
  const isFolder = files.stat(path)?.kind === "folder";
  const detail = isFolder ? `read ${path}: is a directory` : `open ${path}: no such file or directory`;
  return { problem: "unreadable", detail, line: 1 };
}

/** The first line that a harness cannot read for its length in bytes. */
export function findLongLine(text: string, limit: number | undefined): FoundProblem | undefined {
  if (limit === undefined || text.length * 3 < limit) return undefined;
  for (let start = 0, line = 1; start < text.length; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (isAtLeast(text, start, end, limit)) return { problem: "line-too-long", detail: String(limit), line };
    start = end + 1;
  }
  return undefined;
}

/** Whether this part has as many bytes; a character has three at most, so hardly any line needs counting. */
function isAtLeast(text: string, start: number, end: number, bytes: number): boolean {
  const length = end - start;
  if (length >= bytes || length * 3 < bytes) return length >= bytes;
  return new TextEncoder().encode(text.slice(start, end)).length >= bytes;
}

/** The fields that a harness may require. */
export const required = ["name", "description"] as const;

/** In the order of checking. What hides the fields altogether stands alone. */
function findProblems(text: string, frontmatter: Frontmatter, rules: FrontmatterRules): readonly FoundProblem[] {
  if (isGoBlank(text)) return [{ problem: "empty-file", detail: "", line: 1 }];
  if (frontmatter.kind === "problem") return [frontmatter];
  const { fields } = frontmatter;
  const missing = required.filter((key) => isMissing(fields, key, rules));
  const blank = required.filter((key) => !missing.includes(key) && textOf(fields, key, rules) === "");
  const lineOf = (key: string) => fields.get(key)?.line ?? 1;
  return [
    ...longName(fields, rules),
    ...missing.map((key) => ({ problem: `missing-${key}`, detail: "", line: lineOf(key) }) as const),
    ...blank.map((key) => ({ problem: `blank-${key}`, detail: "", line: lineOf(key) }) as const),
  ];
}

function longName(fields: Fields, rules: FrontmatterRules): readonly FoundProblem[] {
  const limit = rules.nameLimit?.characters ?? Number.POSITIVE_INFINITY;
  if (!isLonger(textOf(fields, "name", rules), limit)) return [];
  return [{ problem: "long-name", detail: String(limit), line: fields.get("name")?.line ?? 1 }];
}

/** What a harness does about a problem. */
export function rulingOf(rules: FrontmatterRules, problem: FoundProblem["problem"]): Ruling {
  if (problem !== "long-name") return rules.rulings[problem];
  return { verdict: "reject", ...(rules.nameLimit && { reason: rules.nameLimit.says }) };
}

function isMissing(fields: Fields, key: string, rules: FrontmatterRules): boolean {
  if (rules.emptyValue === "missing") return textOf(fields, key, rules) === "";
  return !fields.has(key);
}

/** A text field, trimmed as the harness trims; empty when it has none. */
export function textOf(fields: Fields, key: string, { trim }: FrontmatterRules): string {
  const text = fieldText(fields, key) ?? "";
  switch (trim) {
    case "go":
      return goTrim(text);
    case "python":
      return pythonStrip(text);
    case "words":
      return goFields(text).join(" ");
    case "none":
      return text;
  }
}
