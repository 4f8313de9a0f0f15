import type { Split } from "./frontmatter.ts";

const opening = /^---\r?\n/;
const closing = /\r?\n---/g;

/**
 * Cuts at ak-coder's expression `^---\r?\n([\s\S]+?)\r?\n---`: the block starts with the file and holds at least one
 * character, and the first later line that begins with three dashes closes it, whatever follows them. The body
 * begins on the next line.
 */
export function splitFirstBlock(text: string): Split {
  const open = opening.exec(text)?.[0].length;
  if (open === undefined) return { kind: "absent" };
  closing.lastIndex = open + 1;
  const close = closing.exec(text);
  if (!close) return { kind: "unclosed" };
  const end = close.index + close[0].length;
  const lineBreak = /^\r?\n/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  return { kind: "split", yaml: text.slice(open, close.index), body: text.slice(end + lineBreak), firstLine: 2 };
}
