import { expect, it } from "vitest";
import type { ChoiceGroup } from "#lib/stage/source-skills.ts";
import { matchingChoices, pathsOf, withPaths } from "./chosen-skills.ts";

const skill = (name: string, description: string) => ({ path: `/skills/${name}/SKILL.md`, name, description });
const groups: readonly ChoiceGroup[] = [
  { name: "office", skills: [skill("pdf", "Fills forms."), skill("csv", "Reads tables.")] },
  { skills: [skill("art", "Draws forms.")] },
];

it.each<[string, readonly string[]]>([
  ["", ["pdf", "csv", "art"]],
  ["FORMS", ["pdf", "art"]],
  [" forms  draws", ["art"]],
  ["office", ["pdf", "csv"]],
  ["skills/csv", ["csv"]],
  ["nothing", []],
])("finds by %j", (search, names) => {
  const found = matchingChoices(groups, search);
  expect(pathsOf(found)).toEqual(names.map((name) => `/skills/${name}/SKILL.md`));
  expect(found.every(({ skills }) => skills.length > 0)).toBe(true);
});

it("puts paths in and takes them out", () => {
  expect([...withPaths(new Set(["a"]), ["b", "a"], true)]).toEqual(["a", "b"]);
  expect([...withPaths(new Set(["a", "b"]), ["b", "c"], false)]).toEqual(["a"]);
});
