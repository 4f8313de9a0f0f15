import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOfInputs } from "#lib/run/sandbox/commands/inputs.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";

const forms: OptionForms = {
  letters: "AtNjvbcdiloqsx",
  withValue: "AtNj",
  long: { "address-radix": "A", format: "t", "read-bytes": "N", "skip-bytes": "j", "output-duplicates": "v" },
};

/** Letters that stand for a type. */
const types: Readonly<Record<string, string>> = {
  b: "o1",
  c: "c",
  d: "u2",
  i: "d4",
  l: "d8",
  o: "o2",
  s: "d2",
  x: "x2",
};

/** How bytes are printed: how many make a value, and how wide it is. */
interface Shape {
  readonly size: number;
  readonly width: number;
  readonly text: (value: bigint) => string;
}

const lineLength = 16;

/** GNU's od, with one type at a time: the shell's own knows few options, and its columns have another width. @throws OptionError */
export async function od(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { options, words, has, lastOf } = readOptions(args, forms);
  const given = options.flatMap(([letter, value]) => (letter === "t" ? [value] : (types[letter] ?? [])));
  if (given.length > 1) throw new OptionError("only one type is possible here");
  const shape = shapeOf(given[0] ?? "o2");
  const start = countOf(lastOf("j") ?? "0");
  const count = lastOf("N");
  const end = count === undefined ? undefined : start + countOf(count);
  const { text, faults } = await bytesOfInputs("od", words, context, end);
  // Of files that are all not there, not even the end is told; a folder is read, and empty.
  if (words.length > 0 && faults.match(/: No such file or directory$/gm)?.length === words.length)
    return { stdout: "", stderr: faults, exitCode: 1 };
  const bytes = fromLatin1(text).subarray(start, end);
  const address = addressOf(lastOf("A") ?? "o");
  const rows: string[] = [];
  let before = "";
  for (let at = 0; at < bytes.length; at += lineLength) {
    const line = valuesIn(bytes.subarray(at, at + lineLength), shape);
    const isSame = line === before && at + lineLength <= bytes.length && !has("v");
    if (!isSame) rows.push(`${address(start + at)}${line}\n`);
    else if (rows.at(-1) !== "*\n") rows.push("*\n");
    before = line;
  }
  const last = address(start + bytes.length);
  return { stdout: rows.join("") + (last === "" ? "" : `${last}\n`), stderr: faults, exitCode: faults === "" ? 0 : 1 };
}

/** The values in the machine's order, the lowest byte first; what is missing of the last is zero. */
function valuesIn(bytes: Uint8Array, { size, width, text }: Shape): string {
  let line = "";
  for (let at = 0; at < bytes.length; at += size) {
    const value = bytes.subarray(at, at + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    line += ` ${text(value).padStart(width)}`;
  }
  return line;
}

/** @throws OptionError */
function shapeOf(type: string): Shape {
  if (type === "c") return { size: 1, width: 3, text: signOf };
  const [, letter = "", given = "4"] = /^([doux])([1248CSIL]?)$/.exec(type) ?? [];
  const size = sizes[given] ?? 4;
  const radix = { d: 10, o: 8, u: 10, x: 16 }[letter];
  if (radix === undefined) throw new OptionError(`the type ${type} is not possible here`);
  const most = (256n ** BigInt(size) - 1n).toString(radix).length;
  const half = 256n ** BigInt(size) / 2n;
  if (letter === "u") return { size, width: most, text: String };
  if (letter === "d")
    return {
      size,
      width: half.toString().length + 1,
      text: (value) => String(value < half ? value : value - 2n * half),
    };
  return { size, width: most, text: (value) => value.toString(radix).padStart(most, "0") };
}

const sizes: Readonly<Record<string, number>> = { "1": 1, "2": 2, "4": 4, "8": 8, C: 1, S: 2, I: 4, L: 8 };

const escapes: Readonly<Record<number, string>> = {
  ...{ 0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r" },
};

function signOf(value: bigint): string {
  const code = Number(value);
  return escapes[code] ?? (code >= 32 && code < 127 ? String.fromCharCode(code) : code.toString(8).padStart(3, "0"));
}

/** @throws OptionError */
function addressOf(radix: string): (at: number) => string {
  if (radix === "n") return () => "";
  const [base, width] = { o: [8, 7], d: [10, 7], x: [16, 6] }[radix] ?? [];
  if (base === undefined || width === undefined) throw new OptionError(`the radix ${radix} is not possible here`);
  return (at) => at.toString(base).padStart(width, "0");
}

/** @throws OptionError */
function countOf(given: string): number {
  if (!/^(?:\d+|0x[0-9a-f]+)$/i.test(given)) throw new OptionError(`invalid number: '${given}'`);
  return Number(given);
}
