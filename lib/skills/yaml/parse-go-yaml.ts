import { type Document, isCollection, isMap, isPair, isScalar, type Node, Scalar, type YAMLMap } from "yaml";
import { maxFrontmatterLength } from "../split-frontmatter.ts";
import { isIndentedByTab, tabIndentation } from "./block-blanks.ts";
import { frontmatterLimits, isBracketed, nodesIn, type ParsedYaml, parseYaml } from "./parse-yaml.ts";

/**
 * Parses YAML that Go's port of libyaml accepts and the `yaml` package does not: `\'` in double quotes, lines without indentation within
 * quotes or brackets, a comment right after a closing quote, and a line with less indentation than the first, which ends the document.
 * Offsets refer to the result's `text`; line numbers stay the same.
 */
export function parseGoYaml(yaml: string): ParsedYaml {
  // YAML 1.1 also ends a line at these characters.
  const text = yaml.replace(/[\u0085\u2028\u2029]/g, "\n");
  return parseMended(text, [escapedQuotesMended, commentMended, endMended, indentationMended]);
}

/** Parses as Python's loaders do. Unlike Go's, they refuse `\'` and require the whole text to be one document. */
export function parsePythonYaml(yaml: string): ParsedYaml {
  return parseMended(yaml, [commentMended, indentationMended]);
}

/** Rewrites a text so that the `yaml` package reads it as another loader does; `undefined` where the rewriting does not apply. */
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

/**
 * Each rewriting costs a parse, and all of them no more than parsing the longest text; hardly any real frontmatter has more such places.
 */
const maxMends = 3;

function escapedQuotesMended({ document, text }: ParsedYaml): string | undefined {
  const offsets = (document?.errors ?? [])
    .filter(({ code, pos }) => code === "BAD_DQ_ESCAPE" && text.startsWith("\\'", pos[0]))
    .map(({ pos }) => pos[0]);
  if (offsets.length === 0) return undefined;
  const starts = [0, ...offsets.map((offset) => offset + 1)];
  return starts.map((start, index) => text.slice(start, offsets[index])).join("");
}

