import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { parseBounded } from "#lib/skills/yaml/parse-bounded.ts";

/** A problem in a workshop's files. */
export interface Fault {
  /** Path inside the workshop. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** What is wrong and what is allowed: a sentence without a full stop. */
  readonly message: string;
}

/** YAML as a lesson may write it: texts, lists and mappings, each with its 1-based line in the file. Scalars stay text. */
export type Yaml = { readonly line: number } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Yaml[] }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, { readonly line: number; readonly value: Yaml }> }
);

/** Limits of one block or one `workshop.yaml`: some 300 values. */
const limits = { parts: 2_000, depth: 24 };

/** Collects the faults of one file. */
export interface Reading {
  readonly file: string;
  readonly faults: Fault[];
  /** Number of regular expressions read so far. */
  patterns?: number;
}

export function fault({ file, faults }: Reading, line: number, message: string): undefined {
  faults.push({ file, line, message });
}

/** Reads YAML that begins at line `firstLine` of its file; `undefined`, with a fault, if it cannot be read. */
export function readYaml(text: string, firstLine: number, reading: Reading): Yaml | undefined {
  const plain = text.replace(/\r\n?/g, "\n");
  const parsed = parseBounded(plain, limits, { schema: "failsafe", prettyErrors: false, logLevel: "silent" });
  const lineAt = (offset: number) => firstLine + plain.slice(0, offset).split("\n").length - 1;
  if (!parsed) return fault(reading, firstLine, "This YAML block is too long");
  const error = parsed.document?.errors[0];
  if (error) return fault(reading, lineAt(error.pos[0]), `This is not YAML: ${firstSentence(error.message)}`);
  if (parsed.hasMore) return fault(reading, firstLine, "A second YAML document begins here, where one is expected");
  const contents = parsed.document?.contents;
  if (!contents) return fault(reading, firstLine, "This is empty");
  return plainNode(contents as Node, lineAt, reading);
}

function firstSentence(message: string): string {
  return message.split("\n", 1)[0]?.replace(/[.:]$/, "") ?? "";
}

/** Recursion is safe: the parser limits the nesting. */
function plainNode(node: Node | null, lineAt: (offset: number) => number, reading: Reading): Yaml | undefined {
  const line = lineAt(node?.range?.[0] ?? 0);
  if (isAlias(node)) return fault(reading, line, "References to other places (*name) are not read here");
  if (isSeq(node)) {
    const items = (node.items as Node[]).flatMap((item) => plainNode(item, lineAt, reading) ?? []);
    return { kind: "list", line, items };
  }
  if (!isMap(node)) return { kind: "text", line, text: isScalar(node) ? String(node.value ?? "") : "" };
  const entries = new Map<string, { line: number; value: Yaml }>();
  for (const { key, value } of node.items) {
    if (!isScalar(key)) return fault(reading, line, "A key must be a word");
    const keyLine = lineAt(key.range?.[0] ?? 0);
    const inner = value ? plainNode(value as Node, lineAt, reading) : emptyText(keyLine);
    if (inner) entries.set(String(key.value), { line: keyLine, value: inner });
  }
  return { kind: "map", line, entries };
}

function emptyText(line: number): Yaml {
  return { kind: "text", line, text: "" };
}
