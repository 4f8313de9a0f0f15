import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOfInputs } from "#lib/run/sandbox/commands/inputs.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { type DumpUnit, ofUnits, unitsIn } from "./dump-format.ts";
import { asPrinted } from "./printable.ts";

const forms: OptionForms = {
  letters: "CbcdoxensvX",
  withValue: "ens",
  long: { canonical: "C", length: "n", skip: "s", "no-squeezing": "v", format: "e" },
};

const lineLength = 16;

/** One line of a dump, without its address. */
type Row = (bytes: Uint8Array) => string;

const rows: Readonly<Record<string, Row>> = {
  C: canonical,
  x: inPairs(8, (value) => value.toString(16).padStart(4, "0")),
  d: inPairs(8, (value) => value.toString().padStart(5, "0")),
  o: inPairs(8, (value) => value.toString(8).padStart(6, "0")),
  b: (bytes) => padded(Array.from(bytes, (byte) => ` ${byte.toString(8).padStart(3, "0")}`).join(""), 64),
  c: (bytes) => padded(Array.from(bytes, (byte) => ` ${signOf(byte).padStart(3)}`).join(""), 64),
  "": inPairs(5, (value) => value.toString(16).padStart(4, "0")),
};

/** util-linux' hexdump, with one form at a time. @throws OptionError */
export async function hexdump(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { options, words, has, lastOf } = readOptions(args, forms);
  const letters = options.map(([letter]) => letter).filter((letter) => /[CbcdoxX]/.test(letter));
  const formats = options.flatMap(([letter, value]) => (letter === "e" ? [value] : []));
  if (letters.length + formats.length > 1) throw new OptionError("only one form is possible here");
  const start = numberOf(lastOf("s") ?? "0");
  const end = lastOf("n") === undefined ? undefined : start + numberOf(lastOf("n") ?? "");
  const { text, faults } = await bytesOfInputs("hexdump", words, context, end);
  const bytes = fromLatin1(text).subarray(start, end);
  const exitCode = faults === "" ? 0 : 1;
  const stdout =
    formats[0] === undefined
      ? dump(bytes, { start, form: letters[0] ?? "", isWhole: has("v") })
      : formatted(bytes, unitsIn(formats[0]), has("v"));
  return { stdout, stderr: faults, exitCode, ...(formats.length > 0 && { stdoutKind: "bytes" }) };
}

/** The same with bytes and their characters. @throws OptionError */
export function hd(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  return hexdump(["-C", ...args], context);
}

interface Dump {
  readonly start: number;
  readonly form: string;
  /** Whether lines that are like the one before are printed as well. */
  readonly isWhole: boolean;
}

/** @throws OptionError */
function dump(bytes: Uint8Array, { start, form, isWhole }: Dump): string {
  const row = rows[form];
  if (!row) throw new OptionError(`-${form} is not possible here`);
  const width = form === "C" ? 8 : 7;
  const address = (at: number) => (start + at).toString(16).padStart(width, "0");
  const lines: string[] = [];
  let before = "";
  for (let at = 0; at < bytes.length; at += lineLength) {
    const line = row(bytes.subarray(at, at + lineLength));
    const isSame = line === before && at + lineLength <= bytes.length && !isWhole;
    if (!isSame) lines.push(`${address(at)}${line}\n`);
    else if (lines.at(-1) !== "*\n") lines.push("*\n");
    before = line;
  }
  return lines.join("") + (bytes.length > 0 ? `${address(bytes.length)}\n` : "");
}

function canonical(bytes: Uint8Array): string {
  const half = (part: Uint8Array) => Array.from(part, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const numbers = `${half(bytes.subarray(0, 8)).padEnd(23)}  ${half(bytes.subarray(8))}`;
  return `  ${numbers.padEnd(48)}  |${asPrinted(bytes)}|`;
}

/** Values of two bytes, the lower first; what is missing of the last is zero. */
function inPairs(width: number, text: (value: number) => string): Row {
  return (bytes) => {
    let line = "";
    for (let at = 0; at < bytes.length; at += 2)
      line += text((bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)).padStart(width);
    return padded(line, (width * lineLength) / 2);
  };
}

/** A last line is as long as the others. */
function padded(line: string, width: number): string {
  return line.padEnd(width);
}

const escapes: Readonly<Record<number, string>> = {
  ...{ 0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r" },
};

function signOf(code: number): string {
  return escapes[code] ?? (code >= 32 && code < 127 ? String.fromCharCode(code) : code.toString(8).padStart(3, "0"));
}

/** @throws OptionError */
function numberOf(given: string): number {
  const [, digits, unit = ""] = /^(\d+|0x[\da-f]+)([kmb]?)$/i.exec(given) ?? [];
  if (digits === undefined) throw new OptionError(`${given} is no number of bytes here`);
  return Number(digits) * ({ b: 512, k: 1024, m: 2 ** 20 }[unit.toLowerCase()] ?? 1);
}

/** All bytes in a format of the call's own. @throws OptionError where it would leave lines out, as without `-v` it does */
function formatted(bytes: Uint8Array, units: readonly DumpUnit[], isWhole: boolean): string {
  const size = units.reduce((sum, { times, size }) => sum + times * size, 0);
  if (size === 0) throw new OptionError("the format takes no bytes");
  if (!isWhole && bytes.length > size)
    throw new OptionError("-e is possible here only with -v, which leaves nothing out");
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(ofUnits(units, bytes.subarray(at, at + size)));
  return parts.join("");
}
