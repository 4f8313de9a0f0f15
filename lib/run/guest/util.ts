import { format, inspect, stripVTControlCharacters } from "node-inspect-extracted";
import { promisified } from "./child-process.ts";
import { headed } from "./errors.ts";
import { TextDecoder, TextEncoder } from "./web.ts";

/** Compares as Node does: prototypes and all enumerable properties. */
export function isDeepStrictEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Date) return a.getTime() === (b as Date).getTime();
  if (a instanceof RegExp) return String(a) === String(b);
  if (a instanceof Map || a instanceof Set) return isDeepStrictEqual([...a], [...(b as Set<unknown>)]);
  const [names, others] = [Object.keys(a), Object.keys(b)];
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return (
    names.length === others.length && names.every((name) => name in right && isDeepStrictEqual(left[name], right[name]))
  );
}

interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: unknown;
}

type Options = Readonly<Record<string, Option>>;

interface Parsing {
  readonly args?: readonly string[];
  readonly options?: Options;
  readonly strict?: boolean;
  readonly allowPositionals?: boolean;
}

function parseArgs(parsing: Parsing = {}) {
  const { args = process.argv.slice(2), options = {}, strict = true } = parsing;
  const { allowPositionals = !strict } = parsing;
  const values: Record<string, unknown> = Object.create(null);
  const left = [...args];
  const positionals: string[] = [];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--") {
      positionals.push(...left);
      break;
    }
    const given = optionOf(word, options);
    if (given) takeOption(given, left, { options, strict, values });
    else if (allowPositionals) positionals.push(word);
    else {
      const text = `Unexpected argument '${word}'. This command does not take positional arguments`;
      throw parseError(text, "UNEXPECTED_POSITIONAL");
    }
  }
  for (const [name, option] of Object.entries(options)) {
    if (option.default !== undefined && !(name in values)) values[name] = option.default;
  }
  return { values, positionals };
}

interface GivenOption {
  readonly word: string;
  readonly name: string;
  readonly value: string | undefined;
}

/** Parses `--name`, `--name=value`, `-n` or `-nvalue`. */
function optionOf(word: string, options: Options): GivenOption | undefined {
  if (word.startsWith("--")) {
    const [name = "", ...value] = word.slice(2).split("=");
    return { word, name, value: value.length > 0 ? value.join("=") : undefined };
  }
  if (!word.startsWith("-") || word === "-") return undefined;
  const [, short = ""] = word;
  const name = Object.keys(options).find((each) => options[each]?.short === short) ?? short;
  return { word, name, value: word.length > 2 ? word.slice(2) : undefined };
}

interface Taking {
  readonly options: Options;
  readonly strict: boolean;
  readonly values: Record<string, unknown>;
}

function takeOption({ word, name, value }: GivenOption, left: string[], { options, strict, values }: Taking): void {
  const option = options[name];
  if (!option && strict) throw parseError(`Unknown option '${word.split("=")[0]}'`, "UNKNOWN_OPTION");
  const taken = value ?? (option?.type === "string" ? left.shift() : true);
  if (taken === undefined) throw parseError(`Option '--${name} <value>' argument missing`, "INVALID_OPTION_VALUE");
  values[name] = option?.multiple ? [...((values[name] as unknown[]) ?? []), taken] : taken;
}

function parseError(text: string, code: string): Error {
  return Object.assign(new TypeError(text), { code: `ERR_PARSE_ARGS_${code}` });
}

type Callback = (error: unknown, result: unknown) => void;

function promisify(act: (...args: unknown[]) => void) {
  // By its time, which comes last.
  if (act === (setTimeout as unknown))
    return (wait: number, value: unknown) => new Promise((done) => setTimeout(done, wait, value));
  return (
    promisified.get(act) ??
    ((...args: unknown[]) =>
      new Promise((done, fail) => {
        const callback: Callback = (error, result) => (error ? fail(error) : done(result));
        act(...args, callback);
      }))
  );
}

const colours: Readonly<Record<string, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
  gray: 90,
};

export const util = {
  format: (...given: unknown[]) => format(...given.map(headed)),
  inspect: Object.assign((value: unknown, ...how: never[]) => inspect(headed(value), ...how), inspect),
  TextDecoder,
  TextEncoder,
  isDeepStrictEqual,
  parseArgs,
  promisify,
  stripVTControlCharacters,
  // No colours: like Node with a stream that shows none, unless told not to look at the stream.
  styleText: (style: string, text: string, { validateStream = true } = {}) =>
    validateStream ? text : `\u001b[${colours[style] ?? 0}m${text}\u001b[0m`,
  inherits: (child: { prototype: object }, parent: { prototype: object }) =>
    Object.setPrototypeOf(child.prototype, parent.prototype),
  deprecate: (act: unknown) => act,
  types: { isPromise: (value: unknown) => value instanceof Promise, isDate: (value: unknown) => value instanceof Date },
};
