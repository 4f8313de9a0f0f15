import { compareDigits, compareVersions } from "./versions.ts";

/** What a key is compared by: made once for each line, in the form that `compare` takes. */
export interface Order<Value> {
  of(text: string): Value;
  compare(one: Value, other: Value): number;
}

/** Compares texts of one character for each byte, in the order of the bytes. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

interface Decimal {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly part: string;
}

/** The number with which a text begins, with as many digits as it has; nothing is nought. */
function decimalOf(text: string): Decimal {
  const [, sign = "", digits = "", behind = ""] = /^[ \t\n]*(-?)(\d*)(?:\.(\d*))?/.exec(text) ?? [];
  const [whole, part] = [digits.replace(/^0+/, ""), behind.replace(/0+$/, "")];
  return { isNegative: sign === "-" && (whole !== "" || part !== ""), whole, part };
}

function compareDecimals(one: Decimal, other: Decimal): number {
  if (one.isNegative !== other.isNegative) return one.isNegative ? -1 : 1;
  const difference = compareDigits(one.whole, other.whole) || compareTexts(one.part, other.part);
  return one.isNegative ? -difference : difference;
}

const numeric: Order<Decimal> = { of: decimalOf, compare: compareDecimals };

const units = "KMGTPEZYRQ";

interface Sized extends Decimal {
  readonly unit: number;
}

/** `2K` comes before `1M`, whatever the numbers are. */
const human: Order<Sized> = {
  of(text) {
    const decimal = decimalOf(text);
    const sign = /^[ \t\n]*-?\d*(?:\.\d*)?([A-Za-z])/.exec(text)?.[1] ?? "";
    const isNought = decimal.whole === "" && decimal.part === "";
    return { ...decimal, unit: isNought ? 0 : units.indexOf(sign === "k" ? "K" : sign || "-") + 1 };
  },
  compare(one, other) {
    const [first, second] = [one, other].map(({ unit, isNegative }) => (isNegative ? -unit : unit)) as [number, number];
    return first - second || compareDecimals(one, other);
  },
};

/** C's numbers, after what is none. */
const general: Order<number> = {
  of(text) {
    const [found] =
      /^[ \t\n]*[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan)/i.exec(text) ?? [];
    if (found === undefined) return Number.NaN;
    const [, sign, rest = ""] = /^\s*([-+]?)(.*)$/.exec(found) ?? [];
    const size = /^inf/i.test(rest) ? Number.POSITIVE_INFINITY : Number(rest);
    return sign === "-" ? -size : size;
  },
  compare(one, other) {
    const [isNone, isOtherNone] = [Number.isNaN(one), Number.isNaN(other)];
    if (isNone || isOtherNone) return Number(isOtherNone) - Number(isNone);
    return one < other ? -1 : one > other ? 1 : 0;
  },
};

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

const byMonth: Order<number> = {
  of: (text) =>
    months.indexOf(
      text
        .replace(/^[ \t\n]+/, "")
        .slice(0, 3)
        .toUpperCase(),
    ),
  compare: (one, other) => one - other,
};

/** Any order, in which what is the same comes together. */
function random(): Order<number> {
  const places = new Map<string, number>();
  return {
    of(text) {
      const place = places.get(text) ?? Math.random();
      places.set(text, place);
      return place;
    },
    compare: (one, other) => one - other,
  };
}

const version: Order<string> = { of: (text) => text, compare: compareVersions };

/** Letters of orders other than that of texts. */
export const orderLetters = "ghMnRV";

/** The order that letters stand for: one of `orderLetters`, or `d`, `f` and `i`, of which a text has several. */
export function orderOf(letters: ReadonlySet<string>): Order<unknown> {
  const orders: Readonly<Record<string, () => Order<unknown>>> = {
    ...{ g: () => general, h: () => human, M: () => byMonth, n: () => numeric, R: random },
    V: () => version,
  };
  const [letter] = [...letters].filter((each) => orderLetters.includes(each));
  const order = letter === undefined ? undefined : orders[letter]?.();
  const byText: Order<string> = { of: (text) => textFor(text, letters), compare: compareTexts };
  return order ?? byText;
}

function textFor(text: string, letters: ReadonlySet<string>): string {
  let seen = text;
  if (letters.has("d")) seen = seen.replace(/[^ \t\nA-Za-z0-9]+/g, "");
  if (letters.has("i")) seen = seen.replace(/[^ -~]+/g, "");
  return letters.has("f") ? seen.replace(/[a-z]+/g, (part) => part.toUpperCase()) : seen;
}
