import { expect, test } from "vitest";
import { akCoder } from "#lib/harness/profiles/ak-coder.ts";
import { keen } from "#lib/harness/profiles/keen.ts";
import type { TokenTotals } from "./token-totals.ts";
import { windowUse } from "./window-use.ts";

const totals = (part: Partial<TokenTotals>): TokenTotals => {
  return { system: 0, tools: 0, catalog: 0, skills: 0, resources: 0, rest: 0, ...part };
};

test("up to half of the window there is nothing to say", () => {
  expect(windowUse(totals({ catalog: 60_000, rest: 40_000 }), 200_000, keen)).toBeUndefined();
});

test("past half of the window it says so, and what takes most", () => {
  const use = windowUse(totals({ catalog: 20_000, rest: 100_000 }), 200_000, keen);
  expect(use).toMatchObject({
    level: "half",
    what: "The conversation takes most of the context: 120k of 200k, 60% of the window.",
  });
  expect(use?.advice).toMatch(/^Start a new conversation/);
});

test("past the whole window it is an error, with what to do", () => {
  expect(windowUse(totals({ system: 200, catalog: 1_229_000 }), 200_000, akCoder)).toEqual({
    level: "over",
    what: "ak-coder puts every body into the prompt: 1.2M of 200k, more than the model's window.",
    advice: "Turn off or remove skills, or choose a model with a larger window in Settings.",
  });
  expect(windowUse(totals({ catalog: 1_000_001 }), 1_000_000, keen)?.what).toMatch(/^The catalog takes most/);
});
