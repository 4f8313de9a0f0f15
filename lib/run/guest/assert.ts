import { inspect } from "node-inspect-extracted";
import { isDeepStrictEqual } from "./util.ts";

interface Compared {
  readonly actual?: unknown;
  readonly expected?: unknown;
}

class AssertionError extends Error {
  readonly code = "ERR_ASSERTION";
  override readonly name = "AssertionError";
  readonly generatedMessage = false;
  readonly actual: unknown;
  readonly expected: unknown;
  constructor(message: string, { actual, expected }: Compared = {}) {
    super(message);
    this.actual = actual;
    this.expected = expected;
  }
}

function fail(message: unknown = "Failed", compared: Compared = {}): never {
  throw message instanceof Error ? message : new AssertionError(String(message), compared);
}

function ok(value: unknown, message: unknown = "The expression evaluated to a falsy value"): void {
  if (!value) fail(message, { actual: value, expected: true });
}

/** @param text the message if the script gives none */
function hold(is: boolean, [actual, expected, message]: readonly unknown[], text?: string): void {
  if (!is) fail(message ?? text, { actual, expected });
}

const expected = (what: string, a: unknown, b: unknown) =>
  `Expected values to be ${what}:\n\n${inspect(a)} !== ${inspect(b)}\n`;

function matches(caught: unknown, wanted: unknown): boolean {
  if (wanted instanceof RegExp) return wanted.test(String(caught));
  if (typeof wanted === "function") return caught instanceof wanted;
  return true;
}

function throws(act: () => unknown, wanted?: unknown, message?: unknown): void {
  try {
    act();
  } catch (caught) {
    if (!matches(caught, wanted)) throw caught;
    return;
  }
  fail(message ?? "Missing expected exception.");
}

async function rejects(act: Promise<unknown> | (() => Promise<unknown>), wanted?: unknown): Promise<void> {
  try {
    await (typeof act === "function" ? act() : act);
  } catch (caught) {
    if (!matches(caught, wanted)) throw caught;
    return;
  }
  fail("Missing expected rejection.");
}

type Comparing = [actual: unknown, expected: unknown, message?: unknown];

const strict = {
  strictEqual: (...given: Comparing) =>
    hold(Object.is(given[0], given[1]), given, expected("strictly equal", given[0], given[1])),
  notStrictEqual: (...given: Comparing) =>
    hold(!Object.is(given[0], given[1]), given, 'Expected "actual" to be strictly unequal to "expected"'),
  deepStrictEqual: (...given: Comparing) =>
    hold(isDeepStrictEqual(given[0], given[1]), given, expected("strictly deep-equal", given[0], given[1])),
  notDeepStrictEqual: (...given: Comparing) =>
    hold(
      !isDeepStrictEqual(given[0], given[1]),
      given,
      'Expected "actual" not to be strictly deep-equal to "expected"',
    ),
};

const common = {
  AssertionError,
  ok,
  fail: (message?: unknown) => fail(message),
  throws,
  rejects,
  match: (text: string, pattern: RegExp, message?: unknown) => ok(pattern.test(text), message),
  doesNotMatch: (text: string, pattern: RegExp, message?: unknown) => ok(!pattern.test(text), message),
  ...strict,
};

/** `assert/strict`: also makes the loose comparisons strict. */
export const assertStrict = Object.assign((value: unknown, message?: unknown) => ok(value, message), {
  ...common,
  equal: strict.strictEqual,
  notEqual: strict.notStrictEqual,
  deepEqual: strict.deepStrictEqual,
  notDeepEqual: strict.notDeepStrictEqual,
});

/** `assert`: all comparisons are strict here except `equal`. */
export const assert = Object.assign((value: unknown, message?: unknown) => ok(value, message), {
  ...common,
  strict: assertStrict,
  // biome-ignore lint/suspicious/noDoubleEquals: what Node's does
  equal: (...given: Comparing) => hold(given[0] == given[1], given, expected("loosely equal", given[0], given[1])),
  // biome-ignore lint/suspicious/noDoubleEquals: what Node's does
  notEqual: (...given: Comparing) => hold(given[0] != given[1], given, `${inspect(given[0])} != ${inspect(given[1])}`),
  deepEqual: strict.deepStrictEqual,
  notDeepEqual: strict.notDeepStrictEqual,
});
Object.assign(assertStrict, { strict: assertStrict });
