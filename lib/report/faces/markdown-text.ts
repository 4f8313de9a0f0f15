import { visible } from "#lib/report/trust/patterns.ts";

/** Any text as plain text on one line of Markdown. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

/** Any text as inline code, between more backquotes than it has in a row (CommonMark 6.1). */
export function code(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** Inline code for a table cell. GitHub splits a row at every bar that is not escaped, even in code. */
export function cellCode(text: string): string {
  return code(text).replaceAll("|", String.raw`\|`);
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function oneLine(text: string): string {
  return visible(text);
}
