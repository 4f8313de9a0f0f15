import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOf, linesOf, readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const pasteForms: OptionForms = {
  letters: "sdz",
  withValue: "d",
  long: { serial: "s", delimiters: "d", "zero-terminated": "z" },
};

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "0": "", b: "\b", f: "\f", r: "\r", v: "\v" };

/** GNU's paste, which reads its input line by line where it is named several times. @throws OptionError */
export async function paste(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, pasteForms);
  const end = has("z") ? "\0" : "\n";
  const delimiters = Array.from(bytesOf(lastOf("d") ?? "\t").matchAll(/\\([\s\S])|[\s\S]/g), ([sign, escaped]) =>
    escaped === undefined ? sign : (escapes[escaped] ?? escaped),
  );
  const between = (at: number) => (delimiters.length === 0 ? "" : (delimiters[at % delimiters.length] ?? ""));
  const joined = (fields: readonly string[]) =>
    fields.map((field, at) => field + (at === fields.length - 1 ? end : between(at))).join("");
  const { read, faults } = await readAll("paste", words, context);
  if (faults !== "" && !has("s")) return { stdout: "", stderr: faults, exitCode: 1 };
  // Each `-` takes its lines from the same input.
  const input = linesOf(read.find(({ name }) => name === "-")?.text ?? "", end);
  const columns = read.map(({ name, text }) => (name === "-" ? input : linesOf(text, end)));
  let stdout = "";
  if (has("s")) stdout = columns.map((lines) => joined(lines.splice(0))).join("");
  else while (columns.some((lines) => lines.length > 0)) stdout += joined(columns.map((lines) => lines.shift() ?? ""));
  return { stdout, stderr: faults, exitCode: faults === "" ? 0 : 1, stdoutKind: "bytes" };
}

const commForms: OptionForms = {
  letters: "123ztDCN",
  withValue: "D",
  long: {
    ...{ total: "t", "output-delimiter": "D", "zero-terminated": "z", "check-order": "C", "nocheck-order": "N" },
  },
};

/** GNU's comm. @throws OptionError */
export async function comm(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, commForms);
  if (words.length !== 2) throw new OptionError(words.length < 2 ? "missing operand" : `extra operand '${words[2]}'`);
  const end = has("z") ? "\0" : "\n";
  const { read, faults } = await readAll("comm", words, context);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  const [left = [], right = []] = read.map(({ text }) => linesOf(text, end));
  const between = bytesOf(lastOf("D") ?? "\t");
  const shown = [1, 2, 3].filter((column) => !has(String(column)));
  const all = [...inColumns(left, right)];
  const lines = all.flatMap(([column, line]) =>
    shown.includes(column) ? [between.repeat(shown.indexOf(column)) + line + end] : [],
  );
  const counts = [1, 2, 3].map((column) => all.filter(([each]) => each === column).length);
  const stdout = lines.join("") + (has("t") ? [...counts, "total"].join(between) + end : "");
  const unsorted = [left, right].flatMap((file, at) => (isSorted(file) ? [] : [at + 1]));
  const isFault = unsorted.length > 0 && !has("N") && (has("C") || all.some(([column]) => column < 3));
  if (!isFault) return { stdout, stderr: "", exitCode: 0, stdoutKind: "bytes" };
  const told = unsorted.map((file) => `comm: file ${file} is not in sorted order\n`).join("");
  return { stdout, stderr: `${told}comm: input is not in sorted order\n`, exitCode: 1, stdoutKind: "bytes" };
}

/** The lines of two sorted files, with 1 for those of the first alone, 2 for those of the second, 3 for those of both. */
function* inColumns(left: readonly string[], right: readonly string[]): Generator<readonly [number, string]> {
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    if (a !== undefined && (b === undefined || a <= b)) {
      yield [a === b ? 3 : 1, a];
      i++;
      if (a === b) j++;
    } else {
      yield [2, b ?? ""];
      j++;
    }
  }
}

function isSorted(lines: readonly string[]): boolean {
  return lines.every((line, at) => at === 0 || (lines[at - 1] ?? "") <= line);
}

const uniqForms: OptionForms = {
  letters: "cdDuifswz",
  withValue: "fsw",
  long: {
    ...{ count: "c", repeated: "d", "all-repeated": "D", unique: "u", "ignore-case": "i", "skip-fields": "f" },
    ...{ "skip-chars": "s", "check-chars": "w", "zero-terminated": "z" },
  },
};

/** GNU's uniq. @throws OptionError */
export async function uniq(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf, options } = readOptions(args, uniqForms);
  if (words.length > 2) throw new OptionError(`extra operand '${words[2]}'`);
  if (options.some(([letter, value]) => letter === "D" && value !== ""))
    throw new OptionError("groups of repeated lines are not possible here");
  const [fields, skipped, checked] = ["f", "s", "w"].map((letter) => countOf(letter, lastOf(letter)));
  const end = has("z") ? "\0" : "\n";
  const before = new RegExp(`^(?:[ \\t]*[^ \\t]*){0,${fields ?? 0}}`);
  const { read, faults } = await readAll("uniq", words.slice(0, 1), context);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  const groups = inGroups(linesOf(read[0]?.text ?? "", end), (line) => {
    const key = line.replace(before, "").slice(skipped, checked === undefined ? undefined : (skipped ?? 0) + checked);
    return has("i") ? key.toLowerCase() : key;
  });
  const printed = groups.flatMap((lines) => {
    if (lines.length > 1 ? has("u") : has("d", "D")) return [];
    const count = has("c") ? `${String(lines.length).padStart(7)} ` : "";
    return (has("D") ? lines : lines.slice(0, 1)).map((line) => count + line + end);
  });
  const stdout = printed.join("");
  const [, target] = words;
  if (target === undefined || target === "-") return { stdout, stderr: "", exitCode: 0, stdoutKind: "bytes" };
  await context.fs.writeFile(resolve(context.cwd, target), stdout, "binary");
  return { stdout: "", stderr: "", exitCode: 0 };
}

function countOf(letter: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const what = letter === "f" ? "fields to skip" : letter === "s" ? "bytes to skip" : "bytes to compare";
  throw new OptionError(`${value}: invalid number of ${what}`);
}

/** Runs of lines with the same key. */
function inGroups(lines: readonly string[], keyOf: (line: string) => string): readonly string[][] {
  const groups: string[][] = [];
  let last: string | undefined;
  for (const line of lines) {
    const key = keyOf(line);
    if (key === last) groups.at(-1)?.push(line);
    else groups.push([line]);
    last = key;
  }
  return groups;
}
