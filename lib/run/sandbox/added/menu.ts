import type { CommandResult } from "#lib/run/sandbox/commands/command-types.ts";

/** Width of the page's terminal, and of a tab in it. */
const [width, tab] = [80, 8];

/** Prints words with their numbers, in as many columns as fit, as bash's `select` does. */
export async function menu(words: readonly string[]): Promise<CommandResult> {
  const digits = String(words.length).length;
  const longest = Math.max(...words.map(({ length }) => length)) + digits + 4;
  const fitting = Math.max(1, Math.floor(width / longest));
  const high = Math.ceil(words.length / fitting);
  const rows = high === 1 ? Math.ceil(words.length / high) : high;
  const lines = Array.from({ length: Math.min(rows, words.length) }, (_, row) => {
    let line = "";
    let from = 0;
    for (let at = row; at < words.length; at += rows) {
      const number = String(at + 1).padStart(at === row ? String(rows).length : digits);
      const text = `${number}) ${words[at]}`;
      line += text;
      if (at + rows < words.length) line += indent(from + text.length, from + longest);
      from += longest;
    }
    return `${line}\n`;
  });
  return { stdout: "", stderr: lines.join(""), exitCode: 0 };
}

/** What leads from one column to another: tabs as far as they fit. */
function indent(from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; ) {
    const isTab = Math.floor(to / tab) > Math.floor(at / tab);
    text += isTab ? "\t" : " ";
    at += isTab ? tab - (at % tab) : 1;
  }
  return text;
}
