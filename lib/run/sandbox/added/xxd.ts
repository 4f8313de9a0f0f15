import {
  type CommandOptions,
  OptionError,
  type OptionForms,
  readOptions,
} from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOfInputs } from "#lib/run/sandbox/commands/inputs.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";
import { asPrinted } from "./printable.ts";

const forms: OptionForms = { letters: "bcgilprsu", withValue: "cgls", long: {} };

/** How many bytes stand in a line and in a group, unless the call says so. */
const usual = {
  hex: { columns: 16, group: 2 },
  bits: { columns: 6, group: 1 },
  plain: { columns: 30, group: 0 },
  list: { columns: 12, group: 0 },
} as const;

/** Vim's xxd: bytes as hexadecimal or binary numbers, or back to bytes. @throws OptionError */
export async function xxd(given: readonly string[], context: CommandContext): Promise<CommandResult> {
  const call = readOptions(withShortNames(given), forms);
  const [from, to, more] = call.words;
  if (more !== undefined) throw new OptionError(`${more}: there is one input and one output file`);
  const dump = dumpIn(call);
  const { text, faults } = await bytesOfInputs("xxd", from === undefined ? [] : [from], context, dump.end);
  if (faults !== "") return { stdout: "", stderr: faults, exitCode: 2 };
  const bytes = () => fromLatin1(text).subarray(dump.start, dump.end);
  const output = call.has("r") ? latin1(back(text, call.has("p"))) : dumpOf(bytes(), dump);
  if (to === undefined) return { stdout: output, stderr: "", exitCode: 0, stdoutKind: "bytes" };
  await context.fs.writeFile(resolve(context.cwd, to), output, "binary");
  return { stdout: "", stderr: "", exitCode: 0 };
}

/** @throws OptionError */
function dumpIn({ words: [name], has, lastOf }: CommandOptions): Dump {
  const kind = has("p") ? "plain" : has("i") ? "list" : has("b") ? "bits" : "hex";
  const columns = numberOf(lastOf("c") ?? "0") || usual[kind].columns;
  if (columns > 256 && (kind === "hex" || kind === "bits"))
    throw new OptionError("invalid number of columns (max. 256).");
  const group = numberOf(lastOf("g") ?? String(usual[kind].group));
  const start = numberOf(lastOf("s") ?? "0");
  const length = lastOf("l");
  const end = length === undefined ? undefined : start + numberOf(length);
  return { kind, columns, group, start, end, isUpper: has("u"), name };
}

interface Dump {
  readonly kind: keyof typeof usual;
  /** Bytes of a line, and of a group. */
  readonly columns: number;
  readonly group: number;
  readonly start: number;
  readonly end: number | undefined;
  readonly isUpper: boolean;
  /** Of the file. */
  readonly name: string | undefined;
}

function dumpOf(bytes: Uint8Array, { kind, columns, group, start, isUpper, name }: Dump): string {
  const cased = (digits: string) => (isUpper ? digits.toUpperCase() : digits);
  const inHex = (byte: number) => cased(byte.toString(16).padStart(2, "0"));
  if (kind === "plain") return rowsOf(bytes, columns, (row) => Array.from(row, inHex).join(""));
  if (kind === "list") return listOf(bytes, columns, inHex, name);
  const each = kind === "bits" ? (byte: number) => byte.toString(2).padStart(8, "0") : inHex;
  const width = widthOf(columns, group, kind === "bits" ? 8 : 2);
  return rowsOf(bytes, columns, (row, at) => {
    const address = (start + at).toString(16).padStart(8, "0");
    return `${address}: ${grouped(Array.from(row, each), group).padEnd(width)}  ${asPrinted(row)}`;
  });
}

/** `-ps`, `-plain`, `-len 4` and their like as letters; `-l4` stays. */
function withShortNames(given: readonly string[]): readonly string[] {
  const long: Readonly<Record<string, string>> = {
    ...{ ps: "p", postscript: "p", plain: "p", len: "l", cols: "c", bits: "b", revert: "r", include: "i", seek: "s" },
    ...{ groupsize: "g", uppercase: "u", upper: "u" },
  };
  return given.map((arg) => {
    const [, name = ""] = /^--?([a-z]+)$/.exec(arg) ?? [];
    return long[name] === undefined ? arg : `-${long[name]}`;
  });
}

/** `12`, `0x10`. @throws OptionError */
function numberOf(given: string): number {
  if (!/^(?:\d+|0x[\da-f]+)$/i.test(given)) throw new OptionError(`${given} is no number of bytes here`);
  return Number(given);
}

function rowsOf(bytes: Uint8Array, columns: number, text: (row: Uint8Array, at: number) => string): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += columns) rows.push(`${text(bytes.subarray(at, at + columns), at)}\n`);
  return rows.join("");
}

function grouped(each: readonly string[], group: number): string {
  if (group === 0) return each.join("");
  return each.map((text, at) => (at > 0 && at % group === 0 ? ` ${text}` : text)).join("");
}

function widthOf(columns: number, group: number, digits: number): number {
  return columns * digits + (group === 0 ? 0 : Math.ceil(columns / group) - 1);
}

/** The text of an array in C, which is named after the file. */
function listOf(bytes: Uint8Array, columns: number, inHex: (byte: number) => string, from: string | undefined): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += columns)
    rows.push(`  ${Array.from(bytes.subarray(at, at + columns), (byte) => `0x${inHex(byte)}`).join(", ")}`);
  const list = rows.length > 0 ? `${rows.join(",\n")}\n` : "";
  if (from === undefined || from === "-") return list;
  const name = from.replaceAll(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d)/, "__");
  return `unsigned char ${name}[] = {\n${list}};\nunsigned int ${name}_len = ${bytes.length};\n`;
}

/** The bytes of a dump. @throws OptionError for a dump that leaves something out, or is none */
function back(text: string, isPlain: boolean): Uint8Array {
  if (isPlain) return ofDigits(text.replaceAll(/[^\da-fA-F]/g, ""));
  const parts: Uint8Array[] = [];
  let next = 0;
  for (const line of text.split("\n").filter(Boolean)) {
    const [, address = "", rest = ""] = /^([\da-fA-F]+):\s?(.*)$/.exec(line) ?? [];
    if (address === "" || Number.parseInt(address, 16) !== next)
      throw new OptionError("only a whole dump, line after line, can be turned back here");
    const [digits = ""] = /^(?:(?:[\da-fA-F]{2})+ ?)*/.exec(rest.split("  ", 1)[0] ?? "") ?? [];
    const bytes = ofDigits(digits.replaceAll(" ", ""));
    parts.push(bytes);
    next += bytes.length;
  }
  const all = new Uint8Array(next);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function ofDigits(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
