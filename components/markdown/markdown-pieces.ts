import type { Element, Nodes, Root, RootContent } from "hast";
import { memoObject } from "#lib/memo.ts";

/** A part of a rendered text that is drawn by itself. */
export type MarkdownPiece =
  | { readonly kind: "tree"; readonly children: readonly RootContent[] }
  /** A paragraph or table with too many parts to draw at once: shown as its source. */
  | { readonly kind: "text"; readonly text: string };

/** Parts drawn together: well within one frame. */
const together = 250;
/** Most parts of one paragraph, table or item. */
const atMost = 1500;
/** Characters that take as long to lay out as an element. */
const charactersPerPart = 200;

const cutTags: ReadonlySet<string> = new Set(["ul", "ol", "blockquote", "section"]);

/** Splits the rendered `text` into pieces, in order; lists and quotes that are too long for one piece are split between their items. */
export function markdownPieces(root: Root, text: string): readonly MarkdownPiece[] {
  const blocks = root.children.flatMap((node): (RootContent | string)[] => {
    const parts = partsOf(node);
    if (parts <= together) return [node];
    const cut = isCut(node) ? cutElement(node) : [node];
    return cut.every((piece) => partsOf(piece) <= atMost) ? cut : [sourceOf(node, text)];
  });
  return gathered(blocks);
}

function gathered(blocks: readonly (RootContent | string)[]): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let children: RootContent[] = [];
  let parts = 0;
  const close = () => {
    if (children.length > 0) pieces.push({ kind: "tree", children });
    children = [];
    parts = 0;
  };
  for (const block of blocks) {
    const added = typeof block === "string" ? together : partsOf(block);
    if (parts > 0 && parts + added > together) close();
    if (typeof block === "string") {
      close();
      pieces.push({ kind: "text", text: block });
    } else {
      children.push(block);
      parts += added;
    }
  }
  close();
  return pieces;
}

function isCut(node: RootContent): node is Element {
  return node.type === "element" && cutTags.has(node.tagName);
}

/** Splits an element into several, each with some of its children. A numbered list continues its numbers. */
function cutElement(element: Element): Element[] {
  const pieces: Element[] = [];
  let parts = together;
  let items = Number(element.properties.start ?? 1);
  for (const child of element.children) {
    const added = partsOf(child);
    if (parts + added > together) {
      const start = element.tagName === "ol" && { start: items };
      pieces.push({ ...element, properties: { ...element.properties, ...start }, children: [] });
      parts = 0;
    }
    pieces.at(-1)?.children.push(child);
    parts += added;
    if (child.type === "element" && child.tagName === "li") items++;
  }
  return pieces;
}

function sourceOf({ position }: RootContent, text: string): string {
  return text.slice(position?.start.offset ?? 0, position?.end.offset ?? text.length);
}

/** The drawing cost of a node: its elements, plus its text by length. */
const partsOf = memoObject((node: Nodes): number => {
  let parts = 1;
  if (node.type === "text") parts += node.value.length / charactersPerPart;
  // Code blocks are windowed, so they cost no more when longer.
  const isCode = node.type === "element" && node.tagName === "pre";
  if ("children" in node && !isCode) for (const child of node.children) parts += partsOf(child);
  return parts;
});
