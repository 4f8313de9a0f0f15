import { type Document, isCollection, isMap, isPair, isScalar, type Node, Scalar, type YAMLMap } from "yaml";
import { maxFrontmatterLength } from "../frontmatter.ts";
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

interface Refused {
  readonly message: string;
  readonly offset: number;
}

const strayTab = "found character that cannot start any token";

/** What the scanner of Go's YAML libraries, readers of YAML 1.1, refuses in a document that the `yaml` package reads. */
export function findRefused(document: Document, text: string): Refused | undefined {
  const tab = findLeadingTab(document, text);
  if (tab !== undefined) return { message: strayTab, offset: tab };
  for (const node of nodesIn(document)) {
    const message = goYamlRefusal(node, text);
    if (message) return { message, offset: node.range?.[0] ?? 0 };
  }
  return undefined;
}

/** What that scanner refuses in a text of nothing but blanks and comments, for which the `yaml` package has no document. */
export function findRefusedBlank(text: string): Refused | undefined {
  const tab = text.search(/^\t/m);
  if (tab >= 0) return { message: strayTab, offset: tab };
  return /^%/m.test(text) ? { message: "did not find expected <document start>", offset: text.length } : undefined;
}

/**
 * Why those libraries refuse a node; `undefined` if they do not.
 * @param text What the offsets of the node count in.
 */
export function goYamlRefusal(node: Node, text: string): string | undefined {
  if (isScalar(node) && node.type === Scalar.QUOTE_DOUBLE) return escapeRefusal(node, text);
  if (isCollection(node) && node.flow && node.items.some(holdsIndicator)) return "did not find expected ',' or ']'";
  return isMap(node) ? keyRefusal(node, text) : undefined;
}

/** JSON's `\/` is no escape to it, nor half a surrogate pair. */
function escapeRefusal({ range }: Scalar, text: string): string | undefined {
  const escapes = text.slice(range?.[0], range?.[1]).matchAll(/\\(\/|u[dD][89a-fA-F]|.)/gs);
  for (const [, sign = ""] of escapes) {
    if (sign === "/") return "found unknown escape character";
    if (sign.length > 1) return "found invalid Unicode character escape code";
  }
  return undefined;
}

/** Within brackets a colon may not begin plain text, and a question mark ends it. */
function holdsIndicator(item: unknown): boolean {
  if (isPair(item)) return holdsIndicator(item.key) || holdsIndicator(item.value);
  return isScalar(item) && item.type === Scalar.PLAIN && /^:|^\?$|.\?/s.test(item.source ?? "");
}

/** A key without `?` must not be empty, and its colon stands in its line. */
function keyRefusal(map: YAMLMap, text: string): string | undefined {
  for (const { key, value } of map.items as { key: Node; value: Node | null }[]) {
    const [start, end] = key.range ?? [0, 0];
    if (/\?\s*$/.test(text.slice(Math.max(0, start - maxBlanks), start))) continue;
    const isBare = start === end && isScalar(key) && key.tag === undefined && key.anchor === undefined;
    if (isBare) return "did not find expected key";
    const [beforeColon = ""] = text.slice(end, value?.range?.[0] ?? end).split(":", 1);
    if (beforeColon.includes("\n")) return "could not find expected ':'";
  }
  return undefined;
}

/** How far the `?` of an explicit key may stand before it. */
const maxBlanks = 100;

/** Where a line holds but a comment or nothing after a tab: that library reads it only within quotes or brackets. */
export function findLeadingTab(document: Document, text: string): number | undefined {
  const tabs = Array.from(text.matchAll(/^\t[\t ]*(?:#.*)?$/gm), ({ index }) => index);
  if (tabs.length === 0) return undefined;
  const spans = outermost(nodesIn(document).filter(isBracketed));
  let next = 0;
  return tabs.find((tab) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= tab) next++;
    return (spans[next]?.start ?? tab) >= tab;
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where nodes stand that lie in no other, of nodes in the order written. */
function outermost(nodes: readonly Node[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { range } of nodes) {
    const [start, end] = range ?? [0, 0];
    if (start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
  }
  return spans;
}
