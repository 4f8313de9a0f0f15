import { expect, test } from "vitest";
import { codex } from "#lib/harness/profiles/codex.ts";
import type { CatalogBudget, CatalogRules } from "#lib/harness/vocabulary/catalog.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { catalogRows } from "./catalog.ts";

const rules: CatalogRules = {
  ...codex.catalog,
  row: "{name}{#summary}: {summary}{/summary}",
  summary: { text: "{description}{#whenToUse} - {whenToUse}{/whenToUse}", limit: 6, ending: "…" },
};

function skill(name: string, description: string, whenToUse?: string): Skill {
  const directory = `/w/${name}`;
  return {
    name,
    description,
    location: `${directory}/SKILL.md`,
    directory,
    root: "/w",
    ...(whenToUse && { whenToUse }),
  };
}

const skills = [skill("a", "aaaa"), skill("b", "b"), skill("c", "cccc")];

function rowsIn(characters: number, cuts: CatalogBudget["cuts"]): string[] {
  return catalogRows({ ...rules, budget: { characters, cuts } }, skills).map(({ row }) => row);
}

test("a summary is cut by characters, its ending included", () => {
  const rows = catalogRows(rules, [skill("a", "ab", "c"), skill("b", "abcdefg"), skill("c", "🙂🙂🙂🙂🙂🙂")]);
  expect(rows.map(({ row }) => row)).toEqual(["a: ab - c", "b: abcde…", "c: 🙂🙂🙂🙂🙂🙂"]);
});

test("a catalog within its budget is not cut", () => {
  expect(rowsIn(21, "evenly")).toEqual(["a: aaaa", "b: b", "c: cccc"]);
  expect(rowsIn(21, "last-first")).toEqual(["a: aaaa", "b: b", "c: cccc"]);
});

test("a budget cut evenly gives every summary a character in turn, and keeps the names that fit", () => {
  expect(rowsIn(19, "evenly")).toEqual(["a: aaa", "b: b", "c: ccc"]);
  expect(rowsIn(12, "evenly")).toEqual(["a: a", "b: b", "c"]);
  expect(rowsIn(5, "evenly")).toEqual(["a", "b"]);
});

test("a budget cut from the last row on keeps every name", () => {
  expect(rowsIn(20, "last-first")).toEqual(["a: aaaa", "b: b", "c"]);
  expect(rowsIn(1, "last-first")).toEqual(["a", "b", "c"]);
});
