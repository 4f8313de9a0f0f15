import { linesOf } from "../errors/engine-texts.ts";

/** The call of the script that is being made, as it stands on its line: Node tells it for an assertion. @returns "" where it is not found */
export function callText(): string {
  const [, file, line = "", column = ""] =
    /^ {4}at (?:.*\()?(?:file:\/\/)?([^():]+):(\d+):(\d+)/m.exec(new Error("here").stack ?? "") ?? [];
  const text = (file && linesOf(file)[Number(line) - 1]) ?? "";
  const bracket = text.indexOf("(", Number(column) - 1);
  const name = /[\w$.]+$/.exec(text.slice(0, bracket))?.[0] ?? "";
  return name === "" ? "" : `:\n\n  ${text.slice(bracket - name.length, endOf(text, bracket))}\n`;
}

/** Behind the bracket that ends what another begins, or the end of the line. */
function endOf(text: string, bracket: number): number {
  let depth = 0;
  const parts = /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\/.*|\/\*.*?\*\/|[()]/gs;
  parts.lastIndex = bracket;
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    if (part[0] === "(") depth++;
    else if (part[0] === ")" && --depth === 0) return parts.lastIndex;
  }
  return text.length;
}
