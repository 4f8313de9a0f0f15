import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { stateWord } from "#lib/harness/vocabulary/states.ts";
import { keptFrom, reachText } from "./state-control.tsx";

const skill = { name: "a", description: "", location: "/a/SKILL.md", directory: "/a", root: "." };

test("a state has the harness's own word where it has one, and a meaning where there are more than two", () => {
  const levels = profileById("gencode").states;
  const switches = profileById("keen").states;
  expect((["off", "on", "active"] as const).map((state) => stateWord(levels, state))).toEqual([
    "disable",
    "enable",
    "active",
  ]);
  expect(stateWord(switches, "off")).toBe("off");
  expect(reachText(levels, "on")).toContain("not told");
  expect(reachText(switches, "on")).toBeUndefined();
});

test("whom a skill is kept from is said by its frontmatter first", () => {
  expect(keptFrom(skill, true)).toBeUndefined();
  expect(keptFrom(skill, false)).toBe("not told to the model");
  expect(keptFrom({ ...skill, hiddenFrom: "model" }, false)).toBe("hidden from the model");
  expect(keptFrom({ ...skill, hiddenFrom: "person" }, true)).toBe("hidden from the person");
  expect(keptFrom({ ...skill, hiddenFrom: "both" }, false)).toBe("hidden from both");
});
