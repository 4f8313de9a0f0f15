import { expect, test } from "vitest";
import type { Comparison, HarnessColumn } from "#lib/report/compare/comparison.ts";
import { catalogAgainst, choiceAtFirst, shownHarnesses } from "./harness-choice.ts";

const columns = ["keen", "gencode", "codex"].map((profileId): HarnessColumn => {
  const catalog = { channel: "system", text: "", rows: [] } as const;
  return { profileId, label: profileId, tokens: 0, window: 100, catalog, counts: {}, verdicts: new Map() };
});
const comparison: Comparison = { title: "", sources: [], way: "as-it-lies", columns, skills: [] };

test.each([
  [undefined, ["gencode", "keen", "codex"]],
  [
    ["codex", "keen"],
    ["codex", "keen"],
  ],
  [["codex"], ["codex", "keen", "gencode"]],
  [
    ["newer", "codex", "keen"],
    ["codex", "keen"],
  ],
  [["newer"], ["gencode", "keen", "codex"]],
])("under GenCode, a wish for %j shows %j", (wanted, shown) => {
  expect(shownHarnesses(comparison, choiceAtFirst(comparison, "gencode", wanted))).toEqual(shown);
});

test("the reference is shown whatever is chosen", () => {
  expect(shownHarnesses(comparison, { reference: "codex", shown: new Set(["keen"]) })).toEqual(["codex", "keen"]);
});

test("a catalog is held against one that says something, where there is one", () => {
  const choice = choiceAtFirst(comparison, "gencode");
  expect(catalogAgainst(comparison, choice)).toBe("keen");
  const telling = columns.map((column) =>
    column.profileId === "codex" ? { ...column, catalog: { ...column.catalog, text: "- pdf" } } : column,
  );
  expect(catalogAgainst({ ...comparison, columns: telling }, choice)).toBe("codex");
});
