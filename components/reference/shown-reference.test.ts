import { expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { referenceOf } from "#lib/harness/reference/reference.ts";
import { choiceFrom, queryOf, type ReferenceChoice, shownReference } from "./shown-reference.ts";

const reference = referenceOf(profiles);
const all: ReferenceChoice = { harnesses: [], text: "", onlyDiffering: false };

function rows(choice: Partial<ReferenceChoice>): readonly string[] {
  return shownReference(reference, { ...all, ...choice }).groups.flatMap(({ features }) =>
    features.map(({ id }) => id),
  );
}

test("an address keeps what is chosen, and what it cannot mean is left out", () => {
  const choice = { harnesses: ["claude-code", "codex"], text: "links & more", onlyDiffering: true };
  expect(choiceFrom(new URLSearchParams(queryOf(choice)), reference)).toEqual(choice);
  expect(queryOf(all)).toBe("");
  expect(choiceFrom(new URLSearchParams("harness=codex,nothing&find="), reference)).toEqual({
    ...all,
    harnesses: ["codex"],
  });
});

test("a word finds rows by their own title and by that of their group", () => {
  expect(rows({ text: "LINKS" })).toEqual(["linked-folders", "linked-files"]);
  expect(rows({ text: "fields of" })).toContain("field-license");
  expect(rows({ text: "nothing is called so" })).toEqual([]);
});

test("only differences of the harnesses that are shown", () => {
  const differing = rows({ harnesses: ["keen", "kodelet"], onlyDiffering: true });
  expect(differing).toContain("by-model");
  expect(differing).not.toContain("depth");
  expect(rows({ harnesses: ["keen"], onlyDiffering: true })).toEqual([]);
});

test("columns are in the table's order, whatever the address says", () => {
  const choice = choiceFrom(new URLSearchParams("harness=codex,keen"), reference);
  expect(shownReference(reference, choice).harnesses.map(({ id }) => id)).toEqual(["keen", "codex"]);
});
