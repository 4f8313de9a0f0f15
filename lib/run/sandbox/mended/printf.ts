import { latin1 } from "#lib/run/sandbox/latin1.ts";
import type { CommandContext, CommandResult } from "./command-types.ts";

/** `\xff`, `\377`, `\0377`: a byte by number, which the shell's own commands take for a character. */
const inFormat = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))|\\[\s\S]/g;
const inText = /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3}))|\\[\s\S]/g;
const inEcho = /\\(?:x([0-9a-fA-F]{1,2})|0([0-7]{1,3}))|\\[\s\S]/g;

/** Where the private characters begin that stand for bytes from 128 on until the output is made. */
const first = 0xf700;

/** Conversions of a format, but not `%%`. */
const conversions = /%%|%[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?([a-zA-Z])/g;

/** Prints bytes by number as bytes, and counts bytes in widths, as bash does. */
export async function printf(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no printf.");
  // What is put into a variable is text.
  if (args[0] === "-v")
    return origCommand(args.map((arg, at) => (at === 2 ? arg.replace(inFormat, inHexadecimal) : arg)));
  const at = args[0] === "--" ? 1 : 0;
  const letters = Array.from((args[at] ?? "").matchAll(conversions), ([, letter]) => letter).filter(Boolean);
  const marked = args.map((arg, index) => {
    if (index === at) return inBytes(withMarks(arg, inFormat));
    const letter = index > at ? letters[(index - at - 1) % letters.length] : undefined;
    if (letter === "b") return inBytes(withMarks(arg, inText));
    return letter === "s" ? inBytes(arg) : arg;
  });
  return withBytes(await origCommand(marked));
}

function inHexadecimal(whole: string, _: string | undefined, octal: string | undefined): string {
  const value = Number.parseInt(octal ?? "0", 8) & 255;
  return value >= 128 ? `\\x${value.toString(16)}` : whole;
}

/** A text in which marks stand for the bytes of its characters beyond ASCII. */
function inBytes(text: string): string {
  return text.replace(/[^\0-\x7f\uf780-\uf7ff]/gu, (sign) =>
    Array.from(new TextEncoder().encode(sign), (byte) => String.fromCharCode(first + byte)).join(""),
  );
}

/** The same for `echo -e`. */
export async function echo(args: readonly string[], { origCommand }: CommandContext): Promise<CommandResult> {
  if (!origCommand) throw new Error("The shell has no echo.");
  const isEscaped = /^-[nE]*e[neE]*$/.test(args[0] ?? "") || (args[0] === "-n" && /^-[nE]*e/.test(args[1] ?? ""));
  return isEscaped ? withBytes(await origCommand(args.map((arg) => withMarks(arg, inEcho)))) : origCommand([...args]);
}

function withMarks(text: string, escapes: RegExp): string {
  return text.replace(escapes, (whole, hexadecimal: string | undefined, octal: string | undefined) => {
    const value = hexadecimal === undefined ? Number.parseInt(octal ?? "", 8) & 255 : Number.parseInt(hexadecimal, 16);
    return value >= 128 ? String.fromCharCode(first + value) : whole;
  });
}

/** The output with a character for each byte, which the shell hands on as bytes. */
function withBytes(result: CommandResult): CommandResult {
  const bytes = latin1(new TextEncoder().encode(result.stdout)).replace(
    /\xef([\x9e\x9f])([\x80-\xbf])/g,
    (_, high, low) => String.fromCharCode((((high.charCodeAt(0) & 0x3f) << 6) | (low.charCodeAt(0) & 0x3f)) & 0xff),
  );
  return { ...result, stdout: bytes, stdoutKind: "bytes" };
}
