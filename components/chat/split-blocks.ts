/** A block longer than this is cut at places that change the picture a little, to keep parsing short. */
const longBlock = 4000;

/**
 * Cuts Markdown where a new top-level block surely begins, so that the finished blocks of a growing
 * answer are parsed once. The pieces joined by a newline are the text. Only safe places are used: a
 * heading, or a plain paragraph after a blank line that ends neither a list nor indented text. Text
 * with reference definitions stays whole, for any block may refer to them.
 */
export function splitBlocks(markdown: string): string[] {
  if (/^ {0,3}\[[^\]]+\]:/m.test(markdown)) return [markdown];
  const blocks: string[] = [];
  let block: string[] = [];
  let length = 0;
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    if (!fence && block.length > 0 && startsBlock(line, block, length > longBlock)) {
      blocks.push(block.join("\n"));
      block = [];
      length = 0;
    }
    fence = fenceAfter(fence, line);
    block.push(line);
    length += line.length;
  }
  return [...blocks, block.join("\n")];
}

function startsBlock(line: string, before: readonly string[], long: boolean): boolean {
  if (/^#{1,6} /.test(line)) return true;
  const afterBlank = before.at(-1)?.trim() === "";
  if (!afterBlank || line.trim() === "" || /^\s/.test(line)) return false;
  if (long) return true;
  const isPlain = !/^([-*+>|<]|\d+[.)])/.test(line);
  return isPlain && !before.some((earlier) => /^\s*([-*+]|\d+[.)]) /.test(earlier));
}

/** The open code fence after `line`, as its run of marks; `undefined` outside code. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const marks = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (!marks) return open;
  const [, run = "", rest = ""] = marks;
  if (!open) return run.startsWith("`") && rest.includes("`") ? undefined : run;
  return run.startsWith(open) && rest.trim() === "" ? undefined : open;
}
