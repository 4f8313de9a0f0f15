import { toText } from "./awk-format.ts";
import { type AwkValue, isNumeric, toNumber } from "./awk-values.ts";
import type { AwkArray } from "./awk-variables.ts";

type Held = AwkValue | AwkArray;
export type Entry = readonly [key: string, value: Held];
type Compare = (one: Entry, other: Entry) => number;

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const textOf = (value: AwkValue) => toText(value, "%.6g");

/** Compares values; arrays come behind them. */
function byValue(compare: (one: AwkValue, other: AwkValue) => number): (one: Held, other: Held) => number {
  return (one, other) =>
    one instanceof Map || other instanceof Map
      ? Number(one instanceof Map) - Number(other instanceof Map)
      : compare(one, other);
}

/** Numbers come before texts, as in gawk. */
const compareAny = byValue((one, other) => {
  if (isNumeric(one) !== isNumeric(other)) return isNumeric(one) ? -1 : 1;
  return isNumeric(one) ? toNumber(one) - toNumber(other) : byText(textOf(one), textOf(other));
});
const compareTexts = byValue((one, other) => byText(textOf(one), textOf(other)));
const compareNumbers = byValue((one, other) => toNumber(one) - toNumber(other));

/** gawk's orders of an array, by what `PROCINFO["sorted_in"]` calls them. */
const orders: Readonly<Record<string, Compare>> = {
  "@ind_str": ([one], [other]) => byText(one, other),
  "@ind_num": ([one], [other]) => toNumber(one) - toNumber(other) || byText(one, other),
  "@val_str": ([, one], [, other]) => compareTexts(one, other),
  "@val_num": ([key, one], [other, two]) => compareNumbers(one, two) || byText(key, other),
  "@val_type": ([key, one], [other, two]) => compareAny(one, two) || byText(key, other),
};

/** An array's elements in an order such as `@ind_str_asc`; `undefined` if there is none of that name. */
export function entriesInOrder(array: AwkArray, order: string): readonly Entry[] | undefined {
  const [, name = "", direction] = /^(@\w+)_(asc|desc)$/.exec(order) ?? [];
  const compare = orders[name];
  if (!compare) return undefined;
  const sign = direction === "desc" ? -1 : 1;
  return [...array].sort((one, other) => sign * compare(one, other));
}

/** Makes sorted elements' values, or keys, an array's only elements. @returns how many there are */
export function putSorted(target: AwkArray, sorted: readonly Entry[], what: "values" | "keys"): number {
  target.clear();
  for (const [at, [key, value]] of sorted.entries()) target.set(String(at + 1), what === "keys" ? key : value);
  return sorted.length;
}

/** `asort` and `asorti`: fills an array with another's values, or keys, in order. @returns how many there are */
export function sortInto(target: AwkArray, source: AwkArray, what: "values" | "keys"): number {
  const sorted = what === "values" ? [...source.values()].sort(compareAny) : [...source.keys()].sort(byText);
  target.clear();
  for (const [at, value] of sorted.entries()) target.set(String(at + 1), value);
  return sorted.length;
}
