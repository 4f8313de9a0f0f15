/** A block longer than this is also split where that changes the rendering slightly, to keep parsing short. */
const longBlock = 4000;

/** No block but the last is shorter than this: an answer of a hundred thousand headings must not become as many blocks. */
const shortBlock = 400;

/**
 * Splits Markdown where a new top-level block surely begins, so that the finished blocks of a growing answer are parsed once. Joining the
 * pieces by a newline restores the text. Splits only where it is safe: at a heading, or at a plain paragraph after a blank line that ends
 * neither a list nor indented text. A text with reference definitions stays whole, as any block may refer to them. No block but the last
 * has fewer than `least` characters. Takes time in proportion to the text.
 */
export function splitBlocks(markdown: string, least = shortBlock): string[] {
  if (/^ {0,3}\[[^\]\n]{1,999}\]:/m.test(markdown)) return [markdown];
  const blocks: string[] = [];
  let block: Block = emptyBlock();
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    if (!fence && block.lines.length > 0 && block.length >= least && startsBlock(line, block)) {
      blocks.push(block.lines.join("\n"));
      block = emptyBlock();
    }
    fence = fenceAfter(fence, line);
    block.lines.push(line);
    block.length += line.length + 1;
    block.hasList ||= /^\s*([-*+]|\d+[.)]) /.test(line);
  }
  return [...blocks, block.lines.join("\n")];
}

interface Block {
  readonly lines: string[];
  length: number;
  hasList: boolean;
}

function emptyBlock(): Block {
  return { lines: [], length: 0, hasList: false };
}

function startsBlock(line: string, { lines, length, hasList }: Block): boolean {
  if (/^#{1,6} /.test(line)) return true;
  const afterBlank = lines.at(-1)?.trim() === "";
  if (!afterBlank || line.trim() === "" || /^\s/.test(line)) return false;
  if (length > longBlock) return true;
  const isPlain = !/^([-*+>|<]|\d+[.)])/.test(line);
  return isPlain && !hasList;
}

/** The opening marks of the code fence that is open after `line`; `undefined` outside code. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const marks = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (!marks) return open;
  const [, run = "", rest = ""] = marks;
  if (!open) return run.startsWith("`") && rest.includes("`") ? undefined : run;
  return run.startsWith(open) && rest.trim() === "" ? undefined : open;
}
