import { expect, test } from "vitest";
import { harnessGroups } from "./harness-groups.ts";

const harnesses = ["keen", "codex", "pi", "claude-code"].map((id) => ({ id }));

function groups(held: string[], recent: string[]) {
  return harnessGroups(harnesses, held, recent).map((group) => [group.label, ...group.harnesses.map(({ id }) => id)]);
}

test("each harness is there once: the repository's, those chosen lately, the others", () => {
  expect(groups(["claude-code", "codex"], ["pi", "codex"])).toEqual([
    ["In this repository", "claude-code", "codex"],
    ["Recent", "pi"],
    ["Others", "keen"],
  ]);
});

test("what is empty, named twice or unknown makes no group and no second entry", () => {
  expect(groups([], ["newer"])).toEqual([["Others", "keen", "codex", "pi", "claude-code"]]);
  expect(groups(["pi", "pi"], ["pi"])).toEqual([
    ["In this repository", "pi"],
    ["Others", "keen", "codex", "claude-code"],
  ]);
});

test("those of which it is only known where they look come last, but where the repository is theirs", () => {
  const silent = [
    { id: "kiro", undocumented: ["catalog"] as const },
    { id: "amp", undocumented: ["catalog"] as const },
    { id: "goose", undocumented: ["sent"] as const },
  ];
  expect(
    harnessGroups(silent, ["amp"], []).map(({ label, harnesses: all }) => [label, ...all.map(({ id }) => id)]),
  ).toEqual([
    ["In this repository", "amp"],
    ["Others", "goose"],
    ["Only their folders are documented", "kiro"],
  ]);
});
