import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOf, linesOf, type Read, readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { type Key, keyOf, partOf, readKey } from "./keys.ts";
import { compareTexts } from "./orders.ts";

const forms: OptionForms = {
  letters: "bcCdfghiMnRrVkmosStTuz",
  withValue: "koStT",
  withOwnValue: "K",
  long: {
    ...{ "ignore-leading-blanks": "b", "dictionary-order": "d", "ignore-case": "f", "general-numeric-sort": "g" },
    ...{ "human-numeric-sort": "h", "ignore-nonprinting": "i", "month-sort": "M", "numeric-sort": "n" },
    ...{ "random-sort": "R", reverse: "r", "version-sort": "V", check: "K", key: "k", merge: "m", output: "o" },
    ...{ stable: "s", "buffer-size": "S", "field-separator": "t", "temporary-directory": "T", unique: "u" },
    ...{ "zero-terminated": "z", parallel: "S", "batch-size": "S" },
  },
};

/** What one line is compared by. */
interface Line {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Compare = (one: Line, other: Line) => number;

/** GNU's sort, in the order of bytes. @throws OptionError */
export async function sort(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, options, lastOf } = readOptions(args, { ...forms, letters: `${forms.letters}K` });
  const usual = new Set(options.flatMap(([letter]) => ("bdfghiMnRrV".includes(letter) ? [letter] : [])));
  const given = options.flatMap(([letter, value]) => (letter === "k" ? [readKey(value, usual)] : []));
  const keys = given.length > 0 ? given : [keyOf(usual)];
  const tab = tabOf(lastOf("t"));
  const { read, faults } = await readAll("sort", words, context);
  const why = faultOf(read, faults);
  if (why !== undefined) return { stdout: "", stderr: `sort: ${why}\n`, exitCode: 2 };
  const end = has("z") ? "\0" : "\n";
  const lines = read.flatMap(({ text }) => linesOf(text, end));
  const isSimple = given.length === 0 && [...usual].every((letter) => letter === "r");
  const byKeys = comparison(keys);
  const isOnce = has("u");
  const byLines: Compare = (one, other) =>
    byKeys(one, other) || (isOnce || has("s") ? 0 : compareTexts(one.text, other.text) * (usual.has("r") ? -1 : 1));
  const lineOf = (text: string): Line => ({
    text,
    values: isSimple ? [text] : keys.map((key) => key.order.of(partOf(text, key, tab))),
  });
  if (has("c", "C", "K")) {
    const isQuiet = has("C") || /^(?:quiet|silent)$/.test(lastOf("K") ?? "");
    return checked(lines.map(lineOf), (one, other) => byLines(one, other) || Number(isOnce), words[0] ?? "-", isQuiet);
  }
  const sorted = lines.map(lineOf).sort(byLines);
  const shown = isOnce ? sorted.filter((line, at) => at === 0 || byKeys(sorted[at - 1] as Line, line) !== 0) : sorted;
  const stdout = shown.map(({ text }) => text + end).join("");
  const target = lastOf("o");
  if (target === undefined) return { stdout, stderr: "", exitCode: 0, stdoutKind: "bytes" };
  await context.fs.writeFile(resolve(context.cwd, target), fromLatin1(stdout));
  return { stdout: "", stderr: "", exitCode: 0 };
}

/** @throws OptionError */
function tabOf(given: string | undefined): string | undefined {
  if (given === "") throw new OptionError("empty tab");
  if (given === "\\0") return "\0";
  const tab = given === undefined ? undefined : bytesOf(given);
  if (tab !== undefined && tab.length > 1) throw new OptionError(`multi-character tab '${given}'`);
  return tab;
}

/** @throws OptionError for what has no end */
function faultOf(read: readonly Read[], faults: string): string | undefined {
  const [, name] = /^sort: (.*): No such file or directory$/m.exec(faults) ?? [];
  if (name !== undefined) return `cannot read: ${name}: No such file or directory`;
  const folder = read.find(({ isFolder }) => isFolder);
  if (folder) return `read failed: ${folder.name}: Is a directory`;
  const endless = read.find((each) => each.endless);
  if (endless) throw new OptionError(`${endless.name} has no end`);
  return undefined;
}

function comparison(keys: readonly Key[]): Compare {
  return (one, other) => {
    for (const [at, { order, isReversed }] of keys.entries()) {
      const difference = order.compare(one.values[at], other.values[at]);
      if (difference !== 0) return isReversed ? -difference : difference;
    }
    return 0;
  };
}

/** Whether lines are in order already. @param compare positive for two that are not */
function checked(lines: readonly Line[], compare: Compare, name: string, isQuiet: boolean): CommandResult {
  const at = lines.findIndex((line, index) => index > 0 && compare(lines[index - 1] as Line, line) > 0);
  if (at < 0) return { stdout: "", stderr: "", exitCode: 0 };
  const fault = `sort: ${name}:${at + 1}: disorder: ${escapedText(fromLatin1(lines[at]?.text ?? ""))}\n`;
  return { stdout: "", stderr: isQuiet ? "" : fault, exitCode: 1 };
}