/** Adds a blank before a comment that directly follows quotes or brackets. */
function commentMended({ problem, text }: ParsedYaml): string | undefined {
  if (!problem || !/^Comments must be separated/.test(problem.message)) return undefined;
  if (!/["'\]}]/.test(text.charAt(problem.offset - 1))) return undefined;
  return `${text.slice(0, problem.offset)} ${text.slice(problem.offset)}`;
}

/** Removes the lines below the document: a loader of one document does not look at them. */
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

/** `text` with more indentation for the lines within the quotes or brackets that open at `start`, where indentation means nothing. */
function indented(text: string, start: number): string | undefined {
  const end = closing(text, start);
  const inside = text.slice(start, end);
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const margin = " ".repeat(column + 1);
  const isDone = inside.split("\n").every((line, index) => index === 0 || line.startsWith(margin));
  if (end === undefined || isDone || /^\.{3}\s/m.test(inside)) return undefined;
  // Thousands of lines, each with thousands of blanks added, would not fit into memory.
  if (text.length + inside.split("\n").length * margin.length > maxFrontmatterLength) return undefined;
  return text.slice(0, start) + inside.replaceAll("\n", `\n${margin}`) + text.slice(end);
}

const token = /(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<=\s)#[^\n]*|[[\]{}]/gs;

/** The index after the quotes or brackets that open at `start`. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.slice(start).matchAll(token)) {
    if (found === "[" || found === "{") depth++;
    else if (found === "]" || found === "}") depth--;
    if (depth <= 0) return start + index + found.length;
  }
  return undefined;
}

/** Characters that libyaml and its ports refuse. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what YAML 1.1 forbids
export const unprintable = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/** The 1-based line of the first character that YAML 1.1 forbids, which the `yaml` package accepts; `undefined` if there is none. */
export function findUnprintable(yaml: string): number | undefined {
  const index = yaml.search(unprintable);
  return index < 0 ? undefined : yaml.slice(0, index).split(/\r\n?|\n/).length;
}

const escapes = /\\(?:u[dD][89a-fA-F]|.)/gs;

/** The line of an escape such as `\uD83D` in double quotes: to Go half a surrogate pair is no character, and two of them are not one. */
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

/** Errors that the scanner of Go's YAML libraries, readers of YAML 1.1, finds in a document that the `yaml` package accepts. */
export function findRefused(document: Document, text: string): Refused | undefined {
  const tab = findLeadingTab(document, text);
  if (tab !== undefined) return { message: strayTab, offset: tab };
  for (const node of nodesIn(document)) {
    const message = goYamlRefusal(node, text);
    if (message) return { message, offset: node.range?.[0] ?? 0 };
  }
  return undefined;
}

/** Errors that this scanner finds in a text of only blanks and comments, for which the `yaml` package has no document. */
export function findRefusedBlank(text: string): Refused | undefined {
  const tab = text.search(/^\t/m);
  if (tab >= 0) return { message: strayTab, offset: tab };
  return /^%/m.test(text) ? { message: "did not find expected <document start>", offset: text.length } : undefined;
}

/**
 * Why Go's libraries refuse a node; `undefined` if they do not.
 * @param text the text that the node's offsets refer to
 */
export function goYamlRefusal(node: Node, text: string): string | undefined {
  if (isScalar(node) && node.type === Scalar.QUOTE_DOUBLE) return escapeRefusal(node, text);
  if (isIndentedByTab(node, text)) return tabIndentation;
  if (isCollection(node) && node.flow && node.items.some(holdsIndicator)) return "did not find expected ',' or ']'";
  return isMap(node) ? keyRefusal(node, text) : undefined;
}

/** Go's scanner refuses JSON's `\/` and half a surrogate pair as escapes. */
function escapeRefusal({ range }: Scalar, text: string): string | undefined {
  const escapes = text.slice(range?.[0], range?.[1]).matchAll(/\\(\/|u[dD][89a-fA-F]|.)/gs);
  for (const [, sign = ""] of escapes) {
    if (sign === "/") return "found unknown escape character";
    if (sign.length > 1) return "found invalid Unicode character escape code";
  }
  return undefined;
}

/** Within brackets plain text must not begin with a colon, and a question mark ends it. */
function holdsIndicator(item: unknown): boolean {
  if (isPair(item)) return holdsIndicator(item.key) || holdsIndicator(item.value);
  return isScalar(item) && item.type === Scalar.PLAIN && /^:|^\?$|.\?/s.test(item.source ?? "");
}

/**
 * Why libyaml, its ports and js-yaml refuse a key, if they do: without `?` it must not be empty, and its colon must be on the same line;
 * with it, no text may stand behind its quotes or brackets.
 */
export function keyRefusal(map: YAMLMap, text: string): string | undefined {
  for (const { key, value } of map.items as { key: Node; value: Node | null }[]) {
    const [start, end] = key.range ?? [0, 0];
    if (/\?\s*$/.test(text.slice(Math.max(map.range?.[0] ?? 0, start - maxBlanks), start))) {
      if (isBracketed(key) && /^[ \t]+[^\s:#]/.test(text.slice(end, end + maxBlanks))) return noKey;
      continue;
    }
    const isBare = start === end && isScalar(key) && key.tag === undefined && key.anchor === undefined;
    if (isBare) return noKey;
    const [beforeColon = ""] = text.slice(end, value?.range?.[0] ?? end).split(":", 1);
    if (beforeColon.includes("\n")) return "could not find expected ':'";
  }
  return undefined;
}

const noKey = "did not find expected key";

/** How many blanks may stand between `?` and an explicit key. */
const maxBlanks = 100;

/** Offset of a line with nothing but a tab and perhaps a comment: Go's library accepts it only within quotes or brackets. */
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

/** The ranges of those nodes that are in no other, given the nodes in the order written. */
function outermost(nodes: readonly Node[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { range } of nodes) {
    const [start, end] = range ?? [0, 0];
    if (start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
  }
  return spans;
}
