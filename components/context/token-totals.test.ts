import { expect, it } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import { allTexts, estimateTotals, shortTokens, sumTotals, totalsFrom } from "./token-totals.ts";

const parts = { system: ["be good"], catalog: ["- a", "- b"], skills: [], resources: ["x"], rest: [] };

it("hands out counts in the order of the texts", () => {
  expect(allTexts(parts)).toEqual(["be good", "- a", "- b", "x"]);
  const totals = totalsFrom(parts, [10, 2, 3, 7]);
  expect(totals).toEqual({ system: 10, catalog: 5, skills: 0, resources: 7, rest: 0 });
  expect(sumTotals(totals)).toBe(22);
});

it("estimates nothing for nothing", async () => {
  expect(sumTotals(await inSlices(estimateTotals({ ...parts, system: [], catalog: [], resources: [] })))).toBe(0);
  expect((await inSlices(estimateTotals(parts))).catalog).toBeGreaterThan(0);
});

it("shortens numbers", () => {
  expect([950, 2126, 9990, 38_400].map(shortTokens)).toEqual(["950", "2.1k", "10.0k", "38k"]);
});
