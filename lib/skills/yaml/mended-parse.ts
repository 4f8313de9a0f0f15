import { isAlias, isMap, isSeq, type Node } from "yaml";
import { resolveAliases } from "./aliases.ts";
import { isIndentedByTab, tabIndentation, withoutBlankTabs, withUsualIndents } from "./block-blanks.ts";
import { goSyntaxMessage } from "./go-message.ts";
import { comma } from "./mended-values.ts";
import { keyRefusal, unprintable } from "./parse-go-yaml.ts";
import { frontmatterLimits, nodesIn, type ParsedYaml, parseYaml, type YamlProblem } from "./parse-yaml.ts";

/** Whether both attempts together cost no more than the longest allowed text. */
export function isShort({ parts = frontmatterLimits.parts }: ParsedYaml): boolean {
  return parts <= frontmatterLimits.parts / 2;
}

interface Parsed {
  readonly parsed: ParsedYaml;
  /** In the loader's wording. */
  readonly problem: Pick<YamlProblem, "message" | "offset"> | undefined;
}

export function parsedAsRust(yaml: string): Parsed {
  const first = parseYaml(yaml);
  const parsed = first.problem && isShort(first) ? parseYaml(withUsualIndents(yaml)) : first;
  return { parsed, problem: parsed.problem ? inWords(parsed, parsed.problem) : rustProblem(parsed) };
}

export function parsedAsJavaScript(yaml: string): Parsed {
  const written = yaml.replace(leadingComma, `$1${comma}`);
  // In a block, tabs behind its indentation are text.
  const plain = parseYaml(written).problem ? withoutBlankTabs(written) : written;
  const first = parseYaml(plain);
  const problemOf = (parsed: ParsedYaml) => parsed.problem ?? strictProblem(parsed);
  const mended = problemOf(first) && isShort(first) ? parseYaml(quoteSigns(withoutTabs(plain))) : first;
  const parsed = problemOf(mended) ? first : mended;
  const problem = problemOf(parsed);
  return { parsed, problem: problem && inWords(parsed, problem) };
}

function inWords(parsed: ParsedYaml, problem: YamlProblem): Parsed["problem"] {
  return { message: syntaxMessage(parsed, problem), offset: problem.offset };
}

/** A plain value may begin with a comma, which the parser used here refuses: a placeholder stands for it while parsing. */
const leadingComma = /^([ \t]*(?:[\w-]+:|-)[ \t]+(?:[!&][\w-]*[ \t]+)*),/gm;

/** YAML with blanks instead of the tabs before a line that continues or indents. */
function withoutTabs(yaml: string): string {
  return yaml.replace(/^\t+(?=\S)/gm, (tabs) => "  ".repeat(tabs.length));
}

/**
 * Errors of a JavaScript loader that the parser used here does not report: a second document, an alias without a target, a key in brackets,
 * a NUL, a line that continues with a colon.
 */
function strictProblem(parsed: ParsedYaml): YamlProblem | undefined {
  const { document, hasMore, text } = parsed;
  const bracketed = /^[\w-]+:[ \t]+[[{][^\n]*[\]}][ \t]*:[ \t]/m.exec(text);
  // An unpaired surrogate is no character.
  const hasHalf = halfPair.test(text);
  const isNul = text.includes("\0");
  const isColon = colonBelow.test(text);
  const isOther = hasHalf || hasMore || isNul || isColon;
  const isBroken = isOther || bracketed || (document && resolveAliases(document).kind !== "known");
  return isBroken ? { message: "not one mapping", offset: bracketed?.index ?? 0, line: 1 } : undefined;
}

/** A value on one line, in quotes or plain, and below it a line that begins with a colon. */
const colonBelow =
  /^[\w-]+:[ \t]+(?:"(?:[^"\\\n]|\\.)*"[ \t]*|'[^'\n]*'[ \t]*|[^\s"'|>[{#][^\n]*)\n(?:[ \t]*\n)*[ \t]+:(?!\S)/m;

/**
 * Errors of Rust's loader that the parser used here does not report: a second document, an unpaired surrogate, other characters in an
 * anchor, a key that is none, a tab that indents a block, control characters, and text at the margin behind one of Unicode's line breaks.
 */
