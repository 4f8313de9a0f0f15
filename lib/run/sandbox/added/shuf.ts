import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "einorz",
  withValue: "ino",
  long: { echo: "e", "input-range": "i", "head-count": "n", output: "o", repeat: "r", "zero-terminated": "z" },
};

/** Most numbers of a range, and most lines drawn again and again. */
const most = 1_000_000;

/** GNU's `shuf`: lines, words (`-e`) or numbers (`-i 1-9`) in an order by chance. @throws OptionError */
export async function shuf(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  const end = has("z") ? "\0" : "\n";
  const { lines, faults } = await linesOf(words, { range: lastOf("i"), isEcho: has("e"), end }, context);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  const wanted = lastOf("n");
  if (wanted !== undefined && !/^\d+$/.test(wanted)) throw new OptionError(`invalid line count: '${wanted}'`);
  if (has("r") && !(Number(wanted) <= most)) throw new OptionError(`-r is only possible here with -n, up to ${most}`);
  const drawn = has("r") ? repeated(lines, Number(wanted)) : shuffled(lines).slice(0, Number(wanted ?? lines.length));
  const stdout = drawn.map((line) => `${line}${end}`).join("");
  const file = lastOf("o");
  if (file === undefined) return { stdout, stderr: "", exitCode: 0, stdoutKind: "bytes" } as CommandResult;
  await context.fs.writeFile(resolve(context.cwd, file), stdout, "binary");
  return { stdout: "", stderr: "", exitCode: 0 };
}

interface Source {
  readonly range: string | undefined;
  readonly isEcho: boolean;
  readonly end: string;
}

async function linesOf(words: readonly string[], { range, isEcho, end }: Source, context: CommandContext) {
  if (range !== undefined) return { lines: numbersIn(range), faults: "" };
  if (isEcho) return { lines: words, faults: "" };
  if (words[1] !== undefined) throw new OptionError(`extra operand '${words[1]}'`);
  const { read, faults } = await readAll("shuf", words, context);
  const text = read[0]?.text ?? "";
  return { lines: text === "" ? [] : text.replace(new RegExp(`${end}$`), "").split(end), faults };
}

function numbersIn(range: string): string[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(range) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (!(count >= 0)) throw new OptionError(`invalid input range: '${range}'`);
  if (count > most) throw new OptionError(`no more than ${most} numbers are possible here`);
  return Array.from({ length: count }, (_, at) => String(Number(first) + at));
}

/** By Fisher and Yates. */
function shuffled(lines: readonly string[]): string[] {
  const all = [...lines];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [all[at], all[other]] = [all[other] as string, all[at] as string];
  }
  return all;
}

function repeated(lines: readonly string[], count: number): string[] {
  if (lines.length === 0) throw new OptionError("no lines to repeat");
  return Array.from({ length: count }, () => lines[Math.floor(Math.random() * lines.length)] as string);
}
