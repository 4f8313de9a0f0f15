import { isScalar, type Node } from "yaml";

/**
 * The text of a node with the lines of blanks at the end of a block that other YAML readers take for text. The package `yaml`, by which
 * everything is parsed here, does not: lines longer than the block's indentation, if that is given by a number (`>1-`).
 * @param text the node's text in the package
 * @param source the YAML that the node was parsed from
 */
export function withBlankLines(text: string, node: unknown, source: string): string {
  const [start, , end] = (isScalar(node) && node.range) || [0, 0, 0];
  const [head = "", given, chomp] = /^[|>](\d)([-+]?).*\n/.exec(source.slice(start, end)) ?? [];
  if (given === undefined) return text;
  const isBlank = /^[ \n]*$/.test(text);
  const behind = /^[ \n]+(?=\n|$)/.exec(source.slice(isBlank ? start + head.length : end))?.[0] ?? "";
  const lines = behind.split("\n").map((line) => line.slice(Number(given)));
  const last = lines.findLastIndex((line) => line !== "");
  if (last < 0) return text;
  const before = isBlank ? "" : text + (chomp === "-" ? "\n" : "");
  return `${before}${lines.slice(0, last + 1).join("\n")}${chomp === "-" ? "" : "\n"}`;
}

/** How libyaml and its ports say what `isIndentedByTab` finds. */
export const tabIndentation = "found a tab character where an indentation space is expected";

/**
 * Whether a tab stands before the first text of a block, where the block's indentation is not yet known. The package `yaml` takes it for
 * text; libyaml, of which Go's and Rust's readers are ports, refuses it (`yaml_parser_scan_block_scalar_breaks`).
 * @param source the YAML that the node was parsed from
 */
export function isIndentedByTab(node: Node, source: string): boolean {
  if (!isScalar(node)) return false;
  const [start = 0, , end = 0] = node.range ?? [];
  return /^[|>][-+]?(?:[ \t][^\n]*)?\n(?: *\n)* *\t/.test(source.slice(start, end));
}

/**
 * YAML without tabs in lines of blanks, which many loaders pass over at the end of a block. A line of blanks keeps them where the text goes
 * on indented: a block that has one there is refused.
 * @param isIndentation whether lines with text may have none at their beginning either
 */
export function withoutBlankTabs(yaml: string, isIndentation = false): string {
  let isIndented = false;
  const bare = yaml
    .split("\n")
    .reverse()
    .map((line) => {
      const isBlank = line.trim() === "";
      if (!isBlank) isIndented = /^\s/.test(line);
      return (isBlank ? !isIndented : isIndentation) ? line.replace(/^( *)\t[ \t]*/, "$1") : line;
    });
  return bare.reverse().join("\n");
}

/**
 * YAML as many loaders read it, where the package `yaml` refuses it: a quoted value may go on at the margin, unless dashes begin another
 * document there, and a line of blanks in a block decides its indentation, so that a comment with less is below the block.
 */
export function withUsualIndents(yaml: string): string {
  return yaml
    .replace(/^[\w-]+:[ \t]+(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')/gm, (value) =>
      value.replace(/\n(?!---|\s)/g, "\n "),
    )
    .replace(/([|>][-+]?[ \t]*\n)((?: *\n)+)( +)(?=#)/g, (whole, head: string, blanks: string, indent: string) =>
      blanks.includes(`${indent} `) ? head + blanks : whole,
    );
}
