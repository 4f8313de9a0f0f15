import { RE2JS } from "re2js";
import { fault, type Reading, type Yaml } from "./read-yaml.ts";

/** How the value of one key is read. */
export interface Field<Value> {
  /** The allowed values, as a fault message names them: `a text`. */
  readonly what: string;
  readonly isOptional?: boolean;
  /** The value; `undefined` if it is wrong. Without a fault from `read`, the message names `what`. */
  read(value: Yaml, reading: Reading): Value | undefined;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type ValuesOf<F extends Fields> = {
  readonly [Key in keyof F]: F[Key] extends Field<infer Value> ? Value : never;
};

/** A field for a key that may be missing. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined> {
  return { ...field, isOptional: true };
}

export const text: Field<string> = {
  what: "a text",
  read: (value) => (value.kind === "text" && value.text !== "" ? value.text : undefined),
};

/** A file that a lesson writes: a relative path that stays inside the lesson's project. */
export const projectFile: Field<string> = {
  what: "a path inside the project",
  read: (value) => (value.kind === "text" && isBelow(value.text) ? value.text : undefined),
};

/** Whether a relative path names something below its folder and never leaves that folder on the way. */
function isBelow(path: string): boolean {
  if (/^[/~]/.test(path)) return false;
  let depth = 0;
  for (const segment of path.split("/")) {
    if (segment === "..") depth--;
    else if (segment !== "" && segment !== ".") depth++;
    if (depth < 0) return false;
  }
  return depth > 0;
}

export const texts: Field<readonly string[]> = {
  what: "a list of texts",
  read(value) {
    if (value.kind === "text") return value.text === "" ? undefined : [value.text];
    if (value.kind !== "list") return undefined;
    const read = value.items.flatMap((item) => (item.kind === "text" && item.text !== "" ? [item.text] : []));
    return read.length === value.items.length ? read : undefined;
  },
};

export const count: Field<number> = {
  what: "a whole number",
  read: (value) => (value.kind === "text" && /^\d{1,9}$/.test(value.text) ? Number(value.text) : undefined),
};

export const flag: Field<boolean> = {
  what: "true or false",
  read: (value) => (value.kind === "text" && /^(?:true|false)$/.test(value.text) ? value.text === "true" : undefined),
};

export function oneOf<const Word extends string>(...words: readonly Word[]): Field<Word> {
  return {
    what: `one of ${words.join(", ")}`,
    read: (value) => words.find((word) => value.kind === "text" && value.text === word),
  };
}

/**
 * Limits of a lesson's regular expressions. They are matched again at every change, on the page's main thread, and the slowest takes a
 * millisecond for a hundred characters.
 */
const patternLimits = {
  /** Characters of the expression, and steps of the compiled one. */
  length: 300,
  steps: 100,
  /** How many characters of a text are searched. */
  subject: 20_000,
  /** Expressions in one file. */
  count: 20,
} as const;

/** A regular expression without look-around, matched in time proportional to the length of the text. */
export const pattern: Field<Pattern> = {
  what: "a regular expression (RE2)",
  read(value, reading) {
    if (value.kind !== "text" || value.text === "" || value.text.length > patternLimits.length) return undefined;
    reading.patterns = (reading.patterns ?? 0) + 1;
    if (reading.patterns > patternLimits.count)
      return fault(reading, value.line, `A lesson has ${patternLimits.count} regular expressions at most`);
    try {
      const compiled = RE2JS.compile(value.text, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
      const steps = compiled.programSize();
      if (steps > patternLimits.steps)
        return fault(
          reading,
          value.line,
          `This regular expression is too large: with its repetitions written out it has ${steps} steps, and ${patternLimits.steps} are allowed`,
        );
      return { source: value.text, test: remembered((subject) => compiled.test(subject)) };
    } catch (caught) {
      if (!(caught instanceof Error)) throw caught;
      return fault(reading, value.line, `This regular expression cannot be used: ${caught.message}`);
    }
  },
};

export interface Pattern {
  readonly source: string;
  /** Whether the expression matches in the first 20,000 characters. */
  test(subject: string): boolean;
}

/** Remembers the last text and its result, because the next text is mostly the same. */
function remembered(test: (subject: string) => boolean): Pattern["test"] {
  let last: { readonly subject: string; readonly isFound: boolean } | undefined;
  return (whole) => {
    const subject = whole.slice(0, patternLimits.subject);
    if (last?.subject !== subject) last = { subject, isFound: test(subject) };
    return last.isFound;
  };
}

/** The values of a mapping. If any is missing, unknown or wrong, `undefined`, with a fault for each. */
export function readFields<F extends Fields>(
  fields: F,
  given: Extract<Yaml, { kind: "map" }>,
  reading: Reading,
): ValuesOf<F> | undefined {
  const before = reading.faults.length;
  for (const [key, { line }] of given.entries) {
    if (!Object.hasOwn(fields, key)) fault(reading, line, `“${key}” is not known here; allowed: ${allowed(fields)}`);
  }
  const values = Object.entries(fields).map(([key, field]) => [key, readField(key, field, given, reading)] as const);
  return reading.faults.length > before ? undefined : (Object.fromEntries(values) as ValuesOf<F>);
}

function readField(key: string, field: Field<unknown>, given: Extract<Yaml, { kind: "map" }>, reading: Reading) {
  const entry = given.entries.get(key);
  if (!entry) return field.isOptional ? undefined : fault(reading, given.line, `“${key}” is missing: ${field.what}`);
  const before = reading.faults.length;
  const value = field.read(entry.value, reading);
  if (value === undefined && reading.faults.length === before) {
    fault(reading, entry.line, `“${key}” has to be ${field.what}`);
  }
  return value;
}

function allowed(fields: Fields): string {
  return Object.keys(fields).join(", ");
}
