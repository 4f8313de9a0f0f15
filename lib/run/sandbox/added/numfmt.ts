import {
  type CommandOptions,
  OptionError,
  type OptionForms,
  readOptions,
} from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { type NumberForm, type Scale, scaled } from "./scaled-numbers.ts";

const forms: OptionForms = {
  letters: "tfdspnrhuUm",
  withValue: "tfdspnruUm",
  withOwnValue: "h",
  long: {
    ...{ to: "t", from: "f", delimiter: "d", suffix: "s", padding: "p", field: "n", round: "r", header: "h" },
    ...{ "from-unit": "u", "to-unit": "U", format: "m" },
  },
};

/** How a line's fields are found, and what becomes of them. */
interface Fields {
  readonly isWanted: (field: number) => boolean;
  readonly delimiter: string | undefined;
  readonly form: NumberForm;
  /** Characters of a number, to the left if below zero. */
  readonly padding: number;
  readonly before: string;
  readonly behind: string;
}

/** GNU's numfmt: numbers with units of a thousand or 1,024 as plain ones, and back. @throws OptionError */
export async function numfmt(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const call = readOptions(args.map(withoutLetter), forms);
  const { words, has, lastOf } = call;
  const fields = fieldsIn(call);
  const text = words.length > 0 ? "" : escapedText(fromLatin1(context.stdin as unknown as string));
  const input = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const header = words.length === 0 && has("h") ? Number(lastOf("h") || 1) : 0;
  let stdout = "";
  try {
    for (const [at, line] of (words.length > 0 ? words : input).entries())
      stdout += `${at < header ? line : lineOf(line, fields)}\n`;
    return { stdout, stderr: "", exitCode: 0 };
  } catch (caught) {
    if (!(caught instanceof OptionError)) throw caught;
    return { stdout, stderr: `numfmt: ${caught.message}\n`, exitCode: 2 };
  }
}

/** @throws OptionError */
function fieldsIn({ lastOf }: CommandOptions): Fields {
  const value = (letter: string, usual: string) => lastOf(letter) ?? usual;
  const { width, digits, ...around } = formatOf(value("m", "%f"));
  const form: NumberForm = {
    ...{ from: scaleOf(value("f", "none")), to: scaleOf(value("t", "none")), digits, suffix: value("s", "") },
    ...{ fromUnit: Number(value("u", "1")), toUnit: Number(value("U", "1")), rounding: value("r", "from-zero") },
  };
  const isWanted = fieldsOf(value("n", "1"));
  return { ...around, isWanted, delimiter: lastOf("d"), form, padding: Number(value("p", "0")) || width };
}

/** @throws OptionError */
function lineOf(line: string, fields: Fields): string {
  if (fields.delimiter !== undefined) {
    const parts = line.split(fields.delimiter);
    return parts.map((part, at) => fieldOf(part, at + 1, fields)).join(fields.delimiter);
  }
  const parts = line.match(/\s*\S+/g) ?? [line];
  return parts.map((part, at) => fieldOf(at > 0 ? part.slice(1) : part, at + 1, fields)).join(" ");
}

/** A field in its new form, as wide as before where blanks are between fields. @throws OptionError */
function fieldOf(
  field: string,
  number: number,
  { isWanted, form, padding, before, behind, delimiter }: Fields,
): string {
  if (!isWanted(number)) return field;
  const bare = field.trimStart();
  const isWide = delimiter === undefined && (bare !== field || number > 1);
  const width = padding || (isWide ? field.length : 0);
  const shown = scaled(bare, form);
  return before + (width < 0 ? shown.padEnd(-width) : shown.padStart(width)) + behind;
}

/** There is no other option of one letter than `-d`, so what begins with a minus and a digit is a number. */
function withoutLetter(arg: string): string {
  if (/^-\d/.test(arg)) throw new OptionError(`${arg}: numbers below zero are possible here only as input`);
  return arg;
}

/** @throws OptionError */
function scaleOf(given: string): Scale {
  if (/^(?:none|auto|si|iec|iec-i)$/.test(given)) return given as Scale;
  throw new OptionError(`invalid argument '${given}' for a unit`);
}

/** `2`, `1,3-5`, `2-`, `-`. @throws OptionError */
function fieldsOf(given: string): (field: number) => boolean {
  const ranges = given.split(",").map((part) => {
    const [, from, isRange, to] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (from === undefined || part === "") throw new OptionError(`invalid field value '${part}'`);
    const first = from === "" ? 1 : Number(from);
    return { first, last: isRange ? (to ? Number(to) : Number.POSITIVE_INFINITY) : first };
  });
  return (field) => ranges.some(({ first, last }) => field >= first && field <= last);
}

/** A format such as `%10.2f`. @throws OptionError */
function formatOf(given: string) {
  const [, before = "", minus, width, digits, behind = ""] =
    /^((?:[^%]|%%)*)%(-?)(\d*)(?:\.(\d+))?f((?:[^%]|%%)*)$/.exec(given) ?? [];
  if (width === undefined || /^0\d/.test(width)) throw new OptionError(`the format '${given}' is not possible here`);
  const plain = (text: string) => text.replaceAll("%%", "%");
  return {
    ...{ before: plain(before), behind: plain(behind) },
    width: minus ? -Number(width) : Number(width),
    digits: digits === undefined ? undefined : Number(digits),
  };
}
