import type { Nodes, Root } from "hast";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { markdownLimits, type Refusal } from "./markdown-limits.ts";
import { markdownPieces } from "./markdown-pieces.ts";
import { remarkShowHtml } from "./remark-show-html.ts";

export interface MarkdownRequest {
  readonly text: string;
  /** Whether HTML, comments above all, is shown as the text it is. Else it is left out. */
  readonly showsHtml: boolean;
}

/** `pieces`: each a `MarkdownPiece` as JSON, which is read when the piece is drawn. */
export type MarkdownReply = { readonly pieces: readonly string[] } | { readonly refused: Refusal };

const leavesHtml = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize).freeze();
const showsHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkShowHtml)
  .use(remarkRehype)
  .use(rehypeSanitize)
  .freeze();

/** Elements in one another: beyond, a browser's own layout takes long and then gives up. */
const deepest = 2 * markdownLimits.depth + 20;

/**
 * Markdown from a model or a source, sanitised, in pieces to draw. Untrusted: what passed `refusalOf` may still take
 * minutes, so this runs in a worker that can be stopped. A text that is too deep for the stack is refused.
 */
export function parseMarkdown(request: MarkdownRequest): MarkdownReply {
  const { text } = request;
  try {
    const processor = request.showsHtml ? showsHtml : leavesHtml;
    const root = processor.runSync(processor.parse(text));
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
