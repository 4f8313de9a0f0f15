import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  type YAMLMap,
} from "yaml";
import { nodesIn } from "./parse-yaml.ts";

/** The type of a scalar for Go's yaml.v2 where the program declares none. */
export type ScalarType = "text" | "null" | "bool" | "int" | "float";

/**
 * The type that yaml.v2 gives an untagged plain scalar: YAML 1.1's, with Go's numbers. A date is text: the library leaves it text for
 * callers that ask for no type.
 */
export function goScalarType(text: string): ScalarType {
  const word = words.get(text);
  if (word) return word;
  if (/^\.\d+(?:_\d+)*(?:e[-+]?\d+(?:_\d+)*)?$/i.test(text))
    return isInRange(text.replaceAll("_", "")) ? "float" : "text";
  if (!/^[-+\d]/.test(text)) return "text";
  const plain = text.replaceAll("_", "");
  if (isInteger(plain)) return "int";
  return decimal.test(plain) && isInRange(plain) ? "float" : "text";
}

const tagPrefix = "tag:yaml.org,2002:";
/** The tag `!!binary` in full. */
const binaryTag = `${tagPrefix}binary`;

/**
 * The type of a scalar with a tag, quoted or not. The value must fit a tag of the standard (`undefined` if it does not); any other tag
 * makes it text.
 */
export function taggedScalarType(text: string, tag: string): ScalarType | undefined {
  const wanted = tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : "";
  if (wanted === "timestamp") return timestamp.test(text) ? "text" : undefined;
  if (!checkedTags.has(wanted)) return "text";
  const type = goScalarType(text);
  if (wanted === "float" && type === "int") return "float";
  return type === wanted ? type : undefined;
}

const checkedTags: ReadonlySet<string> = new Set(["null", "bool", "int", "float"]);
const timestamp =
  /^\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])(?:[Tt]\d\d?:\d\d?:\d\d?(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| \d\d?:\d\d?:\d\d?(?:\.\d+)?)?$/;

function spellings(words: string): string[] {
  return words.split(" ").flatMap((word) => {
    const capital = word.replace(/[a-z]/, (letter) => letter.toUpperCase());
    return [word, capital, word.toUpperCase()];
  });
}

const words: ReadonlyMap<string, ScalarType> = new Map([
  ...spellings("y yes true on n no false off").map((word) => [word, "bool"] as const),
  ...["", "~", ...spellings("null")].map((word) => [word, "null"] as const),
  ...[...spellings(".inf +.inf -.inf"), ".nan", ".NaN", ".NAN"].map((word) => [word, "float"] as const),
]);

const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?$/i;

function isInRange(number: string): boolean {
  return Number.isFinite(Number(number));
}

const integer = /^([-+]?)(?:0x([\da-f]+)|0b([01]+)|0o?([0-7]+)|([1-9]\d*|0))$/i;
/** yaml.v2 passes what follows `0b` to Go again, with its sign. */
const signedBinary = /^0b([-+])([01]+)$/;

/** Whether Go's `strconv` reads a text without underscores as an integer of 64 bits. */
function isInteger(plain: string): boolean {
  const [, sign = "", hex, binary, octal, digits] = integer.exec(plain) ?? [];
  if (hex) return fits(sign, `0x${hex}`);
  if (binary) return fits(sign, `0b${binary}`);
  if (octal) return fits(sign, `0o${octal}`);
  if (digits) return digits.length <= 20 && fits(sign, digits);
  const [, binarySign = "", signedDigits] = signedBinary.exec(plain) ?? [];
  return signedDigits !== undefined && fits(binarySign, `0b${signedDigits}`);
}

function fits(sign: string, digits: string): boolean {
  const magnitude = BigInt(digits);
  if (sign === "-") return magnitude <= 2n ** 63n;
  return magnitude < 2n ** (sign === "+" ? 63n : 64n);
}

/** The text of a scalar as Go's YAML libraries read it: as written, with escapes resolved; `!!binary` is decoded. */
export function scalarText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node)) return undefined;
  const { value, source = "", tag } = node;
  if (tag !== binaryTag || !(value instanceof Uint8Array)) return source;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
}

/** Whether a scalar with the tag `!!binary` is valid Base64; true for any other scalar. */
export function isDecodable({ source = "", tag }: Scalar): boolean {
  const text = source.replace(/[\r\n]/g, "");
  return tag !== binaryTag || (text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text));
}

/** The message of Go's libraries for binary data that is not Base64. */
export const badBase64 = "!!binary value contains invalid base64 data";

