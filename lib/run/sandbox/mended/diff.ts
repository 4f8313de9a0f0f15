import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";

/** Prints diff's default format without `-u`, and no line above the names, like GNU's. @throws OptionError */
export async function diff(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no diff.");
  const options = args.filter((arg) => arg.startsWith("-") && arg !== "-");
  const other = options.find((option) =>
    /^-\w*[yncer]|^--(?:side-by-side|context|ed|rcs|normal|recursive)/.test(option),
  );
  if (other !== undefined) throw new OptionError(`${other} is not possible here: there are -u, -q and the usual form`);
  const isUnified = options.some((option) => /^-\w*[uU]|^--unified/.test(option));
  const isBrief = options.some((option) => /^-\w*q|^--brief$/.test(option));
  if (isBrief) return origCommand([...args]);
  const result = await origCommand(isUnified ? [...args] : ["-u", ...args]);
  const unified = result.stdout.replace(/^=+\n/, "").replace(/^(@@ -\d+),1 | (\+\d+),1 @@/gm, shortCount);
  return { ...result, stdout: isUnified ? unified : inUsualForm(unified) };
}

/** A count of one is omitted. */
function shortCount(_: string, before: string | undefined, after: string | undefined): string {
  return before === undefined ? ` ${after} @@` : `${before} `;
}

/** Converts a unified diff to hunks like `2,3c2` with `<` and `>`, without unchanged lines. */
function inUsualForm(unified: string): string {
  // Each hunk begins with its numbers; the file names come before the first.
  const hunks = unified.split(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*\n/m);
  let text = "";
  for (let at = 1; at < hunks.length; at += 5) {
    const [left, leftCount = "1", right, rightCount = "1", lines = ""] = hunks.slice(at, at + 5);
    // For an empty range the preceding line is named.
    text += changesIn(lines, Number(left) - (leftCount === "0" ? 0 : 1), Number(right) - (rightCount === "0" ? 0 : 1));
  }
  return text;
}

/** @param left number of lines of the first file before the hunk; @param right of the second */
function changesIn(lines: string, left: number, right: number): string {
  let text = "";
  let [first, second] = [left, right];
  for (const part of lines.match(/(?:^[-+\\].*\n?)+|(?:^ .*\n?)+/gm) ?? []) {
    const rows = part.split("\n").filter(Boolean);
    const isSame = part.startsWith(" ");
    first += rows.filter((row) => isSame || row.startsWith("-")).length;
    second += rows.filter((row) => isSame || row.startsWith("+")).length;
    if (!isSame) text += written(changeIn(rows), first, second);
  }
  return text;
}

/** A final line without a line break is followed by a note. */
function changeIn(rows: readonly string[]): Change {
  const change: Change = { gone: [], come: [] };
  let last = change.gone;
  for (const row of rows) {
    if (!row.startsWith("\\")) last = row.startsWith("-") ? change.gone : change.come;
    last.push(`${row.replace(/^-/, "< ").replace(/^\+/, "> ")}\n`);
  }
  return change;
}

interface Change {
  readonly gone: string[];
  readonly come: string[];
}

/** @param left number of the last line read of the first file; @param right of the second */
function written({ gone, come }: Change, left: number, right: number): string {
  const [lost, added] = [countOf(gone), countOf(come)];
  if (lost === 0 && added === 0) return "";
  const from = range(left, lost);
  const to = range(right, added);
  if (added === 0) return `${from}d${right}\n${gone.join("")}`;
  if (lost === 0) return `${left}a${to}\n${come.join("")}`;
  return `${from}c${to}\n${gone.join("")}---\n${come.join("")}`;
}

function countOf(lines: readonly string[]): number {
  return lines.filter((line) => !line.startsWith("\\")).length;
}

function range(last: number, count: number): string {
  return count > 1 ? `${last - count + 1},${last}` : String(last);
}
