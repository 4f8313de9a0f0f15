import type { Nodes, Parent, Root } from "mdast";

/**
 * Turns HTML in Markdown, comments above all, into the text it is. A renderer would drop it, and a
 * reader would not see what the model reads.
 */
export function remarkShowHtml() {
  return (root: Root) => showHtml(root);
}

function showHtml(parent: Parent): void {
  const isBlock = parent.type === "root" || parent.type === "blockquote" || parent.type === "listItem";
  parent.children = parent.children.map((node) => {
    if (node.type === "html") return asText(node.value, isBlock);
    if ("children" in node) showHtml(node);
    return node;
  });
}

function asText(value: string, isBlock: boolean): Extract<Nodes, { type: "code" | "inlineCode" }> {
  return isBlock ? { type: "code", lang: "html", value } : { type: "inlineCode", value };
}
