import { isCollection, isMap, type Node } from "yaml";
import { nodesIn, type ParsedYaml, type YamlProblem } from "./parse-yaml.ts";

interface Wording {
  /** Matches a message of the `yaml` package; the first wording that matches counts. */
  readonly found: RegExp;
  readonly says: string;
  /** yaml.v3 counts a scanner's lines from 1 and a parser's from 0. It omits line 0, and a scanner's line 1. */
  readonly by: "scanner" | "parser";
  /** The position whose line is reported, if it is not that of the problem. */
  readonly at?: "colon" | "opening";
  /** Applies only to the first key of a map, where the scanner does not yet know that a key must follow. */
  readonly ofFirstKey?: true;
}

const wordings: readonly Wording[] = [
  {
    found: /^Nested mappings are not allowed/,
    says: "mapping values are not allowed in this context",
    by: "scanner",
    at: "colon",
  },
  {
    found: /^Implicit keys need to be on/,
    ofFirstKey: true,
    says: "mapping values are not allowed in this context",
    by: "scanner",
    at: "colon",
  },
  { found: /^Implicit (map )?keys need/, says: "could not find expected ':'", by: "scanner" },
  { found: /^Plain value cannot start with flow/, says: "did not find expected node content", by: "parser" },
  { found: /^Unexpected flow-/, says: "did not find expected node content", by: "parser" },
  { found: /^Plain value cannot start/, says: "found character that cannot start any token", by: "scanner" },
  { found: /^Tabs are not allowed/, says: "found character that cannot start any token", by: "scanner" },
  {
    found: /^Unexpected block-seq-ind/,
    says: "block sequence entries are not allowed in this context",
    by: "scanner",
  },
  { found: /^Missing closing/, says: "found unexpected end of stream", by: "scanner", at: "opening" },
  { found: /^Flow sequence/, says: "did not find expected ',' or ']'", by: "parser", at: "opening" },
  { found: /^Flow map/, says: "did not find expected ',' or '}'", by: "parser", at: "opening" },
  { found: /^Invalid escape/, says: "found unknown escape character", by: "scanner" },
  { found: /cannot be an empty string$/, says: "did not find expected alphabetic or numeric character", by: "scanner" },
  { found: /^Block scalar header/, says: "did not find expected comment or line break", by: "scanner" },
  { found: /^Not a YAML token/, says: "did not find expected comment or line break", by: "scanner" },
  { found: /^Maximum call stack/, says: "exceeded max depth of 10000", by: "scanner" },
];

const anythingElse: Omit<Wording, "found"> = { says: "did not find expected key", by: "parser" };

/** A syntax error in the wording of Go's yaml.v3, without the prefix `yaml: `. */
export function goSyntaxMessage(parsed: ParsedYaml, problem: YamlProblem): string {
  const { says, by, at } = wordings.find((each) => isMeant(each, parsed, problem)) ?? anythingElse;
  const line = (at && lineOfPlace[at](parsed, problem)) ?? problem.line;
  if (line === 1) return says;
  return `line ${by === "scanner" ? line : line - 1}: ${says}`;
}

function isMeant({ found, ofFirstKey }: Wording, parsed: ParsedYaml, problem: YamlProblem): boolean {
  return found.test(problem.message) && (!ofFirstKey || isFirstKey(parsed, problem));
}

function isFirstKey({ document }: ParsedYaml, { offset }: YamlProblem): boolean {
  if (!document) return false;
  for (const node of nodesIn(document)) {
    if (isMap(node) && (node.items[0]?.key as Node | null)?.range?.[0] === offset) return true;
  }
  return false;
}

type FindLine = (parsed: ParsedYaml, problem: YamlProblem) => number | undefined;

const lineOfPlace: Readonly<Record<"colon" | "opening", FindLine>> = {
  colon: ({ text, lineAt }, { offset }) => {
    const colon = text.slice(offset).search(/:(?=\s|$)/);
    return colon < 0 ? undefined : lineAt(offset + colon);
  },
  /** The line of the last value that began before the problem; if that is the first line, the line of the problem. */
  opening: ({ document, lineAt }, { offset }) => {
    const map = document?.contents;
    const values = isMap(map) ? map.items.map(({ value }) => value as Node | null) : [];
    const begun = values.findLast((value) => (value?.range?.[0] ?? offset) < offset && isOpen(value));
    const line = lineAt(begun?.range?.[0] ?? 0);
    return line > 1 ? line : undefined;
  },
};

function isOpen(value: Node | null): boolean {
  return isCollection(value) ? value.flow === true : /^QUOTE/.test((value as { type?: string } | null)?.type ?? "");
}
