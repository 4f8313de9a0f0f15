import { type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOf, readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";

const forms: OptionForms = {
  letters: "xc",
  withValue: "c",
  long: { columns: "c", "output-width": "c", fillrows: "x" },
};

/** Options without a table, and names. */
const own = /^(?:-|-x|-x?c\d*|--fillrows|--(?:columns|output-width)(?:=\d+)?|[^-][\s\S]*)$/;

/** Without `-t` entries fill the width column by column, between tabs; the shell's own fills row by row. With `-t` it is right. */
export async function column(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  if (!context.origCommand) throw new Error("The shell has no column.");
  if (!args.every((arg) => own.test(arg))) return context.origCommand([...args]);
  const { words, has, lastOf } = readOptions(args, forms);
  const width = lastOf("c") ?? context.exportedEnv?.COLUMNS ?? "80";
  const { read, faults } = await readAll("column", words, context);
  const entries = read.flatMap(({ text }) =>
    escapedText(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
  const longest = Math.max(0, ...entries.map(({ length }) => length));
  const step = (longest + 8) & ~7;
  const columns = Math.max(1, Math.floor(Number(width) / step));
  const rows = Math.ceil(entries.length / columns);
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = Array.from({ length: columns }, (_, at) => entries[has("x") ? row * columns + at : at * rows + row]);
    const cells = line.filter((cell) => cell !== undefined);
    return cells
      .map((cell, at) => (at === cells.length - 1 ? cell : cell + "\t".repeat(Math.ceil((step - cell.length) / 8))))
      .join("");
  });
  const stdout = lines.map((line) => `${line}\n`).join("");
  return { stdout: bytesOf(stdout), stderr: faults, exitCode: faults === "" ? 0 : 1, stdoutKind: "bytes" };
}
