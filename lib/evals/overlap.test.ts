import { expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { overlapsOf, rivalNames, rivalriesInSteps } from "./overlap.ts";

const offers = [
  { name: "pdf-forms", description: "Fill in PDF forms. Use when a form is to be filled in." },
  { name: "form-filler", description: "Fill in forms of any kind." },
  { name: "music", description: "Compose a melody." },
  {
    name: "twin",
    description: "Compose a melody, arrange it for a choir, write its lyrics, print the sheets and find singers.",
  },
];

test("each skill has its nearest rival, with the words that both are told with", () => {
  const [forms, filler, music, twin] = overlapsOf(offers);
  expect(forms).toMatchObject({ skill: "pdf-forms", rival: "form-filler" });
  expect(forms?.words).toEqual(expect.arrayContaining(["forms", "fill"]));
  expect(filler).toMatchObject({ skill: "form-filler", rival: "pdf-forms" });
  expect(music).toMatchObject({ rival: "twin" });
  expect(twin).toMatchObject({ rival: "music" });
});

test("the ratio says more of a skill that says less: it is not the same both ways", () => {
  const [, , music, twin] = overlapsOf(offers);
  expect(music?.ratio).toBeGreaterThan(1.2 * (twin?.ratio ?? 1));
});

test("a rival that answers less well than asked for is none", () => {
  const all = overlapsOf(offers);
  const least = Math.max(...all.map(({ ratio }) => ratio));
  expect(overlapsOf(offers, least)).toEqual(all.filter(({ ratio }) => ratio >= least));
  expect(overlapsOf(offers, least).length).toBeLessThan(all.length);
});

test("what has no word in common has no rival, and nothing at all none either", () => {
  expect(
    overlapsOf([
      { name: "a", description: "Compose." },
      { name: "b", description: "Translate." },
    ]),
  ).toEqual([]);
  expect(overlapsOf([])).toEqual([]);
  expect(overlapsOf([{ name: "", description: "" }])).toEqual([]);
});

test("all rivalries are those of the nearest and more, the strongest first, from a ratio on", () => {
  const all = finish(rivalriesInSteps(offers, 0));
  expect(all).toEqual(expect.arrayContaining([...overlapsOf(offers)]));
  expect(all.map(({ ratio }) => ratio)).toEqual(all.map(({ ratio }) => ratio).toSorted((a, b) => b - a));
  const strong = finish(rivalriesInSteps(offers, 0.3));
  expect(strong).toEqual(all.filter(({ ratio }) => ratio >= 0.3));
  expect(strong.length).toBeGreaterThan(0);
  expect(strong.every(({ skill, rival }) => skill !== rival)).toBe(true);
});

test("those that compete stand together, no pair torn apart", () => {
  const pair = (skill: string, rival: string, ratio: number) => ({ skill, rival, ratio, words: [] });
  const rivalries = [pair("a", "b", 0.9), pair("b", "a", 0.8), pair("c", "d", 0.7), pair("d", "e", 0.6)];
  expect(rivalNames(rivalries, 10)).toEqual(["a", "b", "c", "d", "e"]);
  expect(rivalNames(rivalries, 3)).toEqual(["a", "b"]);
  expect(rivalNames([], 3)).toEqual([]);
});
