import { expect, it } from "vitest";
import type { Candidate, Outcome, Skill, SkillState } from "#lib/harness/model.ts";
import type { HarnessView } from "#lib/workspace/state.ts";
import { rulesFor } from "./why.ts";

const pdf: Skill = {
  name: "pdf",
  description: "",
  location: "/w/pdf/SKILL.md",
  directory: "/w/pdf",
  root: "./.agents/skills",
};

function candidate(outcome: Outcome): Candidate {
  return { location: pdf.location, folder: "pdf", root: pdf.root, outcome, skill: pdf, notices: [] };
}

function view(state: SkillState, listed: boolean): HarnessView {
  const rows = listed ? [{ skill: pdf.name, location: pdf.location, start: 0, end: 1 }] : [];
  return {
    discovery: { skills: [pdf], candidates: [], warnings: [] },
    states: new Map([[pdf.location, state]]),
    isOff: false,
    catalog: { channel: "system", text: "x", rows },
    stale: false,
    problems: [],
  };
}

function outcomes(outcome: Outcome, state: SkillState = "on", listed = true): string[] {
  return rulesFor(candidate(outcome), view(state, listed), "Keen Code").map((test) => test.outcome);
}

it("passes every rule for a skill in the catalog", () => {
  expect(new Set(outcomes({ kind: "loaded" }))).toEqual(new Set(["passed"]));
});

it("stops at the first rule that fails", () => {
  const rest = (count: number) => new Array<string>(count).fill("not reached");
  const passed = (count: number) => new Array<string>(count).fill("passed");
  expect(outcomes({ kind: "outside" })).toEqual(["failed", ...rest(5)]);
  expect(outcomes({ kind: "shadowed", by: "/a", rule: "folder" })).toEqual(["passed", "failed", ...rest(4)]);
  expect(outcomes({ kind: "rejected" })).toEqual(["passed", "passed", "failed", ...rest(3)]);
  expect(outcomes({ kind: "shadowed", by: "/a", rule: "name" })).toEqual([...passed(3), "failed", ...rest(2)]);
  expect(outcomes({ kind: "loaded" }, "off", false)).toEqual([...passed(4), "failed", "not reached"]);
});

it("says of a loaded skill that the model is not told of it", () => {
  expect(outcomes({ kind: "loaded" }, "on", false).at(-1)).toBe("failed");
});

it("names what comes first", () => {
  const test = rulesFor(
    candidate({ kind: "shadowed", by: "/h/pdf/SKILL.md", rule: "folder" }),
    view("on", true),
    "X",
  )[1];
  expect(test).toMatchObject({ outcome: "failed", verbatim: "/h/pdf/SKILL.md" });
});
