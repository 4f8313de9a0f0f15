import { formatBytes, formatCount } from "#lib/format-count.ts";

/** Why a Markdown text is shown as its source. */
export type Refusal =
  | { readonly kind: "long" | "deep" | "many" }
  /** Found by trying: `late` was stopped, `crashed` ran out of stack or memory. */
  | { readonly kind: "late" | "crashed" | "unfetched" };

/**
 * Limits for rendering. The parser's time grows with the square of some texts and its stack with the depth of others; no document written
 * by people comes near.
 */
export const markdownLimits = {
  /** Characters of one text. */
  length: 262_144,
  /** Nesting of quotes and lists. */
  depth: 50,
  /** Elements and text nodes. */
  parts: 60_000,
  /** Milliseconds in the worker, once its script has loaded. */
  milliseconds: 3000,
} as const;

/** Why `text` is not parsed, found in one pass over it; `undefined` if it is parsed. */
export function refusalOf(text: string): Refusal | undefined {
  if (text.length > markdownLimits.length) return { kind: "long" };
  return containerDepth(text, markdownLimits.depth) > markdownLimits.depth ? { kind: "deep" } : undefined;
}

/** The most quotes and list items that any line opens; stops counting beyond `enough`. */
function containerDepth(text: string, enough: number): number {
  let deepest = 0;
  for (let start = 0; start < text.length && deepest <= enough; start++) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    deepest = Math.max(deepest, lineDepth(text, start, end));
    start = end;
  }
  return deepest;
}

const marker = /[ \t]*(?:>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$))/y;
/** `- - -` is a thematic break, however long. */
const rule = /^(?:[ \t]*\*)+[ \t]*$|^(?:[ \t]*-)+[ \t]*$/;

function lineDepth(text: string, start: number, end: number): number {
  let depth = 0;
  marker.lastIndex = start;
  while (marker.test(text) && marker.lastIndex <= end) depth++;
  return depth > markdownLimits.depth && rule.test(text.slice(start, end)) ? 0 : depth;
}

/** What happened and what is shown instead, for a person. */
export function refusalText({ kind }: Refusal): string {
  return `${reasons[kind]} It is shown as text.`;
}

const reasons: Readonly<Record<Refusal["kind"], string>> = {
  long: `This Markdown is longer than the ${formatBytes(markdownLimits.length)} that are rendered.`,
  deep: `In this Markdown more than ${markdownLimits.depth} quotes or lists are nested.`,
  many: `This Markdown has more than the ${formatCount(markdownLimits.parts)} parts that are rendered.`,
  late: `Rendering this Markdown was stopped: it took more than ${markdownLimits.milliseconds / 1000} seconds.`,
  crashed: "This Markdown is too deeply nested or repeated to render.",
  unfetched: "The part that renders Markdown did not load.",
};
