import fc from "fast-check";
import { expect, test } from "vitest";
import * as paths from "./paths.ts";

/** Cost of a method of a string or an array: the number of characters it reads. A substring shares its string and costs nothing. */
const costs = {
  slice: () => 1,
  charCodeAt: () => 1,
  split: (text: string) => text.length,
  startsWith: (_: string, [wanted]: readonly unknown[]) => String(wanted).length,
  lastIndexOf: (text: string, [, from = text.length]: readonly unknown[], found: unknown) =>
    Number(from) - Number(found),
} satisfies Record<string, (text: string, given: readonly unknown[], found: unknown) => number>;

/** The work of `run` with strings and arrays: characters read, plus elements put into arrays. */
function workOf(run: () => unknown): number {
  let work = 0;
  const replaced = new Map<object, PropertyDescriptorMap>();
  const count = (on: object, name: string, cost: (self: string, given: unknown[], found: unknown) => number) => {
    const descriptors = replaced.get(on) ?? {};
    const descriptor = Object.getOwnPropertyDescriptor(on, name) as PropertyDescriptor;
    replaced.set(on, { ...descriptors, [name]: descriptor });
    const counted = function (this: unknown, ...given: unknown[]) {
      const found = Reflect.apply(descriptor.value, this, given);
      work += 1 + cost(this as string, given, found);
      return found;
    };
    Object.defineProperty(on, name, { ...descriptor, value: counted });
  };
  for (const [name, cost] of Object.entries(costs)) count(String.prototype, name, cost);
  count(RegExp.prototype, "test", (_, [text]) => String(text).length);
  count(Array.prototype, "push", () => 1);
  count(Array.prototype, "join", (_, __, found) => String(found).length);
  count(Math, "min", () => 1);
  try {
    run();
  } finally {
    for (const [on, descriptors] of replaced) Object.defineProperties(on, descriptors);
  }
  return work;
}

/**
 * Every exported function, called with two texts of growing length. The record is by name, so a new function without an entry is a type
 * error.
 */
const calls: Readonly<Record<keyof typeof paths, (a: string, b: string) => unknown>> = {
  isNormal: (a) => paths.isNormal(a),
  normalizePath: (a) => paths.normalizePath(a),
  resolvePath: (a, b) => paths.resolvePath(a, b),
  joinPath: (a, b) => paths.joinPath(a, b),
  childPath: (a, b) => paths.childPath(a, b),
  dirname: (a) => paths.dirname(a),
  foldersAbove: (a) => [...paths.foldersAbove(a)],
  basename: (a) => paths.basename(a),
  isInside: (a, b) => paths.isInside(a, b),
  relativePath: (a, b) => paths.relativePath(a, b),
  commonStart: (a, b) => paths.commonStart([`${a}x`, `${a}y`, b]),
  compareBytes: (a, b) => paths.compareBytes(a, b),
  // Of nearly the same length: if the lengths differ more, the function looks at no character.
  editDistance: (a) => paths.editDistance(a, `y${a.slice(1)}z`, 3),
};

const piece = fc.constantFrom("x", "/", "x/", "../", "./", "//", "..", "\ud83d\ude00", "a/../");
const long = fc
  .tuple(fc.constantFrom("", "/", "~/"), piece, fc.integer({ min: 0, max: 3000 }), piece)
  .map(([start, repeated, times, end]) => start + repeated.repeat(times) + end);

test.each(Object.entries(calls))("%s takes work by the length of what it is given", (_, call) => {
  fc.assert(
    fc.property(long, long, (a, b) => {
      expect(workOf(() => call(a, b))).toBeLessThan(40 * (a.length + b.length + 10));
    }),
    { numRuns: 60 },
  );
});

test("all functions are counted", () => {
  expect(Object.keys(calls).sort()).toEqual(Object.keys(paths).sort());
  expect(workOf(() => paths.normalizePath("a/".repeat(500)))).toBeGreaterThan(1000);
});

test("who goes from folder to folder is at the root after as many as there are, whatever he begins with", () => {
  fc.assert(
    fc.property(long, (path) => {
      const segments = path.split("/").length;
      let steps = 0;
      for (let at = path; at !== paths.dirname(at) && steps <= segments; at = paths.dirname(at)) steps++;
      expect(steps).toBeLessThanOrEqual(segments);
    }),
    { numRuns: 100 },
  );
});
