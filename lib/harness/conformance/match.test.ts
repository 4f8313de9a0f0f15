import { expect, test } from "vitest";
import { findMismatches } from "./match.ts";

const fits = (actual: unknown, expected: unknown) => findMismatches(actual, expected).length === 0;

test("objects are held against a subset of their keys, arrays whole", () => {
  expect(fits({ a: 1, b: 2 }, { a: 1 })).toBe(true);
  expect(fits({ a: [{ x: 1, y: 2 }] }, { a: [{ x: 1 }] })).toBe(true);
  expect(fits({ a: [1, 2] }, { a: [1] })).toBe(false);
  expect(fits({ a: 1 }, { b: 1 })).toBe(false);
  expect(fits({}, { toString: "x" })).toBe(false);
});

test("an empty array matches nothing too", () => {
  expect(fits({ a: null }, { a: [] })).toBe(true);
  expect(fits({}, { a: [] })).toBe(true);
  expect(fits({ a: ["x"] }, { a: [] })).toBe(false);
});

test("a key's suffix tests a text", () => {
  const result = { text: "one\ntwo" };
  expect(fits(result, { textContains: ["one", "two"], textNotContains: ["three"] })).toBe(true);
  expect(fits(result, { textContains: ["one", "three"] })).toBe(false);
  expect(fits(result, { textMatches: ["^two$"], textNotMatches: ["^wo"] })).toBe(true);
  expect(fits({}, { textContains: ["one"] })).toBe(false);
  expect(fits({}, { textNotContains: ["one"] })).toBe(true);
});

test("a key's suffix tests a list element by element, or any of them", () => {
  const result = { warnings: ["a failed", "b failed"] };
  expect(fits(result, { warningsContains: ["a", "b"] })).toBe(true);
  expect(fits(result, { warningsContains: ["a"] })).toBe(false);
  expect(fits(result, { warningsMatches: ["^a", "d$"] })).toBe(true);
  expect(fits(result, { warningsAnyContains: ["b"] })).toBe(true);
  expect(fits(result, { warningsAnyContains: ["c"] })).toBe(false);
});

test("a key of the result that only looks like a suffix is a key", () => {
  expect(fits({ enabled: { fooContains: false } }, { enabled: { fooContains: false } })).toBe(true);
});

test("a mismatch says where, what was expected and what came", () => {
  expect(findMismatches({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toEqual([{ path: "a.0.b", expected: 2, actual: 1 }]);
});
