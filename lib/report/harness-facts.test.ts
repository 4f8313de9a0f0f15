import { expect, test } from "vitest";
import type { ComparedSkill, Comparison, HarnessColumn } from "./compare/comparison.ts";
import { type ComparedVerdict, neverMet } from "./compare/verdict.ts";
import { harnessFacts } from "./harness-facts.ts";
import { causeWords } from "./words.ts";

const catalog = { channel: "system", text: "", rows: [] } as const;
const column: HarnessColumn = {
  profileId: "a",
  label: "A",
  tokens: 0,
  window: 100,
  catalog,
  counts: {},
  verdicts: new Map(),
};

function comparison(verdicts: readonly ComparedVerdict[]): Comparison {
  const skills = verdicts.map(
    (verdict, at): ComparedSkill => ({
      id: `s:/${at}`,
      source: "s",
      path: `/${at}`,
      folder: "",
      verdicts: [verdict],
      differs: false,
    }),
  );
  return { title: "", sources: [], way: "as-installed", columns: [column], skills };
}

test("the most frequent causes come first, and a mark that says all is not explained by its own words", () => {
  const met = (kind: ComparedVerdict["kind"], cause?: string) => ({ kind, location: "/x", ...(cause && { cause }) });
  const [facts] = harnessFacts(
    comparison([
      met("loaded"),
      met("rejected", "the name is too long"),
      met("named"),
      met("named"),
      { kind: "outside", location: "/elsewhere", reason: "Not in a folder that it searches" },
    ]),
  );
  expect(facts?.causes.map((each) => `${each.count} ${causeWords(each)}`)).toEqual([
    "2 name only",
    "1 rejected: the name is too long",
    "1 not found",
  ]);
});

test("a file that other harnesses take for a skill is not one that this one leaves out", () => {
  expect(harnessFacts(comparison([neverMet]))[0]?.causes).toEqual([]);
});
