import { fixed } from "#lib/run/sandbox/commands/fixed-text.ts";
import { AwkError } from "./awk-syntax.ts";
import { type AwkValue, isNumeric, toNumber } from "./awk-values.ts";

/** @param form for numbers that are not whole: `CONVFMT` or `OFMT` */
export function toText(value: AwkValue, form: string): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  return typeof value === "number" ? numberText(value, form) : value.text;
}

function numberText(value: number, form: string): string {
  if (!Number.isFinite(value)) return notFinite(value);
  if (Number.isInteger(value)) return BigInt(value).toString();
  return formatted(form, [value], form);
}

/** As GNU's awk writes it, where what is no number has the sign that processors give it. */
function notFinite(value: number): string {
  return Number.isNaN(value) ? "-nan" : value > 0 ? "+inf" : "-inf";
}

/** Negative, 0 or positive: compares numbers if both may be, otherwise texts. */
export function compareValues(a: AwkValue, b: AwkValue, form: string): number {
  if (isNumeric(a) && isNumeric(b)) return toNumber(a) - toNumber(b);
  const [left, right] = [toText(a, form), toText(b, form)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const conversion = /%([-+ #0']*)(\*|\d+)?(\.(\*|\d+)?)?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])|%/g;

/** Most characters of one conversion. */
const widest = 1_000_000;

/**
 * C's printf.
 * @param form of numbers that are printed as text
 * @throws AwkError
 */
export function formatted(format: string, values: readonly AwkValue[], form: string): string {
  let at = 0;
  const next = () => {
    if (at >= values.length) throw new AwkError("fatal: not enough arguments to satisfy format string");
    return values[at++];
  };
  const size = (text: string | undefined) => {
    const given = text === "*" ? toNumber(next()) : Number(text ?? 0);
    if (Math.abs(given) > widest) throw new AwkError("a width in a format is too large");
    return given;
  };
  return format.replaceAll(conversion, (...found: (string | undefined)[]) => {
    const [whole = "", flags = "", wide, point, fine, kind] = found;
    if (kind === undefined || kind === "%") return kind ?? whole;
    const width = size(wide);
    const precision = point === undefined ? undefined : size(fine);
    const how = { kind, flags, precision };
    const text = converted({ ...how, value: next() }, form);
    return text === undefined ? whole : padded(text, width, how);
  });
}

function padded(text: string, width: number, { kind, flags, precision }: Omit<Conversion, "value">): string {
  if (flags.includes("-") || width < 0) return text.padEnd(Math.abs(width));
  const isWhole = precision !== undefined && /[diouxX]/.test(kind);
  if (!flags.includes("0") || /[sc]/.test(kind) || isWhole || /(?:inf|nan)$/.test(text)) return text.padStart(width);
  const sign = /^[-+ ]?(?:0[xX])?/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}

interface Conversion {
  readonly kind: string;
  readonly flags: string;
  readonly precision: number | undefined;
  readonly value: AwkValue;
}

/** `undefined` for an unknown conversion. */
function converted({ kind, flags, precision, value }: Conversion, form: string): string | undefined {
  switch (kind) {
    case "s":
      return toText(value, form).slice(0, precision);
    case "c":
      return typeof value === "number"
        ? String.fromCodePoint(Math.trunc(value) & 0x1fffff)
        : ([...toText(value, form)][0] ?? "");
    case "d":
    case "i":
      // There is no negative nought among whole numbers.
      return signed(Math.trunc(toNumber(value)) + 0, flags, (size) => whole(size, 10).padStart(precision ?? 0, "0"));
    case "o":
    case "u":
    case "x":
    case "X":
      return unsigned(kind, toNumber(value), flags, precision);
    case "e":
    case "E":
      return inCase(
        kind,
        signed(toNumber(value), flags, (size) => exponential(size, precision ?? 6)),
      );
    case "a":
    case "A":
      return inCase(
        kind,
        signed(toNumber(value), flags, (size) => hexadecimal(size, precision)),
      );
    case "f":
    case "F":
      return signed(toNumber(value), flags, (size) => fixed(size, precision ?? 6));
    case "g":
    case "G":
      return inCase(
        kind,
        signed(toNumber(value), flags, (size) => general(size, precision ?? 6, flags.includes("#"))),
      );
    default:
      return undefined;
  }
}

function inCase(kind: string, text: string): string {
  return kind === kind.toUpperCase() ? text.toUpperCase() : text;
}

function signed(value: number, flags: string, digits: (size: number) => string): string {
  const isNegative = value < 0 || Object.is(value, -0);
  const sign = isNegative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  if (!Number.isFinite(value)) return notFinite(value);
  return sign + digits(Math.abs(value));
}

function whole(size: number, base: number): string {
  return BigInt(size).toString(base);
}

function unsigned(kind: string, value: number, flags: string, precision = 0): string {
  if (!Number.isFinite(value)) return String(value);
  const bits = value < 0 ? BigInt.asUintN(64, BigInt(Math.trunc(value))) : BigInt(Math.trunc(value));
  const text = bits.toString(kind === "o" ? 8 : kind === "u" ? 10 : 16).padStart(precision, "0");
  const head = flags.includes("#") && bits !== 0n ? (kind === "o" ? "0" : kind === "u" ? "" : "0x") : "";
  return inCase(kind, head + text);
}

function exponential(size: number, precision: number): string {
  const text = size.toExponential(Math.min(100, precision));
  return text.replace(/e([-+])(\d)$/, "e$10$2");
}

/** C's `%a`: a fraction of base 16, and a power of 2. */
function hexadecimal(size: number, precision: number | undefined): string {
  let exponent = size === 0 ? 0 : Math.floor(Math.log2(size));
  // The logarithm may be the next one's, and small numbers have no own first digit.
  if (size / 2 ** exponent >= 2) exponent++;
  if (size / 2 ** exponent < 1 && size !== 0) exponent--;
  const digits = precision ?? 13;
  const scaled = BigInt(Math.round((size / 2 ** exponent) * 2 ** Math.min(52, 4 * digits)));
  const text = scaled.toString(16).padEnd(1 + digits, "0");
  const fraction = precision === undefined ? text.slice(1).replace(/0+$/, "") : text.slice(1);
  return `0x${text[0]}${fraction === "" ? "" : `.${fraction}`}p${exponent < 0 ? "" : "+"}${exponent}`;
}

function general(size: number, precision: number, isKept: boolean): string {
  const digits = Math.min(100, precision || 1);
  const exponent = size === 0 ? 0 : Number(size.toExponential(digits - 1).split("e")[1]);
  const isPlain = exponent >= -4 && exponent < digits;
  const text = isPlain ? fixed(size, digits - 1 - exponent) : exponential(size, digits - 1);
  return isKept ? text : text.replace(/\.(\d*?)0+(?=e|$)/, (_, kept: string) => (kept === "" ? "" : `.${kept}`));
}
