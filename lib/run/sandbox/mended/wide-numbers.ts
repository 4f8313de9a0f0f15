import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";

/** A conversion of `printf` with its flags, width, precision and letter. */
const conversion = /%%|%([-+ #0']*)(\*|\d+)?(?:\.(\*|\d*))?([a-zA-Z])/g;

const whole = /^\s*([-+]?)(0[xX][\da-fA-F]+|0[0-7]+|\d+)$/;
const least = -(2n ** 63n);

/**
 * What `printf` is to be called with instead, so that whole numbers have 64 bits, where the shell's own have 53, or 32 without a sign: such
 * a number is put into the format as its text, which is then written out for all arguments.
 * @throws OptionError
 */
export function withWideNumbers(format: string, given: readonly string[]): readonly string[] {
  const letters = Array.from(format.matchAll(conversion), ([, , , , letter]) => letter).filter(Boolean);
  const isWide = (arg: string, at: number) => wideValue(letters[at % letters.length] ?? "", arg) !== undefined;
  if (letters.length === 0 || !given.some(isWide)) return [format, ...given];
  if (/%[-+ #0']*(?:\*|\d*\.\*)/.test(format)) throw new OptionError("* is not possible here with a number of 64 bits");
  let at = 0;
  const replaced = (whole: string, ...found: (string | undefined)[]) => {
    if (whole === "%%") return whole;
    const [flags = "", width, precision, letter = ""] = found;
    const value = wideValue(letter, given[at++] ?? "");
    return value === undefined ? whole : wideText(value, { flags, width: Number(width ?? 0), precision, letter });
  };
  const rounds = Math.ceil(given.length / letters.length);
  const text = format.repeat(rounds).replace(conversion, replaced);
  return [text, ...given.filter((arg, index) => !isWide(arg, index))];
}

/** The number that the shell's own `printf` would get wrong; `undefined` for any other argument. */
function wideValue(letter: string, arg: string): bigint | undefined {
  const [, sign, digits = ""] = /[diouxX]/.test(letter) ? (whole.exec(arg) ?? []) : [];
  if (sign === undefined) return undefined;
  const size = BigInt(digits.replace(/^0(?=[0-7]+$)/, "0o"));
  const value = sign === "-" ? -size : size;
  const isSigned = /[di]/.test(letter);
  if (size <= BigInt(Number.MAX_SAFE_INTEGER) && (isSigned || value >= 0n)) return undefined;
  const most = isSigned ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  const bounded = value < least ? least : value > most ? most : value;
  return isSigned ? bounded : BigInt.asUintN(64, bounded);
}

interface Form {
  readonly flags: string;
  readonly width: number;
  readonly precision: string | undefined;
  readonly letter: string;
}

const bases: Readonly<Record<string, number>> = { o: 8, x: 16, X: 16 };
const heads: Readonly<Record<string, string>> = { o: "0", x: "0x", X: "0X" };

function wideText(value: bigint, { flags, width, precision, letter }: Form): string {
  const isSigned = /[di]/.test(letter);
  const size = (value < 0n ? -value : value).toString(bases[letter] ?? 10).padStart(Number(precision ?? 0), "0");
  const plus = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const sign = value < 0n ? "-" : isSigned ? plus : "";
  const head = flags.includes("#") ? (heads[letter] ?? "") : "";
  const digits = letter === "X" ? size.toUpperCase() : size;
  const isFilled = flags.includes("0") && !flags.includes("-") && precision === undefined;
  const text = sign + head + (isFilled ? digits.padStart(width - sign.length - head.length, "0") : digits);
  return flags.includes("-") ? text.padEnd(width) : text.padStart(width);
}
