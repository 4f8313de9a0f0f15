/** A number that a script wrote, and what bash says about it. */
export interface Read<Value> {
  readonly value: Value;
  readonly fault?: string;
  /** Whether the fault leaves the exit code as it is. */
  readonly isWarning?: boolean;
}

/** A number as bash holds it, with 64 binary digits: `mantissa / 2 ** shift`. */
export interface Held {
  readonly isNegative: boolean;
  readonly mantissa: bigint;
  readonly shift: bigint;
}

/** The largest power of ten of a number that bash can hold. */
const mostTens = 4932;

const wholes = { least: -(2n ** 63n), most: 2n ** 63n - 1n, mostUnsigned: 2n ** 64n - 1n } as const;

/** A whole number of C, within 64 bits; a quote and a sign are the number of that sign. */
export function readWhole(text: string, isSigned: boolean): Read<bigint> {
  if (/^["']/.test(text)) {
    const sign = text.slice(1).codePointAt(0) ?? 0;
    // A byte that is no sign of UTF-8 is a lone surrogate (`escapedText`).
    return { value: BigInt(sign >> 7 === 0x1b9 ? sign & 255 : sign) };
  }
  const [whole = "", sign, digits = "0"] = /^\s*([-+]?)(0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)/.exec(text) ?? [];
  const size = wholeOf(digits);
  const value = sign === "-" ? -size : size;
  const most = isSigned ? wholes.most : wholes.mostUnsigned;
  const least = isSigned ? wholes.least : -wholes.mostUnsigned;
  if (whole !== text) return { value: between(least, value, most, isSigned), ...faultOf(text) };
  if (value >= least && value <= most) return { value: between(least, value, most, isSigned) };
  const bounded = isSigned && value < 0n ? least : most;
  return { value: bounded, fault: `warning: ${text}: Numerical result out of range`, isWarning: true };
}

/** Of a number of thousands of digits, which C takes for its largest, only so many as tell that. */
function wholeOf(digits: string): bigint {
  const plain = digits.replace(/^0(?=[0-7])/, "0o");
  return BigInt(plain.length > 80 ? plain.replace(/^(0[xo])?0+(?=.)/, "$1").slice(0, 80) : plain);
}

function between(least: bigint, value: bigint, most: bigint, isSigned: boolean): bigint {
  const bounded = value < least ? least : value > most ? most : value;
  return isSigned ? bounded : BigInt.asUintN(64, bounded);
}

function faultOf(text: string): { readonly fault: string } | undefined {
  if (text === "") return undefined;
  const kind = /^0\d/.test(text) ? "octal " : /^0x/i.test(text) ? "hex " : "";
  return { fault: `${text}: invalid ${kind}number` };
}

/** A number of C with a point or an exponent. */
export function readFloat(text: string): Read<Float> {
  if (/^["']/.test(text)) return { value: heldOf("", readWhole(text, true).value, 0) };
  const [word, minus = "", isInfinite] = /^\s*([-+]?)(?:(inf(?:inity)?)|nan)$/i.exec(text) ?? [];
  if (word !== undefined) return { value: isInfinite === undefined ? "nan" : minus === "-" ? "-inf" : "inf" };
  const [hexadecimal, sign = "", digits = ""] = /^\s*([-+]?)(0[xX][\da-fA-F]{1,30})$/.exec(text) ?? [];
  if (hexadecimal !== undefined) return { value: heldOf(sign, BigInt(digits), 0) };
  return readDecimal(text);
}

/** A number, or what is none. */
export type Float = Held | "inf" | "-inf" | "nan";

function readDecimal(text: string): Read<Float> {
  const found = /^\s*([-+]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([-+]?\d+))?/.exec(text);
  const [all = "", sign = "", whole = "", behind, alone, tens = "0"] = found ?? [];
  const part = behind ?? alone ?? "";
  const fault = all === text ? undefined : faultOf(text);
  // More digits than 64 binary ones can tell apart are no other number.
  const kept = (whole + part).replace(/^0+/, "");
  const exponent = Number(tens) - part.length + Math.max(0, kept.length - mostTens);
  if (kept === "" || exponent + kept.length < -mostTens) return { value: heldOf(sign, 0n, 0), ...fault };
  if (exponent + kept.length <= mostTens + 1) {
    return { value: heldOf(sign, BigInt(kept.slice(0, mostTens)), exponent), ...fault };
  }
  const range = { fault: `warning: ${text}: Numerical result out of range`, isWarning: true };
  return { value: sign === "-" ? "-inf" : "inf", ...(fault ?? range) };
}

function heldOf(sign: string, digits: bigint, tens: number): Held {
  const above = digits * 10n ** BigInt(Math.max(0, tens));
  const below = 10n ** BigInt(Math.max(0, -tens));
  const bits = (value: bigint) => value.toString(2).length;
  const shift = BigInt(Math.max(0, 64 - bits(above) + bits(below)));
  const held = quotient(above << shift, below);
  const spare = BigInt(Math.max(0, bits(held) - 64));
  return { isNegative: sign === "-", mantissa: quotient(held, 1n << spare) << spare, shift };
}

/** Rounded, halves to the even number. */
function quotient(above: bigint, below: bigint): bigint {
  const [whole, rest] = [above / below, (above % below) * 2n];
  return rest > below || (rest === below && whole % 2n === 1n) ? whole + 1n : whole;
}

/** The number without its sign, with so many digits behind its point. */
export function fixedText({ mantissa, shift }: Held, precision: number): string {
  // It has no digits but noughts beyond those of its last binary one.
  const exact = Math.min(precision, Number(shift));
  const digits = quotient(mantissa * 10n ** BigInt(exact), 1n << shift)
    .toString()
    .padStart(exact + 1, "0");
  const noughts = "0".repeat(precision - exact);
  return exact === 0
    ? `${digits}${precision > 0 ? `.${noughts}` : ""}`
    : `${digits.slice(0, -exact)}.${digits.slice(-exact)}${noughts}`;
}

/** The same in the form `1.5e+02`. */
export function exponentialText(held: Held, precision: number): string {
  const exact = Math.min(precision, Number(held.shift) + mostTens);
  const { digits, exponent } = roundedTo(held, exact);
  const tail = digits.slice(1) + "0".repeat(precision - exact);
  const sign = exponent < 0 ? "-" : "+";
  return `${digits[0]}${tail === "" ? "" : `.${tail}`}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function roundedTo({ mantissa, shift }: Held, places: number): { readonly digits: string; readonly exponent: number } {
  if (mantissa === 0n) return { digits: "0".repeat(places + 1), exponent: 0 };
  const estimate = Math.floor((mantissa.toString(2).length - 1 - Number(shift)) * Math.log10(2));
  for (let exponent = estimate - 1; ; exponent++) {
    const tens = places - exponent;
    const above = tens > 0 ? mantissa * 10n ** BigInt(tens) : mantissa;
    const digits = quotient(above, (1n << shift) * 10n ** BigInt(Math.max(0, -tens))).toString();
    if (digits.length <= places + 1) return { digits, exponent };
  }
}

/** The shorter of the two forms, in which noughts at the end are left out unless `isWhole`. */
export function generalText(held: Held, precision: number, isWhole: boolean): string {
  const places = Math.max(1, precision);
  const { exponent } = roundedTo(held, Math.min(places - 1, Number(held.shift) + mostTens));
  const isFixed = exponent >= -4 && exponent < places;
  const text = isFixed ? fixedText(held, places - 1 - exponent) : exponentialText(held, places - 1);
  return isWhole || !text.includes(".") ? text : text.replace(/\.?0+(?=e|$)/, "");
}
