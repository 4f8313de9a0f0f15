import { describe, expect, it } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import type { Candidate, Discovery, Skill } from "#lib/harness/vocabulary/skill.ts";
import { callOf, elsewhereCompletions, meantElsewhere } from "./elsewhere.ts";

function skill(name: string, location: string): Skill {
  return { name, description: `About ${name}.`, location, directory: location.slice(0, -9), root: "" };
}

function outside(name: string): Candidate {
  const location = `/workspace/plugins/${name}/skills/${name}/SKILL.md`;
  return { location, folder: name, outcome: { kind: "outside" }, skill: skill(name, location), notices: [] };
}

const loaded = skill("deploy", "/workspace/.agents/skills/deploy/SKILL.md");
const discovery: Discovery = {
  skills: [loaded],
  candidates: [outside("figma"), outside("figma-use"), outside("deploy"), outside("design")],
  placements: new Map(),
  warnings: [],
};
const keen = profileById("keen");

describe("completing the name of a skill that is not loaded", () => {
  it.each([
    ["keen", "/fig", ["/figma", "/figma-use"]],
    ["keen", "/FIGMA-", ["/figma-use"]],
    ["ak-coder", "/skills:fig", ["/skills:figma", "/skills:figma-use"]],
    ["codex", "please use $fig", ["please use $figma", "please use $figma-use"]],
    ["agentskills", "/fig", ["/figma", "/figma-use"]],
    ["keen", "/", []],
    ["keen", "/deploy", []],
    ["keen", "/figma now", []],
    ["keen", "fig", []],
    ["codex", "/fig", []],
  ])("under %s after %j", (id, line, inserts) => {
    const found = elsewhereCompletions(profileById(id), discovery, line);
    expect(found.map(({ insert }) => insert)).toEqual(inserts);
  });

  it("tells where it lies", () => {
    expect(elsewhereCompletions(keen, discovery, "/figma-u")).toEqual([
      {
        insert: "/figma-use",
        label: "/figma-use",
        detail: "About figma-use.",
        elsewhere: "/workspace/plugins/figma-use/skills/figma-use/SKILL.md",
      },
    ]);
  });
});

it("completes the name of a skill that waits for a reload, and says so", () => {
  const fresh = skill("fig-new", "/workspace/.agents/skills/fig-new/SKILL.md");
  const onDisk = { ...discovery, skills: [loaded, fresh] };
  expect(elsewhereCompletions(keen, discovery, "/fig-n", onDisk)).toEqual([
    { insert: "/fig-new", label: "/fig-new", detail: "About fig-new.", isPending: true },
  ]);
  expect(elsewhereCompletions(keen, discovery, "/fig-n")).toEqual([]);
});

it.each<[string, string | undefined]>([
  ["/figma draw a map", "figma"],
  ["$figma-use, please", "figma-use"],
  ["/skills:figma x", "figma"],
  ["Draw a map with figma-use and figma", "figma-use"],
  ["use Figma for this page", "figma"],
  ["what does the figma skill do?", "figma"],
  ["have a look at the design of this page", undefined],
  ["use deploy", undefined],
  ["/deploy with the design skill", undefined],
  ["", undefined],
])("in %j a person means %s", (text, name) => {
  expect(meantElsewhere(keen, discovery, text)?.folder).toBe(name);
});

it("knows how each harness has a skill called", () => {
  const called = (id: string) => callOf(profileById(id), loaded);
  expect(["keen", "ak-coder", "codex"].map(called)).toEqual(["/deploy", "/skills:deploy", "$deploy"]);
  expect(callOf(keen, { ...loaded, hiddenFrom: "person" })).toBeUndefined();
});
