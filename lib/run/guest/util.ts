import { format, formatWithOptions, inspect, stripVTControlCharacters } from "node-inspect-extracted";
import { argumentError, nodeError, valueError } from "./arguments/argument-errors.ts";
import { promised } from "./child-process.ts";
import { headed } from "./errors/errors.ts";
import { nextTick } from "./timers.ts";
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
  readonly allowNegative?: boolean;
  readonly tokens?: boolean;
}

function parseArgs(parsing: Parsing = {}) {
  const { args = process.argv.slice(2), options = {}, strict = true } = parsing;
  const { allowPositionals = !strict, allowNegative = false } = parsing;
  const values: Record<string, unknown> = Object.create(null);
  const end = args.indexOf("--") < 0 ? args.length : args.indexOf("--");
  const left = args
    .slice(0, end)
    .flatMap((word, index) => ungrouped(word, options).map((each) => ({ word: each, index })));
  const tokens: Token[] = [];
  const positionals: string[] = [];
  const taking = { options, strict, values, allowNegative, allowPositionals };
  function takePositional(word: string, index: number): void {
    if (!allowPositionals) {
      const text = `Unexpected argument '${word}'. This command does not take positional arguments`;
      throw parseError(text, "UNEXPECTED_POSITIONAL");
    }
    positionals.push(word);
    tokens.push({ kind: "positional", index, value: word });
  }
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { word, index } = next;
    const given = optionOf(word, options);
    if (given) tokens.push({ ...takeOption(given, left, taking), index });
    else takePositional(word, index);
  }
  if (end < args.length) tokens.push({ kind: "option-terminator", index: end });
  for (const [at, word] of args.slice(end + 1).entries()) takePositional(word, end + 1 + at);
  for (const [name, option] of Object.entries(options)) {
    if (option.default !== undefined && !(name in values)) values[name] = option.default;
  }
  return { values, positionals, ...(parsing.tokens && { tokens: tokens.map(asNode) }) };
}

/** What a word of the arguments is. */
interface Token {
  readonly kind: "option" | "positional" | "option-terminator";
  readonly index: number;
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: unknown;
  readonly inlineValue?: boolean | undefined;
}

/** A token with its properties in Node's order. */
function asNode({ kind, index, ...rest }: Token) {
  const { name, rawName, value, inlineValue } = rest;
  if (kind === "option") return { kind, name, rawName, index, value, inlineValue };
  return kind === "positional" ? { kind, index, value } : { kind, index };
}

interface GivenOption {
  readonly word: string;
  readonly name: string;
  readonly value: string | undefined;
}

/** `-abc` as `-a -b -c`, if the first of them takes no value. */
function ungrouped(word: string, options: Options): readonly string[] {
  if (!/^-[^-]./.test(word)) return [word];
  const letters = [...word.slice(1)];
  const takesValue = (letter: string) =>
    Object.values(options).some((each) => each.short === letter && each.type === "string");
  const at = letters.findIndex(takesValue);
  if (at < 0) return letters.map((letter) => `-${letter}`);
  return [...letters.slice(0, at).map((letter) => `-${letter}`), `-${letters.slice(at).join("")}`];
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
  readonly allowNegative: boolean;
  readonly allowPositionals: boolean;
}

function takeOption(given: GivenOption, left: { readonly word: string }[], taking: Taking): Omit<Token, "index"> {
  const { options, strict, values, allowNegative, allowPositionals } = taking;
  const { word, value } = given;
  const name = allowNegative ? positiveOf(given.name, options) : given.name;
  const isNegative = name !== given.name;
  const option = options[name];
  const [rawName] = /^--[^=]*|^-./.exec(word) ?? [word];
  if (!option && strict) throw unknownOption(rawName, allowPositionals);
  const taken = value ?? (option?.type === "string" ? left.shift()?.word : true);
  if (option && strict) requireValue({ word, name, value }, option, taken);
  if (isNegative) values[name] = false;
  else values[name] = option?.multiple ? [...((values[name] as unknown[]) ?? []), taken] : taken;
  const told =
    taken === true ? { value: undefined, inlineValue: undefined } : { value: taken, inlineValue: value !== undefined };
  return { kind: "option", name: given.name, rawName, ...told };
}

/** The option that `--no-name` turns off; any other by its own name. */
function positiveOf(name: string, options: Options): string {
  const positive = name.replace(/^no-/, "");
  return options[positive]?.type === "boolean" ? positive : name;
}

function unknownOption(name: string, allowPositionals: boolean): Error {
  const rest = `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${name}"`;
  return parseError(`Unknown option '${name}'${allowPositionals ? rest : ""}`, "UNKNOWN_OPTION");
}

/** Throws unless the value is one that the option takes. */
function requireValue({ word, name, value }: GivenOption, option: Option, taken: unknown): void {
  const said = option.short ? `-${option.short}, --${name}` : `--${name}`;
  if (taken === undefined) throw parseError(`Option '${said} <value>' argument missing`, "INVALID_OPTION_VALUE");
  if (value !== undefined && option.type === "boolean")
    throw parseError(`Option '${said}' does not take an argument`, "INVALID_OPTION_VALUE");
  if (value === undefined && typeof taken === "string" && /^-./.test(taken)) throw ambiguous(word, said);
}

function ambiguous(word: string, said: string): Error {
  const example = word.startsWith("--") ? `${word}=-XYZ` : `${said.split(", ")[1]}=-XYZ' or '${word}-XYZ`;
  return parseError(
    `Option '${word}' argument is ambiguous.\nDid you forget to specify the option argument for '${word}'?\n` +
      `To specify an option argument starting with a dash use '${example}'.`,
    "INVALID_OPTION_VALUE",
  );
}

