import { type Document, isScalar, type Node, Scalar } from "yaml";
import { maxFrontmatterLength } from "./frontmatter.ts";
import { frontmatterLimits, isBracketed, nodesIn, type ParsedYaml, parseYaml } from "./parse-yaml.ts";

/**
 * Parses YAML where Go's port of libyaml is laxer than the `yaml` package: it reads `\'` in double quotes, lines
 * within quotes or brackets need no indentation, a comment may touch a closing quote, and a line that is indented less
 * than the first ends the document. Offsets are those of the result's `text`; lines stay.
 */
export function parseGoYaml(yaml: string): ParsedYaml {
  // YAML 1.1 ends a line at these too.
  const text = yaml.replace(/[\u0085\u2028\u2029]/g, "\n");
  return parseMended(text, [escapedQuotesMended, commentMended, endMended, indentationMended]);
}

/** Parses as Python's loaders do. Unlike Go's, they refuse `\'` and want the whole text to be one document. */
export function parsePythonYaml(yaml: string): ParsedYaml {
  return parseMended(yaml, [commentMended, indentationMended]);
}

/** Writes a text anew so that the `yaml` package reads what another loader does; `undefined` where it does not help. */
type Mend = (parsed: ParsedYaml) => string | undefined;

function parseMended(yaml: string, mends: readonly Mend[]): ParsedYaml {
  let parsed = parseYaml(yaml);
  let parts = parsed.parts ?? frontmatterLimits.parts;
  for (let count = 0; count < maxMends && parts < frontmatterLimits.parts; count++) {
    const mended = firstMended(parsed, mends);
    if (mended === undefined || mended.length > maxFrontmatterLength) break;
    const again = parseYaml(mended);
    if (again.parts === undefined) break;
    parts += again.parts;
    parsed = again;
  }
  return parsed;
}

function firstMended(parsed: ParsedYaml, mends: readonly Mend[]): string | undefined {
  return mends.reduce<string | undefined>((found, mend) => found ?? mend(parsed), undefined);
}

/** Each costs a parse, together no more than the longest alone; hardly any real frontmatter has more such places. */
const maxMends = 3;

function escapedQuotesMended({ document, text }: ParsedYaml): string | undefined {
  const offsets = (document?.errors ?? [])
    .filter(({ code, pos }) => code === "BAD_DQ_ESCAPE" && text.startsWith("\\'", pos[0]))
    .map(({ pos }) => pos[0]);
  if (offsets.length === 0) return undefined;
  const starts = [0, ...offsets.map((offset) => offset + 1)];
  return starts.map((start, index) => text.slice(start, offsets[index])).join("");
}

/** A blank before a comment that follows quotes or brackets at once. */
function commentMended({ problem, text }: ParsedYaml): string | undefined {
  if (!problem || !/^Comments must be separated/.test(problem.message)) return undefined;
  if (!/["'\]}]/.test(text.charAt(problem.offset - 1))) return undefined;
  return `${text.slice(0, problem.offset)} ${text.slice(problem.offset)}`;
}

/** Without the lines below the document: whoever asks for one document does not look at them. */
function endMended({ document, problem, text }: ParsedYaml): string | undefined {
  const isBelow = problem?.message.endsWith("at node end") && problem.offset >= (document?.contents?.range?.[1] ?? 0);
  const start = text.lastIndexOf("\n", (problem?.offset ?? 0) - 1) + 1;
  return isBelow && text.slice(start, problem?.offset).trim() === "" ? text.slice(0, start) : undefined;
}

function indentationMended({ document, problem, text }: ParsedYaml): string | undefined {
  if (!document || !problem || !/^Missing closing|sufficiently indented/.test(problem.message)) return undefined;
  let opened: Node | undefined;
  for (const node of nodesIn(document)) {
    const start = node.range?.[0] ?? 0;
    if (start <= problem.offset && isBracketed(node) && start >= (opened?.range?.[1] ?? 0)) opened = node;
  }
  return opened && indented(text, opened.range?.[0] ?? 0);
}

/** `text` with the lines of what opens at `start` indented deeper than it; their own indentation means nothing. */
function indented(text: string, start: number): string | undefined {
  const end = closing(text, start);
  const inside = text.slice(start, end);
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const margin = " ".repeat(column + 1);
  const isDone = inside.split("\n").every((line, index) => index === 0 || line.startsWith(margin));
  if (end === undefined || isDone || /^\.{3}\s/m.test(inside)) return undefined;
  // Thousands of lines, each below thousands of blanks, would come to more than memory holds.
  if (text.length + inside.split("\n").length * margin.length > maxFrontmatterLength) return undefined;
  return text.slice(0, start) + inside.replaceAll("\n", `\n${margin}`) + text.slice(end);
}

const token = /(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<=\s)#[^\n]*|[[\]{}]/gs;

/** Where the quotes or brackets that open at `start` have been closed. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.slice(start).matchAll(token)) {
    if (found === "[" || found === "{") depth++;
    else if (found === "]" || found === "}") depth--;
    if (depth <= 0) return start + index + found.length;
  }
  return undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what YAML 1.1 forbids
const unprintable = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/**
 * The 1-based line of the first character that no stream of YAML 1.1 may hold, where the `yaml` package minds none;
 * `undefined` if there is none.
 */
export function findUnprintable(yaml: string): number | undefined {
  const index = yaml.search(unprintable);
  return index < 0 ? undefined : yaml.slice(0, index).split(/\r\n?|\n/).length;
}

const escapes = /\\(?:u[dD][89a-fA-F]|.)/gs;

/** The line of a `\uD83D` in double quotes: half a surrogate pair is no character to Go, and two are not one. */
export function findSurrogateEscape(document: Document, { text, lineAt }: ParsedYaml): number | undefined {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return undefined;
  for (const node of nodesIn(document)) {
    if (!isScalar(node) || node.type !== Scalar.QUOTE_DOUBLE || !node.range) continue;
    const [start, end] = node.range;
    const half = Array.from(text.slice(start, end).matchAll(escapes)).find(([found]) => found.length > 2);
    if (half) return lineAt(start + half.index);
  }
  return undefined;
}
