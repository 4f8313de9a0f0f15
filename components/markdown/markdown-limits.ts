import { formatBytes } from "#components/ui/format.ts";
import { formatCount } from "#lib/format-count.ts";

/** Why a Markdown text is shown as it is written. */
export type Refusal =
  | { readonly kind: "long" | "deep" | "many" }
  /** Found out by trying: `late` was stopped, `crashed` ran out of stack or memory. */
  | { readonly kind: "late" | "crashed" | "unfetched" };

/**
 * What is rendered. A parser's time grows with the square of some texts and its stack with the depth of others; no
 * document that people wrote comes near.
 */
export const markdownLimits = {
  /** Characters of one text. */
  length: 262_144,
  /** Quotes and lists in one another. */
  depth: 50,
  /** Elements and stretches of text. */
  parts: 60_000,
  /** Milliseconds in the worker, once its script is there. */
  milliseconds: 3000,
} as const;

/** Why `text` is not even parsed: told in one pass over it. */
export function refusalOf(text: string): Refusal | undefined {
  if (text.length > markdownLimits.length) return { kind: "long" };
  return containerDepth(text, markdownLimits.depth) > markdownLimits.depth ? { kind: "deep" } : undefined;
}

/** The largest number of quotes and list items that one line opens; counting stops beyond `enough`. */
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
/** `- - -` is a line across the page, however long. */
const rule = /^(?:[ \t]*\*)+[ \t]*$|^(?:[ \t]*-)+[ \t]*$/;

function lineDepth(text: string, start: number, end: number): number {
  let depth = 0;
  marker.lastIndex = start;
  while (marker.test(text) && marker.lastIndex <= end) depth++;
  return depth > markdownLimits.depth && rule.test(text.slice(start, end)) ? 0 : depth;
}

/** What happened and what is shown instead, in words for a person. */
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
