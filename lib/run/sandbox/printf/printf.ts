import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { now, zoneFor } from "#lib/run/sandbox/dates/date.ts";
import { formatDate } from "#lib/run/sandbox/dates/date-format.ts";
import { escapedBytes, escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1, latin1 } from "#lib/run/sandbox/latin1.ts";
import { type Conversion, type Part, partsOf } from "./conversions.ts";
import { unescaped } from "./escapes.ts";
import { exponentialText, type Float, fixedText, generalText, type Read, readFloat, readWhole } from "./numbers.ts";

const usage = "printf: usage: printf [-v var] format [arguments]\n";

/** Most characters of one conversion, and of all. */
const most = { width: 4_000_000, all: 32_000_000 } as const;

/** bash's `printf`: texts are bytes, numbers have 64 bits. @throws OptionError */
export async function printf(given: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, variable, fault } = readCall(given);
  if (fault !== undefined) return { stdout: "", stderr: fault, exitCode: 2 };
  const printed = new Printed(words.slice(1), context);
  printed.print(words[0] ?? "");
  const { stdout, stderr, exitCode } = printed;
  if (variable === undefined) return { stdout, stderr, exitCode, stdoutKind: "bytes" };
  const text = escapedText(fromLatin1(stdout.replaceAll("\0", "")));
  const set = await context.origCommand?.(["-v", variable, "%s", text]);
  return { stdout: "", stderr: stderr + (set?.stderr ?? ""), exitCode: set?.exitCode || exitCode };
}

interface Call {
  readonly words: readonly string[];
  readonly variable?: string | undefined;
  readonly fault?: string;
}

function readCall(given: readonly string[]): Call {
  const [first, ...rest] = given;
  if (first === undefined) return { words: given, fault: usage };
  if (first === "--") return { words: rest, ...(rest.length === 0 && { fault: usage }) };
  if (!/^-./.test(first)) return { words: given };
  const refuse = (why: string) => ({ words: given, fault: `bash: printf: ${why}\n${usage}` });
  if (!first.startsWith("-v")) return refuse(`${first.slice(0, 2)}: invalid option`);
  const variable = first.slice(2) || rest.shift();
  return variable === undefined ? refuse("-v: option requires an argument") : { variable, ...readCall(rest) };
}

/** What a call has printed so far, and the arguments that it has not taken yet. */
class Printed {
  stdout = "";
  stderr = "";
  exitCode = 0;
  private at = 0;
  private readonly args: readonly string[];
  private readonly context: CommandContext;

  constructor(args: readonly string[], context: CommandContext) {
    this.args = args;
    this.context = context;
  }

  /** Prints the format, and again as long as it takes arguments and there are more. @throws OptionError */
  print(format: string): void {
    const parts = partsOf(latin1(escapedBytes(format))).map((part) =>
      typeof part === "string" ? unescaped(part, "format", (fault) => this.complain(fault, true)).bytes : part,
    );
    let before: number;
    do {
      before = this.at;
      if (!parts.every((part) => this.goesOnBehind(part))) return;
    } while (this.at > before && this.at < this.args.length);
  }

  /** Prints a part. @returns whether it does not end all */
  private goesOnBehind(part: Part): boolean {
    if (typeof part === "string") this.add(part);
    else if ("unreadable" in part) {
      const fault = part.unreadable === "" ? "`%': missing" : `\`${part.unreadable}': invalid`;
      this.complain(`${fault} format character`);
      return false;
    } else if (part.letter === "b") {
      const { bytes, isEnd } = unescaped(bytesOf(this.next()), "text", (fault) => this.complain(fault, true));
      this.add(this.padded(bytes, part, true));
      return !isEnd;
    } else this.add(this.converted(part));
    return true;
  }

  private add(text: string): void {
    this.stdout += text;
    if (this.stdout.length > most.all) throw new OptionError("more than 32 MB are not possible here");
  }

  private complain(fault: string, isWarning = false): void {
    this.stderr += `bash: printf: ${fault}\n`;
    if (!isWarning) this.exitCode = 1;
  }

  private next(): string {
    return this.args[this.at++] ?? "";
  }

  private value<Value>({ value, fault, isWarning }: Read<Value>): Value {
    if (fault !== undefined) this.complain(fault, isWarning);
    return value;
  }

