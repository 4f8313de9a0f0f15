import { type CustomCommand, defineCommand } from "just-bash/browser";
import { type CommandOptions, OptionError, type OptionForms, readOptions } from "./commands/command-options.ts";
import type { CommandContext as Context, CommandResult as Result } from "./commands/command-types.ts";
import { gathered, type Outputs, start } from "./commands/gathered.ts";
import { escapedText } from "./escaped-text.ts";
import { fromLatin1 } from "./latin1.ts";
import { resolve } from "./shell-files.ts";

const forms: OptionForms = {
  letters: "0adIiLnPrt",
  withValue: "adILnP",
  withOwnValue: "i",
  endAtWord: true,
  long: {
    ...{ null: "0", "arg-file": "a", delimiter: "d", "max-lines": "L", "max-args": "n", "max-procs": "P" },
    ...{ "no-run-if-empty": "r", replace: "I", verbose: "t" },
  },
};

/**
 * GNU's xargs, instead of the shell's own, which rejects `-n1` and runs nothing without input. Commands run one after another, whatever
 * `-P` says.
 */
export function xargsCommand(outputs: Outputs): CustomCommand {
  return defineCommand("xargs", (args, context) => xargs(args, context, outputs));
}

async function xargs(args: string[], context: Context, outputs: Outputs): Promise<Result> {
  try {
    const options = readOptions(args, forms);
    const path = options.lastOf("a");
    const input = path === undefined ? context.stdin : await context.fs.readFileBuffer(resolve(context.cwd, path));
    const bytes = typeof input === "string" ? fromLatin1(input) : (input as Uint8Array);
    return await runAll(callsOf(options, escapedText(bytes)), { context, outputs, tells: options.has("t") });
  } catch (caught) {
    if (!(caught instanceof OptionError)) throw caught;
    return { stdout: "", stderr: `xargs: ${caught.message}\n`, exitCode: 1 };
  }
}

/** The commands to run, each with its arguments. @throws OptionError for an unmatched quote */
function callsOf(options: CommandOptions, input: string): readonly (readonly string[])[] {
  const own = options.lastOf("i");
  const [mark, most, lines] = [
    options.lastOf("I") ?? (own === "" ? "{}" : own),
    options.lastOf("n"),
    options.lastOf("L"),
  ];
  const command = options.words.length > 0 ? options.words : ["echo"];
  const delimiter = options.has("0") ? "\0" : options.lastOf("d");
  if (mark !== undefined) {
    const items = delimiter === undefined ? linesOf(input).map((line) => unquoted(line)) : split(input, delimiter);
    return items.map((item) => command.map((word) => word.replaceAll(mark, item)));
  }
  const groups = lines === undefined ? [] : inGroups(linesOf(input), countOf("L", lines));
  if (lines !== undefined) return groups.map((group) => [...command, ...wordsIn(group.join("\n"))]);
  const items = delimiter === undefined ? wordsIn(input) : split(input, delimiter);
  if (items.length === 0) return options.has("r") ? [] : [command];
  const size = most === undefined ? items.length : countOf("n", most);
  return inGroups(items, size).map((group) => [...command, ...group]);
}

function countOf(letter: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new OptionError(`invalid number "${text}" for -${letter} option`);
  return count;
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

function split(input: string, delimiter: string): string[] {
  const sign = { "\\n": "\n", "\\t": "\t", "\\0": "\0" }[delimiter] ?? delimiter;
  const items = input.split(sign);
  if (items.at(-1) === "") items.pop();
  return items;
}

/** Lines that are not empty. */
function linesOf(input: string): string[] {
  return input.split("\n").filter((line) => line.trim() !== "");
}

const quoted = /"([^"\n]*)"|'([^'\n]*)'|\\(.)|([^\s"'\\]+)/gsu;

/** Words split as in the shell, where only quotes and backslashes are special. */
function wordsIn(input: string): string[] {
  return (input.match(/(?:"[^"\n]*"|'[^'\n]*'|\\.|[^\s"'\\]|["'])+/gsu) ?? []).map(unquoted);
}

function unquoted(text: string): string {
  const rest = text.replaceAll(/"[^"\n]*"|'[^'\n]*'|\\./gsu, "");
  const open = /["']/.exec(rest)?.[0];
  if (open !== undefined) {
    const name = open === '"' ? "double" : "single";
    throw new OptionError(
      `unmatched ${name} quote; by default quotes are special to xargs unless you use the -0 option`,
    );
  }
  return text.trimStart().replaceAll(quoted, (all, double?: string, single?: string, escaped?: string) => {
    return double ?? single ?? escaped ?? all;
  });
}

interface Running {
  readonly context: Context;
  readonly outputs: Outputs;
  readonly tells: boolean;
}

async function runAll(calls: readonly (readonly string[])[], { context, outputs, tells }: Running): Promise<Result> {
  const output = gathered(outputs);
  let exitCode = 0;
  for (const call of calls) {
    if (tells) await output.add("", `${call.map(quotedWord).join(" ")}\n`);
    const { out, err, status } = await start(call, context, outputs);
    await output.add(out, err);
    exitCode = statusOf(status) || exitCode;
    if (exitCode > 123) break;
  }
  return output.result(exitCode);
}

/** A word as `-t` tells it: quoted where the shell would read it otherwise. */
function quotedWord(word: string): string {
  if (!/^$|^[~#]|[\s'"`$&()*;<=>?[\\^|!]/.test(word)) return word;
  return /^[^"`$\\!]*'[^"`$\\!]*$/.test(word) ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The exit code of xargs for a command's exit code. */
function statusOf(status: number): number {
  if (status === 0 || status === 126 || status === 127) return status;
  return status === 255 ? 124 : 123;
}
