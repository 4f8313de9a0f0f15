import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";

const foldForms: OptionForms = { letters: "bsw", withValue: "w", long: { bytes: "b", spaces: "s", width: "w" } };

/** GNU's fold, which counts bytes. @throws OptionError */
export async function fold(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const given = args.map((arg) => arg.replace(/^-(?=\d+$)/, "-w"));
  const { words, has, lastOf } = readOptions(given, foldForms);
  const width = lastOf("w") ?? "80";
  if (!/^\d*[1-9]\d*$/.test(width)) throw new OptionError(`invalid number of columns: '${width}'`);
  const { read, faults } = await readAll("fold", words, context);
  const stdout = read.map(({ text }) =>
    text.replace(/[^\n]+/g, (line) => folded(line, Number(width), has("s"), has("b"))),
  );
  return { stdout: stdout.join(""), stderr: faults, exitCode: faults === "" ? 0 : 1, stdoutKind: "bytes" };
}

function folded(line: string, width: number, isAtBlanks: boolean, isPlain: boolean): string {
  const next = (column: number, sign: string) => (isPlain ? column + 1 : columnAfter(column, sign));
  let [out, held, column] = ["", "", 0];
  for (const sign of line) {
    if (next(column, sign) > width && held !== "") {
      const [kept = held] = (isAtBlanks && /^.*[ \t]/s.exec(held)) || [];
      out += `${kept}\n`;
      held = held.slice(kept.length);
      column = Array.from(held).reduce(next, 0);
    }
    held += sign;
    column = next(column, sign);
  }
  return out + held;
}

function columnAfter(column: number, sign: string): number {
  if (sign === "\b") return Math.max(0, column - 1);
  if (sign === "\r") return 0;
  return sign === "\t" ? column - (column % 8) + 8 : column + 1;
}

const tabForms: OptionForms = {
  letters: "aitf",
  withValue: "t",
  long: { all: "a", initial: "i", tabs: "t", "first-only": "f" },
};

/** Where tabs end: at each multiple of a number, or at the columns that are named. @throws OptionError */
function stopsOf(given: string | undefined): (column: number) => number | undefined {
  const stops = (given ?? "8").split(/[ ,]+/).map((stop) => {
    if (!/^\d+$/.test(stop)) throw new OptionError(`tab size contains invalid character(s): '${stop}'`);
    if (Number(stop) === 0) throw new OptionError("tab size cannot be 0");
    return Number(stop);
  });
  const [each = 8] = stops;
  return (column) => (stops.length > 1 ? stops.find((stop) => stop > column) : column - (column % each) + each);
}

/** GNU's expand: tabs as blanks. @throws OptionError */
export async function expand(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(
    args.map((arg) => arg.replace(/^-(?=\d)/, "-t")),
    tabForms,
  );
  const stop = stopsOf(lastOf("t"));
  return byLine("expand", words, context, (line) => {
    const [begin = ""] = has("i") ? (/^[ \t]*/.exec(line) ?? []) : [line];
    let [out, column] = ["", 0];
    for (const sign of begin) {
      const end = sign === "\t" ? (stop(column) ?? column + 1) : undefined;
      out += end === undefined ? sign : " ".repeat(end - column);
      column = end ?? columnAfter(column, sign);
    }
    return out + line.slice(begin.length);
  });
}

/** GNU's unexpand: blanks as tabs. @throws OptionError */
export async function unexpand(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(
    args.map((arg) => arg.replace(/^-(?=\d)/, "-t")),
    tabForms,
  );
  const stop = stopsOf(lastOf("t"));
  const isWhole = has("a", "t") && !has("f");
  return byLine("unexpand", words, context, (line) => {
    const [begin = ""] = isWhole ? [line] : (/^[ \t]*/.exec(line) ?? []);
    let [out, column] = ["", 0];
    for (const [part] of begin.matchAll(/[ \t]+|[^ \t]+/g)) {
      const isBlank = /^[ \t]/.test(part);
      out += isBlank ? inTabs(part, column, stop) : part;
      column = isBlank ? endOf(part, column, stop) : column + part.length;
    }
    return out + line.slice(begin.length);
  });
}

type Stop = (column: number) => number | undefined;

/** The column behind blanks and tabs. */
function endOf(blanks: string, begin: number, stop: Stop): number {
  return Array.from(blanks).reduce(
    (column, sign) => (sign === "\t" ? (stop(column) ?? column + 1) : column + 1),
    begin,
  );
}

/** Blanks as tabs as far as these reach; a single blank within a line stays one. */
function inTabs(blanks: string, begin: number, stop: Stop): string {
  const end = endOf(blanks, begin, stop);
  let [out, column] = ["", begin];
  for (let next = stop(column); next !== undefined && next <= end; next = stop(column)) {
    const isSingle = next === column + 1 && begin > 0 && column === begin && blanks[0] === " " && blanks[1] !== "\t";
    out += isSingle ? " " : "\t";
    column = next;
  }
  return out + " ".repeat(end - column);
}

async function byLine(
  name: string,
  words: readonly string[],
  context: CommandContext,
  change: (line: string) => string,
): Promise<CommandResult> {
  const { read, faults } = await readAll(name, words, context);
  const stdout = read.map(({ text }) => text.replace(/[^\n]+/g, change)).join("");
  return { stdout, stderr: faults, exitCode: faults === "" ? 0 : 1, stdoutKind: "bytes" };
}