  /** A width or a precision, which an argument may give. @throws OptionError */
  private size(text: string): number {
    const size = text === "*" ? Number(this.value(readWhole(this.next(), true))) : Number(text);
    if (Math.abs(size) > most.width) throw new OptionError(`more than ${most.width} characters are not possible here`);
    return size;
  }

  private converted(part: Conversion): string {
    const { letter, flags } = part;
    if (letter === "s") return this.padded(() => bytesOf(this.next()), part, true);
    if (letter === "c") return this.padded(() => bytesOf(this.next())[0] ?? "\0", part);
    if (letter === "q") return this.padded(() => bytesOf(quoted(this.next())), part, true);
    if (letter === "T") return this.padded(() => this.date(part.date), part, true);
    if (letter === "Q") return this.padded((precision) => bytesOf(quoted(this.next().slice(0, precision))), part);
    if (/[diouxX]/.test(letter)) {
      const isSigned = /[di]/.test(letter);
      return this.padded((precision) => {
        return wholeText(this.value(readWhole(this.next(), isSigned)), flags, letter, precision);
      }, part);
    }
    return this.padded(
      (precision = 6) => floatText(this.value(readFloat(this.next())), flags, letter, precision),
      part,
    );
  }

  private date(format: string): string {
    const moment = now();
    const given = this.at < this.args.length ? this.value(readWhole(this.next(), true)) : -1n;
    const shown = given < 0n && given >= -2n ? moment : { seconds: Number(given), nanoseconds: 0 };
    // Only `date` knows nanoseconds.
    const plain = format.replace(/%[\s\S]/g, (part) => (part === "%N" ? "%%N" : part));
    return bytesOf(formatDate(plain || "%H:%M:%S", shown, zoneFor(false, this.context)));
  }

  /**
   * Widens a text to its width; numbers by noughts, where they shall.
   * @param text gets the precision, which is read before the argument
   * @param isCut whether the precision is the most characters of it
   */
  private padded(text: string | ((precision?: number) => string), part: Conversion, isCut = false): string {
    const width = this.size(part.width);
    const given = part.precision === undefined ? undefined : this.size(part.precision);
    const precision = given === undefined || given < 0 ? undefined : given;
    const whole = typeof text === "string" ? text : text(precision);
    const shown = isCut ? whole.slice(0, precision) : whole;
    if (part.flags.includes("-") || width < 0) return shown.padEnd(Math.abs(width));
    const isFilled = /[eEfFgG]/.test(part.letter) || (/[diouxX]/.test(part.letter) && precision === undefined);
    if (!part.flags.includes("0") || !isFilled || /(?:inf|nan)$/i.test(shown)) return shown.padStart(width);
    const head = /^(?:[-+ ]|0[xX])?/.exec(shown)?.[0] ?? "";
    return head + shown.slice(head.length).padStart(width - head.length, "0");
  }
}

function bytesOf(text: string): string {
  return latin1(escapedBytes(text));
}

const bases: Readonly<Record<string, number>> = { o: 8, x: 16, X: 16 };

function wholeText(value: bigint, flags: string, letter: string, precision = 1): string {
  const size = value < 0n ? -value : value;
  const digits = value === 0n && precision === 0 ? "" : size.toString(bases[letter] ?? 10).padStart(precision, "0");
  const isMarked = flags.includes("#") && (letter === "o" ? !digits.startsWith("0") : value !== 0n);
  const head = !isMarked ? "" : letter === "o" ? "0" : /x/i.test(letter) ? "0x" : "";
  const text = signOf(value < 0n, /[di]/.test(letter) ? flags : "") + head + digits;
  return letter === "X" ? text.toUpperCase() : text;
}

function floatText(value: Float, flags: string, letter: string, precision: number): string {
  const isKept = flags.includes("#");
  const kind = letter.toLowerCase();
  if (typeof value === "string") {
    const text = value.startsWith("-") ? value : signOf(false, flags) + value;
    return kind === letter ? text : text.toUpperCase();
  }
  const plain =
    kind === "f"
      ? fixedText(value, precision)
      : kind === "e"
        ? exponentialText(value, precision)
        : generalText(value, precision, isKept);
  const pointed = isKept && !plain.includes(".") ? plain.replace(/(?=e|$)/, ".") : plain;
  return signOf(value.isNegative, flags) + (kind === letter ? pointed : pointed.toUpperCase());
}

function signOf(isNegative: boolean, flags: string): string {
  return isNegative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
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
