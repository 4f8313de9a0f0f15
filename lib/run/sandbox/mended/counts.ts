import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { endlessOf, isOfYes } from "#lib/run/sandbox/commands/endless.ts";
import { bytesOf, type Read, readAll, takenOf } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";

const wcForms: OptionForms = {
  letters: "lwcmL",
  withValue: "",
  long: { lines: "l", words: "w", bytes: "c", chars: "m", "max-line-length": "L" },
};

/** GNU's wc; the shell's own prints columns of another width. @throws OptionError */
export async function wc(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has } = readOptions(args, wcForms);
  const wanted = ["l", "w", "m", "c", "L"].filter((letter) => has(letter));
  const columns = wanted.length > 0 ? wanted : ["l", "w", "c"];
  const { read, faults } = await readAll("wc", words, context);
  const endless = read.find((each) => ofYes(each));
  if (endless) throw new OptionError("what yes prints has no end");
  const rows = read.map(({ name, text }) => ({ name, counts: columns.map((letter) => countOf(letter, text)) }));
  if (words.length > 1) rows.push({ name: "total", counts: columns.map((letter, at) => totalOf(letter, rows, at)) });
  const bytes = read.reduce((sum, { text }) => sum + text.length, 0);
  const isSingle = columns.length === 1 && words.length < 2;
  // As wide as the size of all files, or seven for what has none.
  const width = isSingle ? 1 : read.every(({ isFile }) => isFile) ? String(bytes).length : 7;
  const stdout = rows.map(({ name, counts }) => {
    const numbers = counts.map((count) => String(count).padStart(width)).join(" ");
    return `${numbers}${words.length > 0 ? ` ${name}` : ""}\n`;
  });
  return { stdout: stdout.join(""), stderr: faults, exitCode: faults === "" ? 0 : 1 };
}

function totalOf(letter: string, rows: readonly { readonly counts: readonly number[] }[], at: number): number {
  const counts = rows.map((row) => row.counts[at] ?? 0);
  return letter === "L" ? longest(counts) : counts.reduce((sum, count) => sum + count, 0);
}

function countOf(letter: string, bytes: string): number {
  if (letter === "c") return bytes.length;
  if (letter === "l") return bytes.split("\n").length - 1;
  // Bytes that are no characters do not count as such.
  const text = escapedText(fromLatin1(bytes)).replaceAll(/[\udc80-\udcff]/gu, "");
  if (letter === "w") return text.match(/\S+/g)?.length ?? 0;
  if (letter === "m") return Array.from(text).length;
  return longest(text.split("\n").map((line) => Array.from(line).length));
}

