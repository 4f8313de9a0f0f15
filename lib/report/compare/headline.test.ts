import { expect, test } from "vitest";
import { countedWords, headline, headlineBeside, headlineShort, toldCounts } from "./headline.ts";
import type { VerdictKind } from "./marks.ts";

type Counts = Partial<Record<VerdictKind, number>>;

test.each<[string, Counts]>([
  ["There are no skills here.", {}],
  ["Codex tells its model of 140 of 605 skills, by name only; 465 are not told.", { named: 140, "left-out": 465 }],
  ["Codex tells its model of all 18 skills.", { loaded: 10, renamed: 6, warned: 2 }],
  ["Codex tells its model of all 1,204 skills, each cut short.", { cut: 1204 }],
  ["Codex tells its model of all 6 skills, 2 cut short, 3 by name only.", { loaded: 1, cut: 2, named: 3 }],
  ["Codex tells its model of 4 of 5 skills, 1 cut short; 1 is not told.", { loaded: 3, cut: 1, rejected: 1 }],
  ["Codex tells its model of 1 of 2 skills; 1 is not told.", { loaded: 1, waiting: 1 }],
  ["Codex tells its model of the one skill here.", { renamed: 1 }],
  ["Codex loads both skills and tells its model of none.", { hidden: 2 }],
  ["Codex loads 2 of 3 skills and tells its model of none.", { hidden: 1, "left-out": 1, shadowed: 1 }],
  ["Codex loads the one skill here and tells its model of nothing.", { hidden: 1 }],
  ["Codex loads both skills and tells its model of none before a matching file is touched.", { waiting: 2 }],
  ["Codex has all 3 skills switched off.", { off: 3 }],
  ["Codex does not start with these settings, so its model is told of no skill.", { ended: 2, rejected: 1 }],
  ["Codex does not find any of the 12 skills: they lie where it does not look.", { outside: 12 }],
  ["Codex does not find the one skill here: it lies where it does not look.", { outside: 1 }],
  ["Codex loads none of the 3 skills.", { outside: 1, rejected: 1, off: 1 }],
  ["Codex does not load the one skill here.", { rejected: 1 }],
])("%s", (sentence, counts) => {
  expect(headline("Codex", counts)).toBe(sentence);
});

test("whole, cut and by name make what is told; what is off or left out is not", () => {
  const counts = {
    loaded: 1,
    renamed: 2,
    warned: 4,
    cut: 8,
    named: 16,
    waiting: 32,
    hidden: 64,
    off: 128,
    outside: 256,
  };
  expect(toldCounts(counts)).toEqual({
    total: 511,
    told: 31,
    whole: 7,
    cut: 8,
    name: 16,
    later: 32,
    loaded: 31 + 32 + 64,
  });
});

test("a mark of a later version counts as a skill that is not told", () => {
  expect(toldCounts({ loaded: 1, dreamt: 2 })).toMatchObject({ total: 3, told: 1 });
});

test("numbers that stand by themselves are told with the way they were counted", () => {
  expect(countedWords("as-it-lies")).toBe("Counted as it lies: the repository is the project.");
});

test("beside the harness's name the sentence does not say it again", () => {
  expect(headlineBeside({ loaded: 2 })).toBe("Tells its model of both skills.");
  expect(headlineBeside({ outside: 2 })).toMatch(/^Does not find any of the 2 skills/);
  expect(headlineBeside({})).toBe("There are no skills here.");
});

test("in two words, what is not documented is not called untold", () => {
  expect(headlineShort({ loaded: 1200, outside: 1 })).toBe("1,200 told");
  expect(headlineShort({ outside: 2 })).toBe("0 told");
  expect(headlineShort({ undocumented: 2, outside: 1 })).toBe("2 found");
});
