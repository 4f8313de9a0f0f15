import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { stateWord } from "#lib/harness/vocabulary/states.ts";
import { reachText } from "./state-control.tsx";

test("a state has the harness's own word where it has one, and a meaning where there are more than two", () => {
  const levels = profileById("gencode").states;
  const switches = profileById("keen").states;
  expect((["off", "on", "active"] as const).map((state) => stateWord(levels, state))).toEqual([
    "disable",
    "enable",
    "active",
  ]);
  expect(stateWord(switches, "off")).toBe("off");
  expect(reachText(levels, "on")).toContain("does not see it");
  expect(reachText(switches, "on")).toBeUndefined();
});
