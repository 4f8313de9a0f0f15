import { inspect } from "node-inspect-extracted";
import { isDeepStrictEqual } from "./util.ts";

class AssertionError extends Error {
  readonly code = "ERR_ASSERTION";
  override readonly name = "AssertionError";
}

function fail(message: unknown = "Failed"): never {
  throw message instanceof Error ? message : new AssertionError(String(message));
}

function ok(value: unknown, message: unknown = "The expression evaluated to a falsy value"): void {
  if (!value) fail(message);
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

/** `assert`: loose comparisons are strict here but for `equal`. */
export const assert = Object.assign(ok, {
  AssertionError,
  ok,
  fail,
  throws,
  rejects,
  // biome-ignore lint/suspicious/noDoubleEquals: what Node's does
  equal: (a: unknown, b: unknown, message?: unknown) => ok(a == b, message ?? expected("loosely equal", a, b)),
  // biome-ignore lint/suspicious/noDoubleEquals: what Node's does
  notEqual: (a: unknown, b: unknown, message?: unknown) => ok(a != b, message),
  strictEqual: (a: unknown, b: unknown, message?: unknown) =>
    ok(Object.is(a, b), message ?? expected("strictly equal", a, b)),
  notStrictEqual: (a: unknown, b: unknown, message?: unknown) => ok(!Object.is(a, b), message),
  deepEqual: (a: unknown, b: unknown, message?: unknown) =>
    ok(isDeepStrictEqual(a, b), message ?? expected("deep-equal", a, b)),
  deepStrictEqual: (a: unknown, b: unknown, message?: unknown) =>
    ok(isDeepStrictEqual(a, b), message ?? expected("strictly deep-equal", a, b)),
  match: (text: string, pattern: RegExp, message?: unknown) => ok(pattern.test(text), message),
});
