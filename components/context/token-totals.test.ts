import { expect, it } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import type { ContextPart } from "./context-parts.ts";
import { allTexts, estimateTotals, shortTokens, sumTotals, totalsFrom } from "./token-totals.ts";

const parts: readonly ContextPart[] = [
  { kind: "system", text: "be good: - a", catalog: "- a" },
  { kind: "tools", text: "read" },
  { kind: "resources", text: "x" },
  { kind: "rest", text: "read" },
];

it("counts each text once, and what its catalog takes as catalog", () => {
  expect(allTexts(parts)).toEqual(["be good: - a", "- a", "read", "x"]);
  const totals = totalsFrom(parts, new Map(Object.entries({ "be good: - a": 10, "- a": 3, read: 2, x: 7 })));
  expect(totals).toEqual({ system: 7, tools: 2, catalog: 3, skills: 0, resources: 7, rest: 2 });
  expect(sumTotals(totals)).toBe(21);
});

it("estimates nothing for nothing", async () => {
  expect(sumTotals(await inSlices(estimateTotals([])))).toBe(0);
  expect((await inSlices(estimateTotals(parts))).catalog).toBeGreaterThan(0);
});

it("estimates the words around a long catalog, which the samples of so long a text lose", async () => {
  const catalog = Array.from(
    { length: 2000 },
    (_, at) => `<name>chart-contracts-${at}</name> Charts contracts.\n`,
  ).join("");
  const around = "You are a helpful agent. ".repeat(30);
  const alone = await inSlices(estimateTotals([{ kind: "system", text: around }]));
  const totals = await inSlices(estimateTotals([{ kind: "system", text: around + catalog, catalog }]));
  expect(totals.system).toBe(alone.system);
  expect(totals.catalog).toBeGreaterThan(20_000);
});

it("shortens numbers", () => {
  expect([950, 2126, 9990, 38_400, 200_000, 999_600, 1_000_000, 1_229_000].map(shortTokens)).toEqual([
    "950",
    "2.1k",
    "10k",
    "38k",
    "200k",
    "1M",
    "1M",
    "1.2M",
  ]);
});
