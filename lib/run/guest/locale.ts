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
  formatToParts = (value: number): unknown[] => call("intl", "NumberFormat", ...this.#given, "formatToParts", value);
  resolvedOptions = (): object => call("intl", "NumberFormat", ...this.#given, "resolvedOptions");
}

class DateTimeFormat {
  readonly #given: readonly unknown[];
  constructor(locales?: Locales, options?: object) {
    this.#given = [locales ?? language, options ?? {}];
    this.format(0);
  }
  #ask<Result>(method: string, ...times: readonly (Date | number)[]): Result {
    const given = times.map(Number);
    if (given.some((time) => Number.isNaN(time))) throw new RangeError("Invalid time value");
    return call("intl", "DateTimeFormat", ...this.#given, method, ...given);
  }
  format = (value: Date | number = Date.now()): string => this.#ask("format", value);
  formatToParts = (value: Date | number = Date.now()): unknown[] => this.#ask("formatToParts", value);
  formatRange = (from: Date | number, to: Date | number): string => this.#ask("formatRange", from, to);
  resolvedOptions = (): object => this.#ask("resolvedOptions");
}

/** A class of `Intl` whose methods take and give values of JSON. */
function asking(kind: string, methods: string) {
  const first = methods.split(" ")[0];
  return function Format(locales?: Locales, options?: object) {
    const ask = (method: string, ...given: unknown[]) =>
      call("intl", kind, locales ?? language, options ?? {}, method, ...given);
    // Wrong options are refused at once.
    if (first) ask("resolvedOptions");
    const names = [...methods.split(" "), "resolvedOptions"];
    return Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => ask(name, ...given)]));
  };
}

/** Makes the class callable without `new`, as those of `Intl` are. */
function callable<Made>(Class: new (...given: never[]) => Made): unknown {
  return new Proxy(Class, { apply: (_, __, given: unknown[]) => new Class(...(given as never[])) });
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

/** Adds the time zone's name, as V8 does. */
function zoned(text: () => string) {
  return function toText(this: Date): string {
    const said = text.call(this);
    if (Number.isNaN(this.getTime())) return said;
    const format = new DateTimeFormat(undefined, { timeZoneName: "long" });
    const parts = format.formatToParts(this) as readonly Readonly<Record<"type" | "value", string>>[];
    return `${said} (${parts.find(({ type }) => type === "timeZoneName")?.value})`;
  };
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
    [Date.prototype, "toString", zoned(Date.prototype.toString)],
    [Date.prototype, "toTimeString", zoned(Date.prototype.toTimeString)],
    [
      globalThis,
      "Intl",
      {
        NumberFormat: callable(NumberFormat),
        DateTimeFormat: callable(DateTimeFormat),
        Collator: callable(Collator),
        PluralRules: asking("PluralRules", "select"),
        ListFormat: asking("ListFormat", "format formatToParts"),
        RelativeTimeFormat: asking("RelativeTimeFormat", "format formatToParts"),
        DisplayNames: asking("DisplayNames", "of"),
      },
    ],
  ];
  for (const [place, name, value] of methods) {
    Object.defineProperty(place, name, { value, configurable: true, writable: true });
  }
}