/** The node that each alias of a document stands for. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

type Aliases =
  | { readonly kind: "known"; readonly targets: AliasTargets }
  /** `message`: in the wording of Go's YAML libraries. */
  | { readonly kind: "faulty"; readonly message: string };

const noAliases: Aliases = { kind: "known", targets: new Map() };

/**
 * Finds the node of every alias, in one pass: the last one with its anchor before the alias. An alias inside the node it stands for is a
 * fault; with `ignored` it has no target instead, for a loader that never reads it.
 */
export function resolveAliases(document: Document, loops: "faulty" | "ignored" = "faulty"): Aliases {
  const nodes = nodesIn(document);
  if (!nodes.some(isAlias)) return noAliases;
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  for (const node of nodes) {
    if (!isAlias(node)) {
      if ("anchor" in node && typeof node.anchor === "string") anchored.set(node.anchor, node);
      continue;
    }
    const target = anchored.get(node.source);
    if (!target) return { kind: "faulty", message: `unknown anchor '${node.source}' referenced` };
    if (!contains(target, node)) targets.set(node, target);
    else if (loops === "faulty") return { kind: "faulty", message: `anchor '${node.source}' value contains itself` };
  }
  return { kind: "known", targets };
}

function contains(outer: Node, inner: Node): boolean {
  const start = inner.range?.[0] ?? 0;
  return start >= (outer.range?.[0] ?? 0) && start < (outer.range?.[1] ?? 0);
}

/** The node an alias stands for, or the node itself. */
export function aliasTarget(node: Node | null | undefined, targets: AliasTargets): Node | null | undefined {
  return isAlias(node) ? targets.get(node) : node;
}

/** Whether Go's yaml.v2 rejects a document as an alias bomb: too large a share of the nodes it decodes comes from aliases. */
export function isAliasedTooMuch(document: Document, targets: AliasTargets): boolean {
  if (targets.size === 0 || !document.contents) return false;
  const decoded = countDecoded(document.contents, targets);
  const written = nodesIn(document).length;
  const aliased = decoded - written;
  return aliased > 100 && decoded > 1000 && aliased / decoded > allowedRatio(decoded);
}

/** The largest share of aliased nodes that Go's yaml.v2 allows: 99 % up to 400,000 nodes, falling to 10 % at 4,000,000. */
function allowedRatio(decoded: number): number {
  const share = (decoded - 400_000) / (4_000_000 - 400_000);
  return 0.99 - 0.89 * Math.min(1, Math.max(0, share));
}

/** The number of nodes in a tree including its root, with the targets of aliases counted each time. Without recursion. */
function countDecoded(root: Node, targets: AliasTargets): number {
  const counts = new Map<Node, number>();
  const ahead: Node[] = [root];
  for (let node = ahead.at(-1); node; node = ahead.at(-1)) {
    // A node is on the stack once for each of its aliases, and is counted once.
    if (counts.has(node)) {
      ahead.pop();
      continue;
    }
    const below = nodesBelow(node, targets);
    const missing = below.filter((each) => !counts.has(each));
    if (missing.length > 0) ahead.push(...missing);
    else {
      ahead.pop();
      counts.set(
        node,
        below.reduce((sum, each) => sum + (counts.get(each) ?? 0), 1),
      );
    }
  }
  return counts.get(root) ?? 0;
}

function nodesBelow(node: Node, targets: AliasTargets): readonly Node[] {
  if (isAlias(node)) return [targets.get(node)].filter((target) => target !== undefined);
  if (!isCollection(node)) return [];
  return node.items.flatMap((item) => (isPair(item) ? [item.key, item.value] : [item])).filter(isNode);
}

/** The message of Go's YAML libraries for a merge key whose value is not made of maps. */
export const mergeWantsMaps = "map merge requires map or sequence of maps as the value";

/** Whether a key is YAML 1.1's merge key `<<`, which copies the pairs of other maps; in quotes it is a text. */
export function isMergeKey(key: Node): boolean {
  if (!isScalar(key) || key.value !== "<<") return false;
  if (key.tag !== undefined) return /^!$|:merge$/.test(key.tag);
  return key.type === undefined || key.type === Scalar.PLAIN;
}

/** The maps of a merge key's value in the order written; `undefined` if the value has anything else. */
export function mergedMaps(value: Node | null, targets: AliasTargets): readonly YAMLMap[] | undefined {
  const sources = isSeq(value) ? (value.items as Node[]) : [value];
  const maps = sources.map((source) => aliasTarget(source, targets)).filter((source) => isMap(source));
  // Of a map that is listed several times only the first place counts.
  return maps.length === sources.length ? [...new Set(maps)] : undefined;
}
