import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOf, readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";

const forms: OptionForms = {
  letters: "cdelLnNoRstxHWOJTE",
  withValue: "clnNoRsHWOTE",
  long: {
    ...{ columns: "c", "output-width": "c", fillrows: "x", table: "t", separator: "s", "output-separator": "o" },
    ...{ "table-columns": "N", "table-noheadings": "d", "table-right": "R", "table-columns-limit": "l", json: "J" },
    ...{ "table-hide": "H", "table-wrap": "W", "table-order": "O", "table-truncate": "T", "keep-empty-lines": "L" },
  },
};

/** util-linux's column: entries fill the width column by column, between tabs, or lines are a table. @throws OptionError */
export async function column(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf, options } = readOptions(args, forms);
  const other = options.find(([letter]) => "eLHWOJTEn".includes(letter));
  if (other) throw new OptionError(`-${other[0]} is not possible here`);
  const width = lastOf("c") ?? context.exportedEnv?.COLUMNS ?? "80";
  const { read, faults } = await readAll("column", words, context);
  const entries = read.flatMap(({ text }) =>
    escapedText(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
  const result = (stdout: string): CommandResult => ({
    stdout: bytesOf(stdout),
    stderr: faults,
    exitCode: faults === "" ? 0 : 1,
    stdoutKind: "bytes",
  });
  if (has("t") || lastOf("N") !== undefined) return result(tableOf(entries, lastOf, has("d")));
  const longest = entries.reduce((most, { length }) => Math.max(most, length), 0);
  const step = (longest + 8) & ~7;
  const columns = Math.max(1, Math.min(entries.length, Math.floor(Number(width) / step)));
  const rows = Math.ceil(entries.length / columns);
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = Array.from({ length: columns }, (_, at) => entries[has("x") ? row * columns + at : at * rows + row]);
    const cells = line.filter((cell) => cell !== undefined);
    return cells
      .map((cell, at) => (at === cells.length - 1 ? cell : cell + "\t".repeat(Math.ceil((step - cell.length) / 8))))
      .join("");
  });
  return result(lines.map((line) => `${line}\n`).join(""));
}

/** Lines as a table, in which all cells but the last are filled. @throws OptionError */
function tableOf(
  lines: readonly string[],
  lastOf: (letter: string) => string | undefined,
  isWithoutNames: boolean,
): string {
  const [signs, most, names] = [lastOf("s"), Number(lastOf("l") ?? "Infinity"), lastOf("N")?.split(",")];
  const rows = lines.map((line) => {
    const cells = signs === undefined ? line.trim().split(/[ \t]+/) : split(line, signs);
    if (cells.length <= most) return cells;
    const before = cells.slice(0, most - 1);
    const rest = signs === undefined ? line.trim().replace(new RegExp(`^(?:\\S+\\s+){${most - 1}}`), "") : undefined;
    return [...before, rest ?? line.slice(before.join(" ").length + 1)];
  });
  if (names && !isWithoutNames && rows.length > 0) rows.unshift(names);
  const count = rows.reduce((size, { length }) => Math.max(size, length), 0);
  const right = new Set(
    lastOf("R")
      ?.split(",")
      .map((name) => (/^\d+$/.test(name) ? Number(name) - 1 : (names ?? []).indexOf(name))),
  );
  if (right.has(-1)) throw new OptionError(`undefined column name '${lastOf("R")}'`);
  const lengthOf = (cell: string) => Array.from(cell).length;
  const widths = Array.from({ length: count }, (_, at) =>
    rows.reduce((size, row) => Math.max(size, lengthOf(row[at] ?? "")), 0),
  );
  const shown = (row: readonly string[]) =>
    widths.map((width, at) => {
      const cell = row[at] ?? "";
      const blanks = " ".repeat(width - lengthOf(cell));
      if (right.has(at)) return at === count - 1 && cell === "" ? "" : blanks + cell;
      return at === count - 1 ? cell : cell + blanks;
    });
  return rows.map((row) => `${shown(row).join(lastOf("o") ?? "  ")}\n`).join("");
}

function split(line: string, signs: string): string[] {
  return line.split(new RegExp(`[${signs.replaceAll(/[\\\]^-]/g, "\\$&")}]`));
}
