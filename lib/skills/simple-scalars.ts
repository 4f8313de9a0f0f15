/** A scalar of simple YAML (see `simple-yaml.ts`). */
export interface SimpleScalar {
  readonly text: string;
  /** Neither quoted nor a block: dialects may take it for something else than text. */
  readonly isPlain: boolean;
}

interface Read {
  readonly scalar: SimpleScalar;
  /** Index of the line below it. */
  readonly next: number;
}

/** A scalar in quotes or without, to the end of the line. */
export function readInlineScalar(rest: string): SimpleScalar | undefined {
  const written = withoutOuterSpaces(rest);
  if (written.startsWith('"')) return quoted(doubleQuoted(written));
  if (written.startsWith("'")) return quoted(singleQuoted(written));
  return isSafe(written) ? { text: written, isPlain: true } : undefined;
}

function quoted(text: string | undefined): SimpleScalar | undefined {
  return text === undefined ? undefined : { text, isPlain: false };
}

function doubleQuoted(written: string): string | undefined {
  if (written.length < 2 || !written.endsWith('"')) return undefined;
  const inner = written.slice(1, -1);
  if (/["\\]/.test(inner.replace(/\\["\\]/g, ""))) return undefined;
  return inner.replace(/\\(["\\])/g, "$1");
}

function singleQuoted(written: string): string | undefined {
  if (written.length < 2 || !written.endsWith("'")) return undefined;
  const inner = written.slice(1, -1);
  return inner.replaceAll("''", "").includes("'") ? undefined : inner.replaceAll("''", "'");
}

/** A plain scalar with the lines indented below it. */
export function readPlainScalar(rest: string, lines: readonly string[], at: number): Read | undefined {
  const parts = [withoutOuterSpaces(rest)];
  let next = at;
  for (; (lines[next] ?? "").startsWith(" "); next++) parts.push(withoutOuterSpaces(lines[next] ?? ""));
  return parts.every(isSafe) ? { scalar: { text: parts.join(" "), isPlain: true }, next } : undefined;
}

/** Begins with what can only be text, and holds neither a colon nor a comment sign that might count. */
function isSafe(part: string): boolean {
  return /^[\w(/.$+~<^;\\\u00a1-\uffff]/.test(part) && !/: | #|:$/.test(part);
}

const header = /^([|>])(-?)$/;

/** A literal (`|`) or folded (`>`) block. */
export function readBlockScalar(rest: string, lines: readonly string[], at: number): Read | undefined {
  const [, style, strip] = header.exec(rest) ?? [];
  const [indent = ""] = /^ */.exec(lines[at] ?? "") ?? [];
  if (style === undefined || indent === "") return undefined;
  let next = at;
  while (next < lines.length && /^(?: |$)/.test(lines[next] ?? "")) next++;
  const content = lines.slice(at, next).map((line) => line.slice(indent.length));
  const isIndented = lines.slice(at, next).every((line) => line === "" || isContent(line, indent));
  if (!isIndented || (style === ">" && content.some(isKeptAsWritten))) return undefined;
  while (content.at(-1) === "") content.pop();
  const text = style === ">" ? fold(content) : content.join("\n");
  return { scalar: { text: strip ? text : `${text}\n`, isPlain: false }, next };
}

/** Blanks alone, and the first line's indentation if it is not the least, have rules of their own. */
function isContent(line: string, indent: string): boolean {
  return line.startsWith(indent) && /[^ ]/.test(line);
}

/** Folding leaves the breaks around deeper lines, and blanks at an end. */
function isKeptAsWritten(line: string): boolean {
  return line.startsWith(" ") || line.endsWith(" ");
}

function fold(lines: readonly string[]): string {
  let text = lines[0] ?? "";
  let blanks = 0;
  for (const line of lines.slice(1)) {
    if (line === "") {
      blanks++;
      continue;
    }
    text += (blanks > 0 ? "\n".repeat(blanks) : " ") + line;
    blanks = 0;
  }
  return text;
}

/** Of blanks only: other white space is text to YAML. */
function withoutOuterSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
