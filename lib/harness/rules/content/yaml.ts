import type { ContentRule } from "./content-rule.ts";
import { fieldEnd, keyOf, quoted } from "./edit-fields.ts";

export const yaml = {
  code: "yaml",
  title: "The frontmatter is YAML",
  fault: "broken YAML",
  hidesFields: true,
  find({ frontmatter }) {
    if (frontmatter.kind === "read" || frontmatter.problem !== "bad-yaml") return undefined;
    const { detail, line } = frontmatter;
    return { line, detail, values: { detail } };
  },
  wording: ({ detail }) => ({
    title: `The frontmatter is not valid YAML: ${detail}`,
    fix: "Quote values that contain a colon or begin with a special character, and use each field once.",
  }),
  passed: ({ fields: { size } }) => `It parses without errors, with ${size} ${size === 1 ? "field" : "fields"}.`,
  drafts({ text, lineBroken, partsOf }) {
    const mended = mendYaml(text, { problemLine: lineBroken, partsOf });
    return mended ? [[mended.label, mended.text]] : [];
  },
} as const satisfies ContentRule<{ readonly detail: string }>;

/** A text after one fix, and the label of the fix. */
interface Mended {
  readonly label: string;
  readonly text: string;
}

interface Trial {
  /** The 1-based line of the first problem in a text; `undefined` for none. */
  problemLine(text: string): number | undefined;
  /** How many parts the parser reads in the text's frontmatter. */
  partsOf(text: string): number;
}

/**
 * Mends invalid YAML in frontmatter line by line, as long as the first problem moves down. `undefined` if that does not help, or takes too
 * long.
 */
function mendYaml(text: string, trial: Trial): Mended | undefined {
  const problemLine = withinBudget(trial);
  const done: string[] = [];
  let current = text;
  for (let line = problemLine(text); line !== undefined; line = problemLine(current)) {
    const step = mendAt(current, line, problemLine);
    if (!step || done.length >= maxMends) return undefined;
    done.push(step.label);
    current = step.text;
  }
  const [first, ...more] = done;
  if (first === undefined) return undefined;
  return { label: more.length === 0 ? first : `Fix ${done.length} lines of the frontmatter`, text: current };
}

const maxMends = 12;

/** Limit for trying fixes, which happens while a row is drawn: parts of YAML, as in some fifty ordinary texts. */
const maxTried = 4_000;

/** Returns the line of the problem until `maxTried` is used up; after that nothing counts as a fix. */
function withinBudget({ problemLine, partsOf }: Trial): Trial["problemLine"] {
  let left = maxTried;
  return (text) => {
    if (left < 0) return 1;
    left -= partsOf(text);
    return problemLine(text);
  };
}

function mendAt(text: string, line: number, problemLine: Trial["problemLine"]): Mended | undefined {
  const lines = text.split("\n");
  // Loaders report a value at its own line or at the next.
  const candidates = [line, line - 1].filter((each) => each > 1).flatMap((each) => lineMends(lines, each - 1));
  // Some report a repeated field at the first line of the whole text.
  const repeats = repeatedFields(lines).flatMap((index) => repeatMends(lines, index, keyOf(lines[index] ?? "")));
  return [...candidates, ...repeats].find(
    (candidate) => (problemLine(candidate.text) ?? Number.POSITIVE_INFINITY) > line,
  );
}

/** Most repeated fields for which fixes are tried: each trial parses the whole text. */
const maxRepeats = 4;

/** Indexes of the first lines of the frontmatter that begin a field which is already there. */
function repeatedFields(lines: readonly string[]): readonly number[] {
  const close = lines.indexOf("---", 1);
  const seen = new Set<string>();
  const found: number[] = [];
  for (let index = 1; index < (close < 0 ? lines.length : close) && found.length < maxRepeats; index++) {
    const key = keyOf(lines[index] ?? "");
    if (key === undefined) continue;
    if (seen.has(key)) found.push(index);
    seen.add(key);
  }
  return found;
}

function lineMends(lines: readonly string[], index: number): readonly Mended[] {
  const line = lines[index] ?? "";
  const key = keyOf(line);
  if (key === undefined)
    return line.includes("\t") ? [replaced("Replace the tabs", lines, index, [untabbed(line)])] : [];
  const value = line.slice(line.indexOf(":") + 1).trim();
  const end = line.endsWith("\r") ? "\r" : "";
  const field = `${key}: `;
  return [
    ...repeatMends(lines, index, key),
    ...(value === "" ? [] : [replaced(`Put ${key} in quotes`, lines, index, [field + quoted(inner(value)) + end])]),
    ...(value === "" ? [] : [replaced(`Make ${key} a list`, lines, index, listLines(key, value, end))]),
    ...(value === "" && fieldEnd(lines, index) > index + 1 ? [joined(lines, index, key)] : []),
  ];
}

function repeatMends(lines: readonly string[], index: number, key: string | undefined): readonly Mended[] {
  const isRepeated = key !== undefined && lines.slice(1, index).some((each) => keyOf(each) === key);
  return isRepeated ? [replaced(`Remove the second ${key}`, lines, index, [])] : [];
}

/** The text with these lines in place of the whole field. */
function replaced(label: string, lines: readonly string[], index: number, by: readonly string[]): Mended {
  return { label, text: [...lines.slice(0, index), ...by, ...lines.slice(fieldEnd(lines, index))].join("\n") };
}

/** Joins a list to a text where a text belongs. */
function joined(lines: readonly string[], index: number, key: string): Mended {
  const items = lines.slice(index + 1, fieldEnd(lines, index)).map((item) => item.trim().replace(/^- +/, ""));
  return replaced(`Make ${key} a text`, lines, index, [`${key}: ${quoted(items.join(", "))}`]);
}

/** A value without quotes that are not closed, or that close too early. */
function inner(value: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(value) ? value.slice(1, -1) : value.replace(/^"(?=[^"]*$)|^'(?=[^']*$)/, "");
}

function listLines(key: string, value: string, end: string): readonly string[] {
  const text = value.replace(/^["'[]|["'\]]$/g, "");
  // Tools may be separated by blanks (agentskills.io/specification), and have blanks and commas of their own in parentheses.
  const items = text.match(key === "allowed-tools" ? /(?:\([^)]*\)?|[^\s,(])+/g : /[^,]+/g) ?? [];
  return [`${key}:${end}`, ...items.map((item) => `  - ${quoted(item.trim())}${end}`)];
}

function untabbed(line: string): string {
  return line.replaceAll("\t", "  ");
}
