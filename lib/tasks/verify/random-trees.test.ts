import fc from "fast-check";
import { expect, test } from "vitest";
import { profileOf } from "./hold.ts";
import { programs } from "./programs.ts";
import { randomTree } from "./random-trees.ts";

test.each(programs)("trees of chance for $label have all their parts", ({ id, settings, folders }) => {
  const trees = fc.sample(randomTree(settings, folders, profileOf(id).roots), { numRuns: 60, seed: 1 });
  const paths = trees.flatMap(({ files }) => Object.keys(files));
  const some = fc
    .sample(settings, 20)
    .flat()
    .map(([path]) => path);
  for (const part of [/filler-1\/SKILL\.md$/, /ignore$/, /\.git\/HEAD$/, /SKILL\.md$/])
    expect(paths.some((path) => part.test(path))).toBe(true);
  expect(some.length === 0 || paths.some((path) => some.includes(path))).toBe(true);
  expect(trees.some(({ links = {} }) => Object.keys(links).length > 0)).toBe(true);
  expect(trees.some(({ calls = [] }) => calls.length > 0)).toBe(true);
});