/** A loop, as a call takes only so many arguments. */
function longest(counts: readonly number[]): number {
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

const partForms: OptionForms = {
  letters: "ncqvzfFs",
  withValue: "ncs",
  long: {
    ...{ lines: "n", bytes: "c", quiet: "q", silent: "q", verbose: "v", "zero-terminated": "z" },
    ...{ follow: "f", retry: "F", "sleep-interval": "s" },
  },
};

/** GNU's head; the shell's own cannot leave out the last lines. @throws OptionError */
export function head(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  return partsOf("head", args, context);
}

/** GNU's tail; the shell's own begins at another byte than `-c +N` says. A file that it would follow does not grow. @throws OptionError */
export function tail(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  return partsOf("tail", args, context);
}

async function partsOf(command: "head" | "tail", args: readonly string[], context: CommandContext) {
  const { words, options, has } = readOptions(
    command === "tail" || !/^\+/.test(args[0] ?? "") ? args.map(withLetter) : args,
    partForms,
  );
  const [unit, given] = options.findLast(([letter]) => letter === "n" || letter === "c") ?? ["n", "10"];
  const range = rangeOf(command, unit, given);
  const { read, faults: missing } = await readAll(command, words, context);
  const faults = missing.replaceAll(/^\w+: (.*): (No such .*)$/gm, `${command}: cannot open '$1' for reading: $2`);
  const isNamed = has("v") || (words.length > 1 && !has("q"));
  const end = has("z") ? "\0" : "\n";
  const parts = read.map((each) => (unit === "c" ? bytesIn(each, range) : linesIn(each, range, end)));
  const titles = read.map(({ name }) => `==> ${name === "-" ? "standard input" : bytesOf(name)} <==\n`);
  const stdout = isNamed ? parts.map((part, at) => titles[at] + part).join("\n") : parts.join("");
  const input = command === "head" ? read.findIndex(({ name }) => name === "-") : -1;
  const part = parts[input]?.length ?? 0;
  const taken = input < 0 ? {} : takenOf(part, readAtOnce(unit, range));
  const exitCode = faults === "" ? 0 : 1;
  return { stdout, stderr: faults, exitCode, stdoutKind: "bytes" as const, ...taken };
}

/** Whether head knows how much it wants, before it has read all. */
function isCounted([, to = -1]: Range): boolean {
  return to >= 0;
}

/** Bytes that head reads at once, unless it counts them. */
const blockSize = 8192;
const readAtOnce = (unit: string, range: Range) => (unit === "c" && isCounted(range) ? 1 : blockSize);

/** What an input from `yes` would go on with. A file has an end, whatever is in it. */
function ofYes({ text, isFile }: Read) {
  return isFile ? undefined : endlessOf(text);
}

/** @throws OptionError for the end of what has none */
function bytesIn(read: Read, [from, to]: Range): string {
  const { name, text, endless = ofYes(read)?.more } = read;
  if (endless && from === 0 && to !== undefined && to > 0) return endless(to);
  if (endless && text === "") throw new OptionError(`${name} has no end`);
  return text.slice(from, to);
}

/** @throws OptionError for what has no lines, or no end */
function linesIn(read: Read, [from, to]: Range, end: string): string {
  const { name, text, endless, isFile } = read;
  if (endless) throw new OptionError(`${name} has no end`);
  const goesOn = from === 0 && to !== undefined && to > 0 ? ofYes(read) : undefined;
  const lines = (goesOn ? goesOn.more(Math.max(text.length, (to ?? 0) * goesOn.line.length)) : text).split(end);
  const last = lines.pop() ?? "";
  const isShort = !goesOn && !isFile && to !== undefined && to > lines.length && isOfYes(lines, last);
  if (isShort) throw new OptionError("what yes prints goes on, but no further here");
  return [...lines.map((line) => line + end), ...(last === "" ? [] : [last])].slice(from, to).join("");
}

/** `-5` as `-n5`, except as an option's value; a first `+5` of tail too. */
function withLetter(arg: string, at: number, args: readonly string[]): string {
  if (at === 0 && /^\+\d+$/.test(arg) && args.length < 3) return `-n${arg}`;
  const isValue = /^-[a-z]*[nc]$|^--(?:lines|bytes)$/.test(args[at - 1] ?? "");
  return isValue ? arg : arg.replace(/^-(\d+)/, "-n$1");
}

/** A part, in the form of `slice`. */
type Range = readonly [from: number, to: number | undefined];

/** The part that a count names. @throws OptionError */
function rangeOf(command: "head" | "tail", unit: string, given: string): Range {
  const [, sign, digits, letter = ""] = /^([-+]?)(\d+)([a-zA-Z]*)$/.exec(given) ?? [];
  const times = multiples[letter];
  const what = unit === "c" ? "bytes" : "lines";
  if (digits === undefined || times === undefined) throw new OptionError(`invalid number of ${what}: '${given}'`);
  const count = Number(digits) * times;
  if (command === "head") return sign === "-" ? [0, count === 0 ? undefined : -count] : [0, count];
  if (sign === "+") return [Math.max(0, count - 1), undefined];
  return count === 0 ? [0, 0] : [-count, undefined];
}

const multiples: Readonly<Record<string, number>> = {
  "": 1,
  b: 512,
  k: 1024,
  K: 1024,
  kB: 1000,
  m: 2 ** 20,
  M: 2 ** 20,
};
