import { describe, expect, test } from "vitest";
import { firstSentences, outlineOf } from "./outline.ts";

const steps = (markdown: string) => outlineOf(markdown).steps;

describe("the steps of a skill", () => {
  test("are its numbered headings, each with what it says first", () => {
    const text =
      "# S\n\n## Step 1: Look\n\nOpen it\nfirst.\n\n1. not a step\n2. nor this\n\n## Step 2 - Mend\n\n- a\n- b\n";
    expect(steps(text)).toEqual(["Look: Open it first.", "Mend"]);
  });

  test("or the list under a heading that speaks of steps, before any other", () => {
    const text = "## Features\n\n1. Fast\n2. Small\n\n## Workflow\n\n1. Read the\n   file.\n   1. nested\n2. Run it.\n";
    expect(steps(text)).toEqual(["Read the file.", "Run it."]);
  });

  test("or a numbered list, or bullets under such a heading", () => {
    expect(steps("- one\n- two\n\n1. Ask.\n2. Answer.\n")).toEqual(["Ask.", "Answer."]);
    expect(steps("## How to use\n\n- Ask.\n- Answer.\n")).toEqual(["Ask.", "Answer."]);
  });

  test("are none where it has lists of other things only, or code", () => {
    expect(steps("## Features\n\n- Fast\n- Small\n\n```\n1. a\n2. b\n```\n")).toEqual([]);
  });
});

test.each([
  ["## Two words ##", "Two words"],
  ["# C#", "C"],
  ["# a b # c #", "a b # c"],
  [`# a${" ".repeat(150_000)}b`, `a${" ".repeat(150_000)}b`],
])("a heading is its words, without marks at its end", (line, heading) => {
  expect(outlineOf(line).headings).toEqual([heading]);
});

test("the opening is a whole paragraph, wherever its lines end", () => {
  expect(outlineOf("---\nname: a\n---\n# A\n\n> quoted\n\nOne\ntwo.\n\nThree.").opening).toBe("One two.");
});

describe("the first sentences", () => {
  test.each([
    ["A long one. And another.", 12, "A long one."],
    ["A long sentence that is over the limit. And another.", 12, "A long sentence that is over the limit."],
    ["Takes e.g. Python. Then stops.", 12, "Takes e.g. Python."],
    ["Read **all. Of it** now. Then stop.", 12, "Read **all. Of it** now."],
    ["No full stop", 5, "No full stop"],
    ["", 5, ""],
  ])("of %j up to %s are %j", (text, limit, first) => {
    expect(firstSentences(text, limit)).toBe(first);
  });

  test("are cut between words only where one is without end", () => {
    const shown = firstSentences("word ".repeat(10_000), 100);
    expect(shown.length).toBeLessThan(710);
    expect(shown.endsWith("word …")).toBe(true);
  });
});
