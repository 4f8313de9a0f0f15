import { isObject } from "#lib/harness/go/json.ts";
/** A place where a result differs from the expectation of a case. */
export interface Mismatch {
  /** Keys from the top, as in `skills.0.name`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Compares a result with the expectation of a case, which is a subset: objects by key; arrays element by element, with equal length; an
 * empty array also matches null. The suffix of a key selects another test: `Contains`, `NotContains`, `Matches`, `NotMatches` (regular
 * expressions, flag m), `AnyContains`. An empty result means that it matches.
 */
export function findMismatches(actual: unknown, expected: unknown, path = ""): readonly Mismatch[] {
  if (Array.isArray(expected)) return matchArray(actual, expected, path);
  if (isObject(expected)) return matchObject(actual, expected, path);
  return Object.is(actual ?? null, expected) ? [] : [{ path, expected, actual }];
}

function matchArray(actual: unknown, expected: readonly unknown[], path: string): readonly Mismatch[] {
  if (expected.length === 0 && (actual ?? null) === null) return [];
  if (!Array.isArray(actual) || actual.length !== expected.length) return [{ path, expected, actual }];
  return expected.flatMap((each, i) => findMismatches(actual[i], each, join(path, String(i))));
}

function matchObject(actual: unknown, expected: object, path: string): readonly Mismatch[] {
  if (!isObject(actual)) return [{ path, expected, actual }];
  return Object.entries(expected).flatMap(([key, value]) => matchKey(actual, key, value, path));
}

function matchKey(actual: object, key: string, expected: unknown, path: string): readonly Mismatch[] {
  const test = valueTests.find(({ suffix }) => key.endsWith(suffix) && key !== suffix && !Object.hasOwn(actual, key));
  if (!test) return findMismatches(own(actual, key), expected, join(path, key));
  const value = own(actual, key.slice(0, -test.suffix.length));
  return test.fits(value, toList(expected)) ? [] : [{ path: join(path, key), expected, actual: value }];
}

interface ValueTest {
  readonly suffix: string;
  fits(value: unknown, wanted: readonly string[]): boolean;
}

/** The longer suffixes first: `NotContains` also ends in `Contains`. */
const valueTests: readonly ValueTest[] = [
  {
    suffix: "AnyContains",
    fits: (value, wanted) => wanted.every((text) => toList(value).some((each) => each.includes(text))),
  },
  { suffix: "NotContains", fits: (value, wanted) => noneFits(value, wanted, contains) },
  { suffix: "NotMatches", fits: (value, wanted) => noneFits(value, wanted, matches) },
  { suffix: "Contains", fits: (value, wanted) => allFit(value, wanted, contains) },
  { suffix: "Matches", fits: (value, wanted) => allFit(value, wanted, matches) },
];

type TextTest = (text: string, wanted: string) => boolean;
const contains: TextTest = (text, wanted) => text.includes(wanted);
const matches: TextTest = (text, wanted) => new RegExp(wanted, "m").test(text);

/** For a list, element by element; for a text, every expected part. */
function allFit(value: unknown, wanted: readonly string[], test: TextTest): boolean {
  if (!Array.isArray(value)) return typeof value === "string" && wanted.every((each) => test(value, each));
  return value.length === wanted.length && value.every((text, i) => test(String(text), wanted[i] ?? ""));
}

function noneFits(value: unknown, wanted: readonly string[], test: TextTest): boolean {
  return toList(value).every((text) => !wanted.some((each) => test(text, each)));
}

function toList(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === null || value === undefined ? [] : [String(value)];
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
