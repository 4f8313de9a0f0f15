import { visible } from "#lib/report/trust/patterns.ts";

/** As text on one line of Markdown, whatever stands in it. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

/** As code, between more backquotes than it holds in a row (CommonMark 6.1). */
export function code(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** GitHub splits a row at every bar but an escaped one, in code too. */
export function cellCode(text: string): string {
  return code(text).replaceAll("|", String.raw`\|`);
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function oneLine(text: string): string {
  return visible(text);
}
