import { call, native } from "./native.ts";

/**
 * Locale-dependent text: QuickJS has none of it, and would silently print numbers without grouping and sort `Z` before `a`. The sandbox's
 * own engine answers instead, in American English by default, like Node on most machines.
 */
type Locales = string | readonly string[] | undefined;

const language = "en-US";

class NumberFormat {
  readonly #given: readonly unknown[];
  constructor(locales?: Locales, options?: object) {
    this.#given = [locales ?? language, options ?? {}];
    this.format(0);
  }
  format = (value: number | bigint): string => call("formatNumber", String(value), ...this.#given);
}

class DateTimeFormat {
  readonly #given: readonly unknown[];
  constructor(locales?: Locales, options?: object) {
    this.#given = [locales ?? language, options ?? {}];
    this.format(0);
  }
  format = (value: Date | number = Date.now()): string => {
    const time = Number(value);
    if (Number.isNaN(time)) throw new RangeError("Invalid time value");
    return call("formatDate", time, ...this.#given);
  };
  resolvedOptions = (): object => call("dateOptions", ...this.#given);
}

class Collator {
  readonly #given: string;
  constructor(locales?: Locales, options?: object) {
    this.#given = JSON.stringify([locales ?? language, options ?? {}]);
  }
  compare = (one: string, other: string): number => native.compare(String(one), String(other), this.#given);
}

const plain = new Collator();
const dateParts = { year: "numeric", month: "numeric", day: "numeric" };
const timeParts = { hour: "numeric", minute: "numeric", second: "numeric" };
const names = [
  "dateStyle",
  "timeStyle",
  "weekday",
  "era",
  "year",
  "month",
  "day",
  "dayPeriod",
  "hour",
  "minute",
  "second",
];

/** A date in the format of `toLocale…`, with these parts if the options name none. */
function dateText(parts: object) {
  return function text(this: Date, locales?: Locales, options: object = {}): string {
    if (Number.isNaN(this.getTime())) return "Invalid Date";
    return new DateTimeFormat(
      locales,
      names.some((name) => name in options) ? options : { ...parts, ...options },
    ).format(this);
  };
}

function numberText(this: number | bigint, locales?: Locales, options?: object): string {
  return new NumberFormat(locales, options).format(this.valueOf() as number | bigint);
}

/** Installs the functions where Node has them. */
export function installLocale(): void {
  const methods: readonly (readonly [object, string, unknown])[] = [
    [Number.prototype, "toLocaleString", numberText],
    [BigInt.prototype, "toLocaleString", numberText],
    [Date.prototype, "toLocaleString", dateText({ ...dateParts, ...timeParts })],
    [Date.prototype, "toLocaleDateString", dateText(dateParts)],
    [Date.prototype, "toLocaleTimeString", dateText(timeParts)],
    [
      String.prototype,
      "localeCompare",
      function localeCompare(this: string, other: string, locales?: Locales, options?: object) {
        return ((locales ?? options) ? new Collator(locales, options) : plain).compare(String(this), String(other));
      },
    ],
    [globalThis, "Intl", { NumberFormat, DateTimeFormat, Collator }],
  ];
  for (const [place, name, value] of methods) {
    Object.defineProperty(place, name, { value, configurable: true, writable: true });
  }
}
