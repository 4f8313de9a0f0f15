import { isScalar } from "yaml";

/**
 * The text of a node with the lines of blanks that other readers than the package `yaml`, which reads for all of them here, take
 * for text at the end of a block: those that are longer than its indentation, where that is given by number (`>1-`).
 * @param text as the package has it
 * @param source what the node was parsed from
 */
export function withBlankLines(text: string, node: unknown, source: string): string {
  const [start, , end] = (isScalar(node) && node.range) || [0, 0, 0];
  const [head = "", given, chomp] = /^[|>](\d)([-+]?).*\n/.exec(source.slice(start, end)) ?? [];
  if (given === undefined) return text;
  const isBlank = text.trim() === "";
  const behind = /^[ \n]+(?=\n|$)/.exec(source.slice(isBlank ? start + head.length : end))?.[0] ?? "";
  const lines = behind.split("\n").map((line) => line.slice(Number(given)));
  const last = lines.findLastIndex((line) => line !== "");
  if (last < 0) return text;
  const before = isBlank ? "" : text + (chomp === "-" ? "\n" : "");
  return `${before}${lines.slice(0, last + 1).join("\n")}${chomp === "-" ? "" : "\n"}`;
}
