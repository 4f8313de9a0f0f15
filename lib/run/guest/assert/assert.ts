import { inspect } from "node-inspect-extracted";
import { isDeepStrictEqual } from "../util.ts";
import { callText } from "./call-text.ts";
import { difference, type Inspected } from "./difference.ts";

interface Compared {
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly operator?: string | undefined;
  readonly message?: unknown;
}

const heads: Readonly<Record<string, string>> = {
  deepStrictEqual: "Expected values to be strictly deep-equal:",
  partialDeepStrictEqual: "Expected values to be partially and strictly deep-equal:",
  strictEqual: "Expected values to be strictly equal:",
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: "Expected values to be loosely deep-equal:",
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
};

const isObject = (value: unknown) => typeof value === "object" && value !== null;

/** A value as an `AssertionError` shows it: every part on a line of its own. */
function inspected(value: unknown): Inspected {
  const options = { compact: false, customInspect: false, depth: 1000, maxArrayLength: Number.POSITIVE_INFINITY };
  const text = inspect(value, { ...options, showHidden: false, breakLength: Number.POSITIVE_INFINITY, sorted: true });
  return { value, text, lines: text.split("\n") };
}

function unequalText({ value, text, lines }: Inspected, operator: string): string {
  const head = heads[operator === "notStrictEqual" && isObject(value) ? "notStrictEqualObject" : operator];
  return lines.length === 1 ? `${head}${text.length > 5 ? "\n\n" : " "}${text}` : `${head}\n\n${text}\n`;
}

/** The text for an assertion without one of its own. */
function textOf(actual: unknown, expected: unknown, operator: string, custom?: string): string {
  const [one, other] = [inspected(actual), inspected(expected)];
  if (operator === "==" || operator === "!=") return `${inspect(actual)} ${operator} ${inspect(expected)}`;
  if (operator === "deepEqual" || operator === "notDeepEqual") {
    const end = operator === "deepEqual" ? `\n\nshould loosely deep-equal\n\n${other.text}` : "";
    return `${heads[operator]}\n\n${one.text}${end}`;
  }
  if (operator.startsWith("not")) return unequalText(one, operator);
  if (one.text === other.text) {
    return `Values have same structure but are not reference-equal:\n\n${one.text}\n`;
  }
  const both = isObject(actual) && isObject(expected);
  const head = custom ?? heads[operator === "strictEqual" && both ? "strictEqualObject" : operator];
  return `${head}${difference(one, other)}\n`;
}

