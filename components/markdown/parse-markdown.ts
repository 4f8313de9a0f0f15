import type { Nodes, Root } from "hast";
import type { Nodes as MdastNodes, Root as MdastRoot, Parent } from "mdast";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { markdownLimits, type Refusal } from "./markdown-limits.ts";
import { markdownPieces } from "./markdown-pieces.ts";

export interface MarkdownRequest {
  readonly text: string;
  /** Whether HTML, above all comments, is shown as text; otherwise it is left out. */
  readonly showsHtml: boolean;
}

/** `pieces`: `MarkdownPiece` objects as JSON, each parsed when it is drawn. */
export type MarkdownReply = { readonly pieces: readonly string[] } | { readonly refused: Refusal };

/** A single dollar sign means money more often than a formula. */
const math = { singleDollarTextMath: false };
const leavesHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, math)
  .use(remarkUnfinishedDiagrams)
  .use(remarkRehype)
  .use(rehypeSanitize)
  .freeze();
const showsHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, math)
  .use(remarkUnfinishedDiagrams)
  .use(remarkShowHtml)
  .use(remarkRehype)
  .use(rehypeSanitize)
  .freeze();

/** Nesting of elements: beyond this, a browser's layout takes long and then gives up. */
const deepest = 2 * markdownLimits.depth + 20;

/**
 * Parses Markdown from a model or a source into sanitised pieces. Untrusted: a text that passed `refusalOf` may still take minutes, so this
 * runs in a worker that can be stopped. A text nested too deep for the stack is refused.
 */
export function parseMarkdown(request: MarkdownRequest): MarkdownReply {
  const { text } = request;
  try {
    const processor = request.showsHtml ? showsHtml : leavesHtml;
    const root = processor.runSync(processor.parse(text), text);
    const refused = refusalOfTree(root);
    if (refused) return { refused };
    return { pieces: markdownPieces(root, text).map((piece) => JSON.stringify(piece, withoutPositions)) };
  } catch (caught) {
    // "Maximum call stack size exceeded".
    if (caught instanceof RangeError) return { refused: { kind: "crashed" } };
    throw caught;
  }
}

function withoutPositions(key: string, value: unknown): unknown {
  return key === "position" || key === "data" ? undefined : value;
}

function refusalOfTree(root: Root): Refusal | undefined {
  let parts = 0;
  const open: { readonly node: Nodes; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (++parts > markdownLimits.parts) return { kind: "many" };
    if (depth > deepest) return { kind: "deep" };
    if ("children" in node) for (const child of node.children) open.push({ node: child, depth: depth + 1 });
  }
  return undefined;
}

/** Matches the closing line of a fenced block. */
const closingFence = /\n[ \t>]*(?:`{3,}|~{3,})[ \t]*$/;

/** While an answer grows, a diagram whose fence is still open is shown as text: half a diagram is invalid, or a different one. */
function remarkUnfinishedDiagrams() {
  return (root: MdastRoot, file: { toString(): string }) => {
    const text = String(file);
    // An open fence reaches to the end, so it is the last descendant.
    let last: MdastNodes | undefined = root;
    while (last && "children" in last) last = last.children.at(-1);
    if (last?.type !== "code" || last.lang?.toLowerCase() !== "mermaid") return;
    if (!closingFence.test(text.slice(last.position?.start.offset, last.position?.end.offset))) last.lang = "text";
  };
}

/** Turns HTML in Markdown, above all comments, into text. A renderer would drop it, and the reader would not see what the model reads. */
function remarkShowHtml() {
  return (root: MdastRoot) => showHtml(root);
}

function showHtml(parent: Parent): void {
  const isBlock = parent.type === "root" || parent.type === "blockquote" || parent.type === "listItem";
  parent.children = parent.children.map((node) => {
    // The one way to begin a line in a table's cell.
    if (node.type === "html" && !isBlock && /^<br ?\/?>$/i.test(node.value)) return { type: "break" };
    if (node.type === "html") return asText(node.value, isBlock);
    if ("children" in node) showHtml(node);
    return node;
  });
}

function asText(value: string, isBlock: boolean): Extract<MdastNodes, { type: "code" | "inlineCode" }> {
  return isBlock ? { type: "code", lang: "html", value } : { type: "inlineCode", value };
}
