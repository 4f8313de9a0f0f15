import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { fixedAsWritten } from "#lib/run/sandbox/commands/fixed-text.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { withWideNumbers } from "./wide-numbers.ts";

/** `\xff`, `\377`, `\0377`: a byte by number, which the shell's own commands take for a character. */
const inFormat = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))|\\[\s\S]/g;
const inText = /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3}))|\\[\s\S]/g;
const inEcho = /\\(?:x([0-9a-fA-F]{1,2})|0([0-7]{1,3}))|\\[\s\S]/g;

/** Conversions of a format, but not `%%`. */
const conversions = /%%|%[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?([a-zA-Z])/g;
const floating = /^%[-+ #0]*\d*(?:\.(\d*))?[fF]$/;

/** Prints bytes by number as bytes, counts bytes in widths, and has numbers of 64 bits, as in bash. @throws OptionError */
export async function printf(given: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { origCommand } = context;
  if (!origCommand) throw new Error("The shell has no printf.");
  if (given[0] === "-v" && given.length > 2) {
    const { stdout, ...printed } = await printf(given.slice(2), context);
    if (printed.exitCode !== 0) return { stdout: "", ...printed };
    return origCommand(["-v", given[1] ?? "", "%s", escapedText(fromLatin1(stdout))]);
  }
  const at = given[0] === "--" ? 1 : 0;
  const args = [...given.slice(0, at), ...withWideNumbers(given[at] ?? "", given.slice(at + 1))];
  const all = Array.from((args[at] ?? "").matchAll(conversions), ([whole]) => whole).filter((whole) => whole !== "%%");
  const partOf = (index: number) => (index > at ? all[(index - at - 1) % all.length] : undefined);
  const converted = args.map((arg, index) => {
    if (index === at) return inBytes(withEscapes(withoutQuoting(arg), inFormat));
    const part = partOf(index);
    const letter = part?.at(-1);
    if (part !== undefined && floating.test(part) && decimal.test(arg)) return rounded(arg, part);
    if (letter === "q") return inBytes(quoted(arg));
    if (letter !== undefined && /[diouxXeEfFgGaA]/.test(letter) && /^["']/.test(arg)) return codeOf(arg);
    if (letter === "b") return inBytes(withEscapes(arg, inText));
    return letter === "s" ? inBytes(arg) : arg;
  });
  return withBytes(await origCommand(converted));
}

/** The number of the sign behind a quote. */
function codeOf(arg: string): string {
  return String(arg.slice(1).codePointAt(0) ?? 0);
}

const decimal = /^[-+]?\d*\.?\d+$/;

/** JavaScript's limit, with which the shell's own command prints the result. */
const mostDigits = 100;

/** A number with the digits that a conversion prints of it. @throws OptionError for more of them than are possible */
function rounded(text: string, part: string): string {
  const [, precision = "6"] = floating.exec(part) ?? [];
  if (Number(precision) > mostDigits) throw new OptionError(`more than ${mostDigits} digits are not possible here`);
  return (text.startsWith("-") ? "-" : "") + fixedAsWritten(text.replace(/^[-+]/, ""), Number(precision));
}

function withoutQuoting(format: string): string {
  return format.replace(conversions, (whole, letter) => (letter === "q" ? `${whole.slice(0, -1)}s` : whole));
}

/** A text as `%q` prints it, so that a shell reads one word. */
function quoted(text: string): string {
  if (/\p{Cc}/u.test(text)) return `$'${text.replace(/[\p{Cc}'\\]/gu, (sign) => named[sign] ?? octal(sign))}'`;
  return text === "" ? "''" : text.replace(/[\s!"$&'()*,;<>?[\\\]^`{|}]|^[#~]|(?<=[=:])~/g, "\\$&");
}

const named: Readonly<Record<string, string>> = {
  ...{ "\x07": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r", "\x1b": "\\E" },
  ...{ "'": "\\'", "\\": "\\\\" },
};

function octal(sign: string): string {
  return Array.from(escapedBytes(sign), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/** A text in which each byte beyond ASCII is a character, in the form of `escapedText`. */
function inBytes(text: string): string {
  return text.replace(/[^\0-\x7f]+/g, (signs) => Array.from(escapedBytes(signs), escaped).join(""));
}

function escaped(byte: number): string {
  return escapedText(Uint8Array.of(byte));
}

/** The same for `echo -e`. */
export async function echo(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no echo.");
  const isEscaped = /^-[nE]*e[neE]*$/.test(args[0] ?? "") || (args[0] === "-n" && /^-[nE]*e/.test(args[1] ?? ""));
  return isEscaped ? withBytes(await origCommand(args.map((arg) => withEscapes(arg, inEcho)))) : origCommand([...args]);
}

function withEscapes(text: string, escapes: RegExp): string {
  return text.replace(escapes, (whole, hexadecimal: string | undefined, octal: string | undefined) => {
    const value = hexadecimal === undefined ? Number.parseInt(octal ?? "", 8) & 255 : Number.parseInt(hexadecimal, 16);
    return value >= 128 ? escaped(value) : whole;
  });
}

/** The output with a character for each byte, which the shell hands on as bytes. */
function withBytes(result: CommandResult): CommandResult {
  return { ...result, stdout: latin1(escapedBytes(result.stdout)), stdoutKind: "bytes" };
}
