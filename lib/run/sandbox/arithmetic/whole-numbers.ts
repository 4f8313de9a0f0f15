/** A whole number of 64 bits: a BigInt only beyond what a number holds exactly. */
export type Whole = number | bigint;

const digitSigns = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

/** The number of these digits. @param fail tells what is wrong with them */
export function wholeOf(digits: string, base: number, fail: (what: string) => never): Whole {
  let value = 0n;
  for (const sign of base <= 36 ? digits.toLowerCase() : digits) {
    const digit = digitSigns.indexOf(sign);
    if (digit < 0 || digit >= base) fail("value too great for base");
    value = value * BigInt(base) + BigInt(digit);
  }
  return narrowed(value);
}

/** The whole number that a text begins with, as `[ … -lt … ]` reads it; not a number for none. */
export function wholeNumber(text: string): Whole {
  const number = Number.parseInt(text, 10);
  if (Number.isNaN(number) || Number.isSafeInteger(number)) return number;
  return narrowed(BigInt((/[-+]?\d+/.exec(text) as RegExpExecArray)[0].replace("+", "")));
}

/** A number of 64 bits, of what may have more. */
function narrowed(value: bigint): Whole {
  const wide = BigInt.asIntN(64, value);
  const number = Number(wide);
  return Number.isSafeInteger(number) ? number : wide;
}

/** `base ** exponent`, of which the latter is not negative. */
export function powerOf(base: Whole, exponent: bigint): Whole {
  let result = 1n;
  for (let left = exponent, square = BigInt(base); left > 0n; left >>= 1n, square = BigInt.asIntN(64, square * square))
    if (left & 1n) result = BigInt.asIntN(64, result * square);
  return narrowed(result);
}

const compared: Readonly<Record<string, (left: Whole, right: Whole) => boolean>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  ">": (left, right) => left > right,
  "<=": (left, right) => left <= right,
  ">=": (left, right) => left >= right,
  "&&": (left, right) => !!left && !!right,
  "||": (left, right) => !!left || !!right,
};

const exact: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "<<": (left, right) => left << (right & 63n),
  ">>": (left, right) => left >> (right & 63n),
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
};

/** What a sign makes of two numbers. */
export function resultOf(sign: string, left: Whole, right: Whole): Whole {
  const compare = compared[sign];
  if (compare) return Number(compare(left, right));
  if (typeof left === "number" && typeof right === "number") {
    const near = sign === "+" ? left + right : sign === "-" ? left - right : sign === "*" ? left * right : undefined;
    // No zero has a sign.
    if (near !== undefined && Number.isSafeInteger(near)) return near + 0;
  }
  return narrowed((exact[sign] as (left: bigint, right: bigint) => bigint)(BigInt(left), BigInt(right)));
}