function parseError(text: string, code: string): Error {
  return nodeError(TypeError, `ERR_PARSE_ARGS_${code}`, text);
}

type Callback = (error: unknown, result: unknown) => void;

function promisify(act: (...args: unknown[]) => void) {
  // By its time, which comes last.
  if (act === (setTimeout as unknown))
    return (wait: number, value: unknown) => new Promise((done) => setTimeout(done, wait, value));
  const own = (act as unknown as Record<symbol, unknown>)[promised];
  if (own !== undefined && typeof own !== "function")
    throw argumentError("util.promisify.custom", "of type function", own);
  return (
    own ??
    function (this: unknown, ...args: unknown[]) {
      return new Promise((done, fail) => {
        const callback: Callback = (error, result) => (error ? fail(error) : done(result));
        act.call(this, ...args, callback);
      });
    }
  );
}

/** With its colours and styles on, if these are shown. */
function styled(styles: string | readonly string[], text: string, isShown: boolean): string {
  const all = Array.isArray(styles) ? (styles as readonly string[]) : [styles as string];
  const { colors } = inspect as unknown as { colors: Readonly<Record<string, readonly [number, number]>> };
  const codes = all.map((style) => {
    const found = colors[style];
    if (found) return found;
    const names = Object.getOwnPropertyNames(colors).map((name) => `'${name}'`);
    throw valueError("format", style, `must be one of: ${names.join(", ")}`);
  });
  if (!isShown) return text;
  return codes.reduceRight((said, [begin, end]) => `\u001b[${begin}m${said}\u001b[${end}m`, text);
}

const tags =
  "Map Set WeakMap WeakSet Promise RegExp Date ArrayBuffer SharedArrayBuffer DataView Uint8Array Int8Array Int16Array";
const moreTags =
  "Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array Uint8ClampedArray";
const tagOf = (value: unknown) => Object.prototype.toString.call(value).slice("[object ".length, -1);

/** `util.types`. */
const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(
    `${tags} ${moreTags}`.split(" ").map((tag) => [`is${tag}`, (value: unknown) => tagOf(value) === tag]),
  ),
  isNativeError: (value) => value instanceof Error,
  isAsyncFunction: (value) => typeof value === "function" && /^Async/.test(tagOf(value)),
  isGeneratorFunction: (value) => typeof value === "function" && /GeneratorFunction$/.test(tagOf(value)),
  isGeneratorObject: (value) => tagOf(value) === "Generator",
  isMapIterator: (value) => tagOf(value) === "Map Iterator",
  isSetIterator: (value) => tagOf(value) === "Set Iterator",
  isTypedArray: (value) => ArrayBuffer.isView(value) && !(value instanceof DataView),
  isArrayBufferView: (value) => ArrayBuffer.isView(value),
  isAnyArrayBuffer: (value) => value instanceof ArrayBuffer,
  isProxy: () => false,
  isNumberObject: (value) => value instanceof Number,
  isStringObject: (value) => value instanceof String,
  isBooleanObject: (value) => value instanceof Boolean,
  isSymbolObject: (value) => value instanceof Symbol,
  isBigIntObject: (value) => value instanceof BigInt,
  isArgumentsObject: (value) => Object.prototype.toString.call(value) === "[object Arguments]",
  isBoxedPrimitive: (value) =>
    typeof value === "object" && value !== null && Object(value.valueOf()) !== value.valueOf(),
};

/** The settings in the text of an `.env` file. */
function parseEnv(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const line = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*("[^"]*"|'[^']*'|`[^`]*`|[^#\n]*)/gm;
  for (const [, name = "", given = ""] of text.matchAll(line)) {
    const quote = /^(["'`])(.*)\1$/s.exec(given.trim());
    found[name] = quote
      ? quote[1] === '"'
        ? (quote[2] ?? "").replaceAll("\\n", "\n")
        : (quote[2] ?? "")
      : given.trim();
  }
  return found;
}

export const util = {
  format: (...given: unknown[]) => format(...given.map(headed)),
  inspect: Object.assign((value: unknown, ...how: never[]) => inspect(headed(value), ...how), inspect),
  formatWithOptions: (options: object, ...given: unknown[]) => formatWithOptions(options, ...given.map(headed)),
  TextDecoder,
  TextEncoder,
  isDeepStrictEqual,
  parseArgs,
  promisify: Object.assign(promisify, { custom: promised }),
  stripVTControlCharacters,
  // No colours: like Node with a stream that shows none, unless told not to look at the stream.
  styleText: (style: string | readonly string[], text: string, { validateStream = true } = {}) =>
    styled(style, text, !validateStream),
  inherits(child: { prototype: object }, parent: { prototype: object }): void {
    Object.defineProperty(child, "super_", { value: parent, writable: true, configurable: true });
    Object.setPrototypeOf(child.prototype, parent.prototype);
  },
  deprecate: (act: unknown) => act,
  callbackify:
    (act: (...args: unknown[]) => Promise<unknown>) =>
    (...args: unknown[]) => {
      const done = args.pop() as Callback;
      act(...args).then(
        (result) => nextTick(() => done(null, result)),
        (error) => nextTick(() => done(error, undefined)),
      );
    },
  debuglog: () => Object.assign(() => undefined, { enabled: false }),
  debug: () => Object.assign(() => undefined, { enabled: false }),
  isArray: Array.isArray,
  toUSVString: (text: unknown) => `${text as string}`.toWellFormed(),
  parseEnv,
  types,
};
