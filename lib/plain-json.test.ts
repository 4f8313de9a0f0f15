import fc from "fast-check";
import { expect, test } from "vitest";
import { isPlainJson, isShallowText } from "./plain-json.ts";

test("a text is as deep as what it is read to", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(7), (value, depth) => {
      expect(isShallowText(JSON.stringify(value), { depth })).toBe(depthOf(value) <= depth);
    }),
  );
});

test("brackets in strings do not count, and millions within each other are no trouble", () => {
  expect(isShallowText(JSON.stringify({ "[[[": '"[[[\\"{' }), { depth: 1 })).toBe(true);
  expect(isShallowText("[".repeat(10_000_000))).toBe(false);
  expect(isShallowText(`"${"[".repeat(1000)}`)).toBe(true);
});

test("whatever JSON reads is plain", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isPlainJson(value)));
});

const circle: { self?: unknown } = {};
circle.self = circle;
const doubled = Array.from({ length: 60 }).reduce<unknown>((value) => [value, value], 1);

test.each([
  ["a date", [new Date()]],
  ["a map", { a: new Map() }],
  ["bytes", new Uint8Array(1)],
  ["a large integer", 1n],
  ["no number", [Number.NaN]],
  ["an array with a hole", Object.assign([], { length: 3 })],
  ["a circle", circle],
  ["what doubles at every step", doubled],
])("%s is not", (_, value) => {
  expect(isPlainJson(value)).toBe(false);
});