function rustProblem({ document, hasMore, text }: ParsedYaml): YamlProblem | undefined {
  const message = "deserializing from YAML containing more than one document is not supported";
  if (hasMore) return { message, offset: 0, line: 1 };
  for (const [fault, message] of faults) {
    const offset = text.search(fault);
    if (offset >= 0) return { message, offset, line: 1 };
  }
  for (const node of document ? nodesIn(document) : []) {
    const message = nodeProblem(node, text);
    if (message) return { message, offset: node.range?.[0] ?? 0, line: 1 };
  }
  return undefined;
}

function nodeProblem(node: Node, text: string): string | undefined {
  if (isIndentedByTab(node, text)) return `while scanning a block scalar, ${tabIndentation}`;
  const anchor = isAlias(node) ? node.source : node.anchor;
  if (anchor !== undefined && !/^[\w-]+$/.test(anchor))
    return "while scanning an anchor, did not find expected alphabetic or numeric character";
  return isMap(node) ? keyRefusal(node, text) : undefined;
}

const halfPair = /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])/;
const faults: readonly (readonly [pattern: RegExp, message: string])[] = [
  [unprintable, "control characters are not allowed"],
  [halfPair, "found invalid Unicode character escape code"],
  // Text at the margin behind one of Unicode's line breaks, a mark before a document's beginning, a directive and no document.
  [
    /^[\w-]+:[ \t]+[^"'|>\s][^\n]*[\u0085\u2028\u2029]\S|[\r\n]\ufeff---|^%.*\s*$(?![\s\S])/m,
    "could not find expected ':'",
  ],
];

/** Go's and Rust's loaders are ports of the same library, and so are their messages. */
function syntaxMessage(parsed: ParsedYaml, problem: YamlProblem): string {
  return goSyntaxMessage(parsed, problem).replace(/^line \d+: /, "");
}

/** A comment is only looked for at the first of a run of blanks, because otherwise a long run takes quadratic time. */
const keyLine = /^(\s*[\w-]+:[ \t]\s*)(\S.*?)((?<![ \t])[ \t]+#.*)?\r?$/;
const blockScalar = /^[|>][-+\d]*$/;

/** Whether YAML would not read a value as plain text: with a key in it, a special character at its beginning, or brackets that are none of YAML's. */
function isProse(value: string): boolean {
  return /:\s|^[@`]/.test(value) || (/^[[{]/.test(value) && isBrokenFlow(value));
}

/** Whether Rust's loader reads no list and no map in a value: for it a dash alone is a text, and neither a question mark nor a tag is one. */
function isBrokenFlow(value: string): boolean {
  const { parsed, problem } = parsedAsRust(value.replace(/([[,]\s*)-(?=\s*[\],])/g, "$1x"));
  const isKnown = !parsed.document || resolveAliases(parsed.document).kind === "known";
  return problem !== undefined || !isKnown || /[[{,]\s*(?:\?|![^\s,\]}]*)\s*[\]},]/.test(value);
}

/**
 * YAML with quotes around plain values that contain a colon or begin with a special character, one line each. Quoted values, block scalars
 * and comments stay.
 */
export function quoteProse(yaml: string): string {
  let blockIndent = -1;
  return yaml
    .split("\n")
    .map((line) => {
      const indent = line.search(/\S/);
      if (blockIndent >= 0 && (indent < 0 || indent > blockIndent)) return line;
      const [, key, value, comment = ""] = keyLine.exec(line) ?? [];
      blockIndent = value !== undefined && blockScalar.test(value) ? indent : -1;
      if (key === undefined || value === undefined || /^["'|>]/.test(value) || !isProse(value.trim())) return line;
      return `${key}'${value.replaceAll("'", "''")}'${comment}`;
    })
    .join("\n");
}

function isList(value: string): boolean {
  if (!/^\[[\s\S]*\]$/.test(value)) return false;
  const { parsed, problem } = parsedAsRust(value);
  return !problem && isSeq(parsed.document?.contents);
}

const signedValue = /^([a-zA-Z_-]+):\s+(.+)$/;
const signs = /[{}[\]*&#!|>%@`]|: /;

/**
 * YAML with quotes around each value that is on one line with its key, contains a special character of YAML and is neither quoted nor a
 * list.
 */
function quoteSigns(yaml: string): string {
  return yaml
    .split("\n")
    .map((line) => {
      const [, key, value = ""] = signedValue.exec(line) ?? [];
      if (key === undefined || /^"[\s\S]*"$|^'[\s\S]*'$/.test(value) || !signs.test(value) || isList(value))
        return line;
      return `${key}: "${value.replace(/[\\"]/g, "\\$&")}"`;
    })
    .join("\n");
}
