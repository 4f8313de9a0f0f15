import type { Root, RootContent } from "hast";

/** A run of characters of one colour; `scope`: highlight.js's name for it. */
export interface CodeToken {
  readonly text: string;
  readonly scope?: string | undefined;
}

/**
 * The colours of a text, as runs of characters in typed arrays: an object for each of 100,000 tokens would block the page that receives
 * them.
 */
export interface Highlighting {
  /** End index of each run, ascending; the first run begins at 0. */
  readonly ends: Uint32Array;
  /** For each run, an index into `names`. */
  readonly scopes: Uint8Array;
  /** highlight.js's names; the first entry stands for text without colour. */
  readonly names: readonly (string | undefined)[];
}

export interface HighlightRequest {
  readonly code: string;
  readonly language: string;
}
/** `undefined` if the language is unknown. */
export type HighlightReply = Highlighting | undefined;

/** The runs between two indexes of `code`, such as those of one row. */
export function tokensBetween(
  code: string,
  highlighting: Highlighting | undefined,
  start: number,
  end: number,
): readonly CodeToken[] {
  if (start === end) return [];
  if (!highlighting) return [{ text: code.slice(start, end) }];
  const { ends, scopes, names } = highlighting;
  const tokens: CodeToken[] = [];
  let from = start;
  for (let run = firstBeyond(ends, start); from < end; run++) {
    const to = Math.min(ends[run] ?? end, end);
    tokens.push({ text: code.slice(from, to), scope: names[scopes[run] ?? 0] });
    from = to;
  }
  return tokens;
}

/** Index of the first of the ascending numbers that is greater than `place`. */
function firstBeyond(rising: Uint32Array, place: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Converts a highlighted tree into runs of characters of one colour each. */
export function highlightRuns(tree: Root): Highlighting {
  const ends: number[] = [];
  const scopes: number[] = [];
  const names: (string | undefined)[] = [undefined];
  let at = 0;
  const add = (node: RootContent, scope: number) => {
    if (node.type === "text") {
      at += node.value.length;
      ends.push(at);
      scopes.push(scope);
    } else if (node.type === "element") {
      const name = scopeOf(node.properties.className);
      const inner = name === undefined ? scope : indexIn(names, name);
      for (const child of node.children) add(child, inner);
    }
  };
  for (const child of tree.children) add(child, 0);
  return { ends: Uint32Array.from(ends), scopes: Uint8Array.from(scopes), names };
}

/** Index of `name` in `names`, added if missing. A linear search is fine: highlight.js has some fifty names. */
function indexIn(names: (string | undefined)[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) - 1 : known;
}

/** `["hljs-title", "function_"]` → `title`. */
function scopeOf(className: unknown): string | undefined {
  const first: unknown = Array.isArray(className) ? className[0] : undefined;
  return typeof first === "string" && first.startsWith("hljs-") ? first.slice("hljs-".length) : undefined;
}
