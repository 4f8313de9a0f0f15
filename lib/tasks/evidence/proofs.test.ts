import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { proofs } from "#lib/harness/reference/proofs.ts";
import { features } from "#lib/harness/reference/reference.ts";
import { programCases, provingCase } from "./proofs.ts";

const cases = programCases();

test("what is kept as a proof is what a program answered", () => {
  for (const harness of cases.keys())
    expect(proofs.cells.filter((cell) => cell.harness === harness).length, harness).toBeGreaterThan(5);
  for (const [id, shown] of Object.entries(proofs.cases)) {
    const [harness = ""] = id.split("/", 1);
    expect(cases.get(harness), id).toContainEqual(shown);
  }
});

test("each proof would come out otherwise if its answer, and no other, were another one", () => {
  for (const { harness, feature: id, case: shown } of proofs.cells) {
    const feature = features.find((one) => one.id === id);
    const kept = proofs.cases[shown];
    if (!feature || !kept) throw new Error(`${harness} ${id}: unknown`);
    expect(provingCase(profileById(harness), feature, [kept])?.id, `${harness} ${id}`).toBe(shown);
  }
});

test("a case that does not depend on an answer is no proof of it", () => {
  const feature = features.find(({ id }) => id === "linked-folders");
  const plain = {
    id: "codex/plain",
    kind: "discover",
    why: "",
    files: { "/work/app/.agents/skills/a/SKILL.md": "---\nname: a\ndescription: d\n---\n" },
    symlinks: {},
    input: { cwd: "/work/app", home: "/home/dev" },
    expect: { skills: [{ name: "a" }] },
  };
  expect(feature && provingCase(profileById("codex"), feature, [plain])).toBeUndefined();
});
