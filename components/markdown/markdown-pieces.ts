import type { Element, Nodes, Root, RootContent } from "hast";

/** A stretch of a rendered text that is drawn by itself. */
export type MarkdownPiece =
  | { readonly kind: "tree"; readonly children: readonly RootContent[] }
  /** A paragraph or table of too many parts to draw in one go: as it is written. */
  | { readonly kind: "text"; readonly text: string };

/** Parts drawn together: well within a frame. */
const together = 250;
/** Parts that one paragraph, table or item may have. */
const atMost = 1500;
/** Characters that take as long to lay out as an element. */
const charactersPerPart = 200;

const cutTags: ReadonlySet<string> = new Set(["ul", "ol", "blockquote", "section"]);

/** The rendered `text` in pieces, in order; lists and quotes that are too long for one are cut between their items. */
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

/** An element several times, with a part of its children each. A numbered list goes on counting. */
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

const known = new WeakMap<Nodes, number>();

/** How much a node is to draw: its elements, and its text by length. */
function partsOf(node: Nodes): number {
  const before = known.get(node);
  if (before !== undefined) return before;
  let parts = 1;
  if (node.type === "text") parts += node.value.length / charactersPerPart;
  // Code is laid out in a window of its own.
  const isCode = node.type === "element" && node.tagName === "pre";
  if ("children" in node && !isCode) for (const child of node.children) parts += partsOf(child);
  known.set(node, parts);
  return parts;
}
