import { expect, test } from "vitest";
import { createTextCache, estimateParts } from "./bounded-yaml.ts";
import { parseYaml } from "./parse-yaml.ts";

function counting() {
  const made: string[] = [];
  const make = (text: string) => {
    made.push(text);
    return text === "nothing" ? undefined : text.toUpperCase();
  };
  return { made, make };
}

test("a text is worked out once, and so is one of which nothing comes", () => {
  const cache = createTextCache<string | undefined>(100);
  const { made, make } = counting();
  for (const text of ["a", "nothing", "a", "nothing"]) cache.get(text, make);
  expect(cache.get("a", make)).toBe("A");
  expect(made).toEqual(["a", "nothing"]);
});

test("of too many texts those asked for last stay", () => {
  const cache = createTextCache<string | undefined>(20);
  const { made, make } = counting();
  for (const text of ["aaaa", "bbbb", "cccc", "aaaa", "dddd", "eeee", "aaaa"]) cache.get(text, make);
  expect(made).toEqual(["aaaa", "bbbb", "cccc", "dddd", "eeee"]);
  cache.get("bbbb", make);
  expect(made.at(-1)).toBe("bbbb");
});

test("long texts that differ in their last characters alone are told apart, and as quickly as short ones", () => {
  const cache = createTextCache<string>(200_000_000);
  const texts = Array.from({ length: 2_000 }, (_, index) => `${",".repeat(31_000)}${String(index).padStart(4, "0")}`);
  const start = performance.now();
  const results = texts.map((text) => cache.get(text, () => text.slice(-4)));
  expect(texts.map((text) => cache.get(text, () => "made anew"))).toEqual(results);
  expect(results).toEqual(texts.map((text) => text.slice(-4)));
  // One by one compared with all of the same length, as V8's own hash of them would have it, they take most of a minute.
  expect(performance.now() - start).toBeLessThan(3_000);
});

test("of long texts that are alike where they are looked at, each is worked out for itself", () => {
  const cache = createTextCache<string>(200_000);
  const texts = ["a", "b"].map((sign) => `${" ".repeat(10_001)}${sign}${" ".repeat(9_998)}`);
  for (const text of [...texts, ...texts]) expect(cache.get(text, (each) => each.trim())).toBe(text.trim());
});

test("a text that reads as the sample of a long one is worked out for itself", () => {
  const cache = createTextCache<number>(200_000);
  const long = "x".repeat(20_000);
  const sample = `${long.length} ${"x".repeat(64)} ${"x".repeat(256)}`;
  for (const text of [long, sample, long, sample]) expect(cache.get(text, (each) => each.length)).toBe(text.length);
});

test.each([
  "a,",
  "a: b\n",
  "a: b\r",
  "- a\n",
  "{a: ",
  "a: b: ",
  "\\x",
  "? ",
  "#\n",
  " \n",
  "&a *a ",
  "!!int 1,",
  "''",
  "🔧",
])("%j over and over is not taken for much less than it is", (piece) => {
  for (const start of ["", "x: [", 'x: "']) {
    const yaml = start + piece.repeat(200);
    expect(estimateParts(yaml, 3_000) * 8).toBeGreaterThanOrEqual(parseYaml(yaml).parts ?? 3_000);
  }
});

test("an ordinary text is not taken for more than it is", () => {
  const yaml = `name: pdf\ndescription: ${"Fills forms, and reads them. ".repeat(20)}`;
  expect(estimateParts(yaml, 3_000)).toBeLessThan(60);
});