class AssertionError extends Error {
  readonly generatedMessage: boolean;
  readonly code = "ERR_ASSERTION";
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string | undefined;
  constructor({ message, actual, expected, operator = "fail" }: Compared) {
    const isOwn = message !== undefined && message !== null;
    const shows = operator === "strictEqual" || operator === "deepStrictEqual";
    const own = isOwn && shows ? textOf(actual, expected, operator, String(message)) : String(message);
    super(isOwn ? own : textOf(actual, expected, operator));
    this.generatedMessage = !isOwn;
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    Object.defineProperty(this, "name", {
      value: "AssertionError",
      enumerable: false,
      configurable: true,
      writable: true,
    });
  }
  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

/** @param generated the text if the script gives none */
function fail(compared: Compared, generated?: string): never {
  if (compared.message instanceof Error) throw compared.message;
  const error = new AssertionError({ ...compared, message: compared.message ?? generated });
  throw generated === undefined ? error : Object.assign(error, { generatedMessage: compared.message === undefined });
}

function ok(...given: [value?: unknown, message?: unknown]): void {
  const [value, message] = given;
  if (value) return;
  const text =
    given.length === 0
      ? "No value argument passed to `assert.ok()`"
      : `The expression evaluated to a falsy value${message === undefined ? callText() : ""}`;
  fail({ actual: value, expected: true, operator: "==", message }, text);
}

type Wanted = { readonly name: string; readonly prototype?: unknown } & ((value: unknown) => unknown);
type Comparing = [actual: unknown, expected: unknown, message?: unknown];

const comparing =
  (operator: string, holds: (actual: unknown, expected: unknown) => boolean) =>
  (...[actual, expected, message]: Comparing): void => {
    if (!holds(actual, expected)) fail({ actual, expected, operator, message });
  };

/** Whether what was thrown is what was wanted; throws an error that says why not. */
function check(caught: unknown, wanted: unknown, message: unknown, operator: string): void {
  const compared = { actual: caught, expected: wanted, operator, message };
  if (wanted instanceof RegExp) {
    const text = `The input did not match the regular expression ${inspect(wanted)}. Input:\n\n${inspect(String(caught))}\n`;
    if (!wanted.test(String(caught))) fail(compared, text);
  } else if (typeof wanted === "function") checkClass(caught, wanted as Wanted, compared);
  else if (isObject(wanted)) checkParts(caught as object, wanted as object, compared);
}

function checkClass(caught: unknown, wanted: Wanted, compared: Compared): void {
  if (wanted.prototype !== undefined && caught instanceof (wanted as never)) return;
  if (Object.prototype.isPrototypeOf.call(Error, wanted) || wanted === Error) {
    const { name, message: said } = caught as Error;
    const kind = (caught as object)?.constructor?.name ?? name;
    const text = `The error is expected to be an instance of "${wanted.name}". Received "${kind}"\n\nError message:\n\n${said}`;
    fail(compared, text);
  }
  if (wanted(caught) === true) return;
  const name = wanted.name ? `"${wanted.name}" ` : "";
  fail(
    compared,
    `The ${name}validation function is expected to return "true". Received ${inspect(wanted(caught))}\n\nCaught error:\n\n${caught}`,
  );
}

function checkParts(caught: object, wanted: object, compared: Compared): void {
  class Comparison {}
  const keys = [...Object.keys(wanted), ...(wanted instanceof Error ? ["name", "message"] : [])];
  const partOf = (from: object) =>
    Object.assign(
      new Comparison(),
      Object.fromEntries(keys.map((key) => [key, (from as Record<string, unknown>)[key]])),
    );
  const [actual, expected] = [partOf(caught), partOf(wanted)];
  for (const key of keys) {
    const [is, should] = [actual, expected].map((each) => (each as Record<string, unknown>)[key]);
    if (should instanceof RegExp && typeof is === "string" ? should.test(is) : isDeepStrictEqual(is, should)) continue;
    fail(compared, textOf(actual, expected, "deepStrictEqual"));
  }
}

/** A message may come in place of what is wanted. */
function wantedOf([wanted, message]: readonly unknown[]): readonly [wanted: unknown, message: unknown] {
  return typeof wanted === "string" ? [undefined, wanted] : [wanted, message];
}

function missing(what: string, rest: readonly unknown[], operator: string): never {
  const [wanted, message] = wantedOf(rest);
  const name = typeof wanted === "function" && wanted.name ? ` (${wanted.name})` : "";
  const text = `Missing expected ${what}${name}${message === undefined ? "." : `: ${message}`}`;
  throw Object.assign(new AssertionError({ message: text, actual: undefined, expected: wanted, operator }));
}

function throws(act: () => unknown, ...rest: unknown[]): void {
  try {
    act();
  } catch (caught) {
    check(caught, ...wantedOf(rest), "throws");
    return;
  }
  missing("exception", rest, "throws");
}

async function rejects(act: Promise<unknown> | (() => Promise<unknown>), ...rest: unknown[]): Promise<void> {
  try {
    await (typeof act === "function" ? act() : act);
  } catch (caught) {
    check(caught, ...wantedOf(rest), "rejects");
    return;
  }
  missing("rejection", rest, "rejects");
}

function unwanted(caught: unknown, what: string, [given]: readonly unknown[], operator: string): never {
  const said = typeof given === "string" ? `: ${given}` : ".";
  const text = `Got unwanted ${what}${said}\nActual message: "${(caught as Error)?.message}"`;
  throw new AssertionError({ message: text, actual: caught, expected: undefined, operator });
}

// biome-ignore lint/suspicious/noDoubleEquals: what Node's does
const areLooselyEqual = (one: unknown, other: unknown) => one == other || (Number.isNaN(one) && Number.isNaN(other));

const loosely = (actual: unknown, expected: unknown): boolean => {
  if (!(isObject(actual) && isObject(expected))) return areLooselyEqual(actual, expected);
  if (actual instanceof Map || actual instanceof Set || actual instanceof Date)
    return isDeepStrictEqual(actual, expected);
  const [one, other] = [actual, expected] as Record<string, unknown>[];
  const names = Object.keys(one ?? {});
  return (
    Array.isArray(actual) === Array.isArray(expected) &&
    names.length === Object.keys(other ?? {}).length &&
    names.every((name) => name in (other ?? {}) && loosely(one?.[name], other?.[name]))
  );
};

/** Whether all that is expected is there. */
const partly = (actual: unknown, expected: unknown): boolean => {
  if (!isObject(expected) || !isObject(actual)) return Object.is(actual, expected);
  if (expected instanceof Map || expected instanceof Set || expected instanceof Date)
    return isDeepStrictEqual(actual, expected);
  const [whole, part] = [actual, expected] as Record<string, unknown>[];
  return Object.keys(part ?? {}).every((name) => name in (whole ?? {}) && partly(whole?.[name], part?.[name]));
};

const strict = {
  strictEqual: comparing("strictEqual", Object.is),
  notStrictEqual: comparing("notStrictEqual", (actual, expected) => !Object.is(actual, expected)),
  deepStrictEqual: comparing("deepStrictEqual", isDeepStrictEqual),
  notDeepStrictEqual: comparing("notDeepStrictEqual", (actual, expected) => !isDeepStrictEqual(actual, expected)),
};

const common = {
  AssertionError,
  ok,
  fail: (message: unknown = "Failed") => {
    if (message instanceof Error) throw message;
    throw Object.assign(new AssertionError({ message, operator: "fail" }), { generatedMessage: message === "Failed" });
  },
  throws,
  rejects,
  doesNotThrow(act: () => unknown, ...rest: unknown[]): void {
    try {
      act();
    } catch (caught) {
      unwanted(caught, "exception", rest, "doesNotThrow");
    }
  },
  async doesNotReject(act: Promise<unknown> | (() => Promise<unknown>), ...rest: unknown[]): Promise<void> {
    try {
      await (typeof act === "function" ? act() : act);
    } catch (caught) {
      unwanted(caught, "rejection", rest, "doesNotReject");
    }
  },
  ifError(value: unknown): void {
    if (value === null || value === undefined) return;
    const text = `ifError got unwanted exception: ${value instanceof Error ? value.message || value.name : inspect(value)}`;
    throw new AssertionError({ message: text, actual: value, expected: null, operator: "ifError" });
  },
  match(text: string, pattern: RegExp, message?: unknown): void {
    if (pattern.test(text)) return;
    const said = `The input did not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`;
    fail({ actual: text, expected: pattern, operator: "match", message }, said);
  },
  doesNotMatch(text: string, pattern: RegExp, message?: unknown): void {
    if (!pattern.test(text)) return;
    const said = `The input was expected to not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`;
    fail({ actual: text, expected: pattern, operator: "doesNotMatch", message }, said);
  },
  partialDeepStrictEqual: comparing("partialDeepStrictEqual", partly),
  ...strict,
};

/** `assert/strict`: also makes the loose comparisons strict. */
export const assertStrict = Object.assign((...given: [value?: unknown, message?: unknown]) => ok(...given), {
  ...common,
  equal: strict.strictEqual,
  notEqual: strict.notStrictEqual,
  deepEqual: strict.deepStrictEqual,
  notDeepEqual: strict.notDeepStrictEqual,
});

/** `assert`. */
export const assert = Object.assign((...given: [value?: unknown, message?: unknown]) => ok(...given), {
  ...common,
  strict: assertStrict,
  equal: comparing("==", areLooselyEqual),
  notEqual: comparing("!=", (one, other) => !areLooselyEqual(one, other)),
  deepEqual: comparing("deepEqual", loosely),
  notDeepEqual: comparing("notDeepEqual", (one, other) => !loosely(one, other)),
});
Object.assign(assertStrict, { strict: assertStrict });
