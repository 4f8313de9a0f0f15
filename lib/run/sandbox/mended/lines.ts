import { OptionError, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";

/** The lines of each file from its last on; a last one without an end goes on with the line before it. @throws OptionError */
export async function tac(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words } = readOptions(args, { letters: "", withValue: "", long: {} });
  const { read, faults } = await readAll("tac", words, context);
  const stdout = read.map(({ text }) => (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).reverse().join("")).join("");
  const stderr = faults.replaceAll(/^tac: (.*): (No such.*)$/gm, "tac: failed to open '$1' for reading: $2");
  return { stdout, stderr, exitCode: faults === "" ? 0 : 1, stdoutKind: "bytes" };
}

/** Prints numbers by a format, which the shell's own does not know. */
export async function seq(args: readonly string[], { origCommand, exec, cwd }: CommandContext): Promise<CommandResult> {
  if (!origCommand || !exec) throw new Error("The shell counts nothing.");
  const numbers = args.filter(
    (arg, at) => /^-?\.?\d/.test(arg) && !/^(?:-[fs]|--format|--separator)$/.test(args[at - 1] ?? ""),
  );
  if (numbers.length > 3) throw new OptionError(`extra operand '${numbers[3]}'`);
  const at = args.findIndex((arg) => /^-f|^--format/.test(arg));
  if (at < 0) return origCommand([...args]);
  const [, inside = ""] = /^(?:-f|--format=?)(.*)$/s.exec(args[at] ?? "") ?? [];
  const format = inside || (args[at + 1] ?? "");
  if (!/^(?:[^%]|%%)*%[-+ #0]*\d*(?:\.\d+)?[aefgAEFG](?:[^%]|%%)*$/.test(format))
    throw new OptionError(`format '${format}' has no % directive of a number`);
  const others = args.filter((_, each) => each !== at && (inside !== "" || each !== at + 1));
  const between = others.findIndex((arg) => /^-s/.test(arg));
  if (between >= 0) throw new OptionError("-f with -s is not possible here");
  const counted = await origCommand([...others]);
  if (counted.exitCode !== 0 || counted.stdout === "") return counted;
  return exec("printf", { cwd, args: [`${format}\n`, ...counted.stdout.trimEnd().split("\n")] });
}

/** Prints blanks for an empty line that has no number, and no tab. */
export async function nl(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no nl.");
  const result = await origCommand([...args]);
  const at = args.findIndex((arg) => arg.startsWith("-s"));
  const between = (at < 0 ? undefined : args[at]?.slice(2) || args[at + 1]) ?? "\t";
  const isEmpty = (line: string) => line.trim() === between.trim() && line.endsWith(between);
  const lines = result.stdout
    .split("\n")
    .map((line) => (line !== "" && isEmpty(line) ? " ".repeat(line.length) : line));
  return { ...result, stdout: lines.join("\n") };
}
