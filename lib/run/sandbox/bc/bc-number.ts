/** A number as in bc: `units` × 10^-`scale`, exact. */
export interface Decimal {
  readonly units: bigint;
  /** Digits behind the point. */
  readonly scale: number;
}

export const zero: Decimal = { units: 0n, scale: 0 };
export const one: Decimal = { units: 1n, scale: 0 };

export function whole(value: number | bigint): Decimal {
  return { units: BigInt(value), scale: 0 };
}

/** The number with so many digits behind the point; further ones are cut off. */
export function withScale({ units, scale }: Decimal, wanted: number): Decimal {
  return { units: wanted >= scale ? units * tenTo(wanted - scale) : units / tenTo(scale - wanted), scale: wanted };
}

export function compare(a: Decimal, b: Decimal): number {
  const difference = subtract(a, b).units;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: withScale(a, scale).units + withScale(b, scale).units, scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}

/** @param scale the value of `scale`, as in the functions below */
export function multiply(a: Decimal, b: Decimal, scale: number): Decimal {
  const exact = { units: a.units * b.units, scale: a.scale + b.scale };
  return withScale(exact, Math.min(exact.scale, Math.max(scale, a.scale, b.scale)));
}

/** @param b not zero */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  const above = a.units * tenTo(Math.max(0, scale + b.scale - a.scale));
  const below = b.units * tenTo(Math.max(0, a.scale - b.scale - scale));
  return { units: above / below, scale };
}

/** What is left of `a` after the division to `scale` digits. @param b not zero */
export function remainder(a: Decimal, b: Decimal, scale: number): Decimal {
  const places = Math.max(a.scale, b.scale + scale);
  const product = multiply(divide(a, b, scale), b, places);
  return withScale(subtract(a, product), places);
}

/** @param exponent a whole number; where it is negative, `base` is not zero */
export function power(base: Decimal, exponent: number, scale: number): Decimal {
  const size = Math.abs(exponent);
  const exact = { units: base.units ** BigInt(size), scale: base.scale * size };
  if (exponent < 0) return divide(one, exact, scale);
  return withScale(exact, Math.min(exact.scale, Math.max(scale, base.scale)));
}

/** @param value not negative */
export function squareRoot(value: Decimal, scale: number): Decimal {
  // GNU's bc gives no further digits of these two.
  if (compare(value, one) === 0 || value.units === 0n) return whole(value.units === 0n ? 0 : 1);
  const places = Math.max(scale, value.scale);
  return { units: rootOf(withScale(value, 2 * places).units), scale: places };
}

/** The whole part of a square root (Newton's method). */
function rootOf(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/** The number of decimal digits, as bc's `length` counts them. */
export function lengthOf({ units, scale }: Decimal): number {
  return Math.max(absolute(units).toString().length, scale, 1);
}

/**
 * Reads digits of a base; those too large for it count as its largest, but for a single digit, which means itself.
 * @param text of `0-9A-Z` and at most one point
 */
export function readNumber(text: string, base: number): Decimal {
  const [before = "", behind = ""] = text.split(".");
  const isSingle = before.length + behind.length === 1;
  const digitOf = (digit: string) => BigInt(Math.min(Number.parseInt(digit, 36), isSingle ? 35 : base - 1));
  let units = 0n;
  for (const digit of before + behind) units = units * BigInt(base) + digitOf(digit);
  if (base === 10) return { units, scale: behind.length };
  return divide({ units, scale: 0 }, { units: BigInt(base) ** BigInt(behind.length), scale: 0 }, behind.length);
}

const digits = "0123456789ABCDEF";

/** The text of a number in a base; above 16 each digit is a decimal number of its own. */
export function numberText(value: Decimal, base: number): string {
  const sign = value.units < 0n ? "-" : "";
  const units = absolute(value.units);
  if (units === 0n) return "0";
  const unit = tenTo(value.scale);
  const before = base <= 16 ? shortDigits(units / unit, base) : longDigits(units / unit, base);
  const behind = value.scale === 0 ? "" : `.${fractionText(value, base)}`;
  return `${sign}${before}${behind}`;
}

function shortDigits(value: bigint, base: number): string {
  return value === 0n ? "" : value.toString(base).toUpperCase();
}

function longDigits(value: bigint, base: number): string {
  const parts: string[] = [];
  for (let left = value; left > 0n; left /= BigInt(base)) parts.unshift(` ${longDigit(left % BigInt(base), base)}`);
  return parts.join("");
}

function longDigit(value: bigint, base: number): string {
  return value.toString().padStart(`${base - 1}`.length, "0");
}

/** As many digits of the base as are worth the decimal ones. */
function fractionText({ units, scale }: Decimal, base: number): string {
  const unit = tenTo(scale);
  let left = absolute(units) % unit;
  if (base === 10) return left.toString().padStart(scale, "0");
  const parts: string[] = [];
  for (let worth = 1n; worth.toString().length <= scale; worth *= BigInt(base)) {
    left *= BigInt(base);
    const digit = left / unit;
    parts.push(base <= 16 ? (digits[Number(digit)] ?? "") : longDigit(digit, base));
    left %= unit;
  }
  return parts.join(base <= 16 ? "" : " ");
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
