import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOf, linesOf, readAll } from "#lib/run/sandbox/commands/inputs.ts";

const forms: OptionForms = {
  letters: "avetoij12zHCN",
  withValue: "avetoj12",
  long: { "ignore-case": "i", header: "H", "zero-terminated": "z", "check-order": "C", "nocheck-order": "N" },
};

interface Row {
  readonly key: string;
  readonly fields: readonly string[];
}

type Pair = readonly [Row | undefined, Row | undefined];

/** GNU's join; the shell's own knows no `0` in `-o`. @throws OptionError */
export async function join(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf, options } = readOptions(args, forms);
  if (words.length !== 2) throw new OptionError(words.length < 2 ? "missing operand" : `extra operand '${words[2]}'`);
  const { read, faults } = await readAll("join", words, context);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 1 };
  const separator = separatorOf(lastOf("t"));
  const end = has("z") ? "\0" : "\n";
  const keys = ["1", "2"].map((file) => Number(lastOf(file) ?? lastOf("j") ?? 1) - 1);
  const [left = [], right = []] = read.map(({ text }, file) =>
    rowsOf(linesOf(text, end), separator, keys[file] ?? 0, has("i")),
  );
  const list = options.flatMap(([letter, value]) => (letter === "o" ? value.split(/[ ,]+/) : []));
  const sizes = list[0] === "auto" ? [left, right].map((rows) => rows[0]?.fields.length ?? 0) : [];
  const layout = { keys, sizes, places: sizes.length > 0 ? [] : list.map(placeOf) };
  const empty = bytesOf(lastOf("e") ?? "");
  const written = (pair: Pair) => fieldsOf(pair, layout, empty).join(separator ?? " ") + end;
  const shows = ["1", "2"].map((file) => options.some(([letter, value]) => /[av]/.test(letter) && value === file));
  const first = has("H") ? [written([left.shift(), right.shift()])] : [];
  const pairs = [...paired(left, right)].filter(([a, b]) => (a && b ? !has("v") : shows[a ? 0 : 1]));
  const stdout = [...first, ...pairs.map(written)].join("");
  const unsorted = [left, right].findIndex((rows) => !isSorted(rows));
  if (unsorted < 0 || has("N")) return { stdout, stderr: "", exitCode: 0, stdoutKind: "bytes" };
  const stderr = `join: ${words[unsorted]}: is not sorted\njoin: input is not in sorted order\n`;
  return { stdout, stderr, exitCode: 1, stdoutKind: "bytes" };
}

function separatorOf(given: string | undefined): string | undefined {
  const separator = given === "\\0" ? "\0" : given === undefined ? undefined : bytesOf(given);
  if (separator !== undefined && separator.length > 1) throw new OptionError(`multi-character tab '${given}'`);
  return separator;
}

function rowsOf(lines: readonly string[], separator: string | undefined, at: number, ignoresCase: boolean): Row[] {
  return lines.map((line) => {
    const fields = separator === undefined ? line.trim().split(/[ \t]+/) : line.split(separator);
    const key = fields[at] ?? "";
    return { key: ignoresCase ? key.toLowerCase() : key, fields };
  });
}

/** What `-o` asks for: the key (0), or a file and a field. @throws OptionError */
function placeOf(text: string): readonly [file: number, field: number] {
  if (text === "0") return [0, 0];
  const [, file, field] = /^([12])\.([1-9]\d*)$/.exec(text) ?? [];
  if (file === undefined) throw new OptionError(`invalid field specifier: '${text}'`);
  return [Number(file), Number(field)];
}

/** Each row with each of the other file that has its key, or with none. */
function* paired(left: readonly Row[], right: readonly Row[]): Generator<Pair> {
  let j = 0;
  for (const [at, row] of left.entries()) {
    for (let other = right[j]; other && other.key < row.key; other = right[++j]) yield [undefined, other];
    let end = j;
    while (right[end]?.key === row.key) end++;
    const same = right.slice(j, end);
    yield* same.map((other): Pair => [row, other]);
    if (same.length === 0) yield [row, undefined];
    if (left[at + 1]?.key !== row.key) j = end;
  }
  for (const other of right.slice(j)) yield [undefined, other];
}

interface Layout {
  readonly keys: readonly number[];
  /** How many fields each file has, where lines are to be as long. */
  readonly sizes: readonly number[];
  readonly places: readonly (readonly [number, number])[];
}

function fieldsOf(pair: Pair, { keys, sizes, places }: Layout, empty: string): readonly string[] {
  const from = pair[0] ? 0 : 1;
  const key = pair[from]?.fields[keys[from] ?? 0] || empty;
  if (places.length > 0)
    return places.map(([file, field]) => (file === 0 ? key : pair[file - 1]?.fields[field - 1] || empty));
  const rest = pair.flatMap((row, file) => {
    const fields =
      sizes.length > 0 ? Array.from({ length: sizes[file] ?? 0 }, (_, at) => row?.fields[at]) : row?.fields;
    return (fields ?? []).filter((_, at) => at !== keys[file]).map((field) => field || empty);
  });
  return [key, ...rest];
}

function isSorted(rows: readonly Row[]): boolean {
  return rows.every(({ key }, at) => at === 0 || (rows[at - 1]?.key ?? "") <= key);
}
