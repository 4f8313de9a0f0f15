import { expect, test } from "vitest";
import type { Candidate, Outcome, Skill } from "#lib/harness/vocabulary/skill.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import { groupSkills, isListed } from "./skill-groups.ts";

function skill(name: string): Skill {
  const directory = `/workspace/.agents/skills/${name}`;
  return {
    name,
    description: `About ${name}.`,
    location: `${directory}/SKILL.md`,
    directory,
    root: "./.agents/skills",
  };
}

function candidate(name: string, outcome: Outcome): Candidate {
  const known = skill(name);
  return { location: known.location, folder: name, outcome, skill: known, notices: [] };
}

const view: HarnessView = {
  place: { cwd: "/workspace", home: "/home/user" },
  discovery: {
    skills: [skill("zip"), skill("alpha"), skill("quiet")],
    candidates: [
      candidate("zip", { kind: "loaded" }),
      candidate("alpha", { kind: "loaded" }),
      candidate("quiet", { kind: "loaded" }),
      candidate("broken", { kind: "rejected" }),
      candidate("twin", { kind: "shadowed", by: "/workspace/.agents/skills/zip/SKILL.md", rule: "folder" }),
      candidate("far", { kind: "outside" }),
    ],
    placements: new Map(),
    warnings: [],
  },
  states: new Map([[skill("quiet").location, "off"]]),
  catalog: {
    channel: "system",
    text: "Skills:\n- zip: About zip.\n",
    rows: [{ skill: "zip", location: skill("zip").location, start: 8, end: 25 }],
  },
  stale: false,
  problems: [],
};

test("every candidate is in exactly one group, loaded ones in the harness's order", () => {
  const groups = groupSkills(view);
  expect(groups.loaded.map((loaded) => loaded.skill.name)).toEqual(["zip", "alpha"]);
  expect(groups.off.map((loaded) => loaded.skill.name)).toEqual(["quiet"]);
  expect(groups.rejected.map((one) => one.folder)).toEqual(["broken"]);
  expect(groups.shadowed.map((one) => one.folder)).toEqual(["twin"]);
  expect(groups.outside.map((one) => one.folder)).toEqual(["far"]);
});

test("a loaded skill brings its row of the catalog, and none where the catalog leaves it out", () => {
  const [zip, alpha] = groupSkills(view).loaded;
  expect(zip?.row).toBe("- zip: About zip.");
  expect(alpha?.row).toBeUndefined();
});

test("those that the model is told of come first, and one that is off is never among them", () => {
  const { catalog } = view;
  const row = { skill: "alpha", location: skill("alpha").location, start: 0, end: 7 };
  const told = groupSkills({ ...view, catalog: { ...catalog, rows: [row] } }).loaded;
  expect(told.map((loaded) => [loaded.skill.name, isListed(loaded)])).toEqual([
    ["alpha", true],
    ["zip", false],
  ]);
  const states = new Map([[skill("zip").location, "off" as const]]);
  expect(groupSkills({ ...view, states }).off.map(isListed)).toEqual([false]);
});

test("skills that are told by name only come before those that have no room, and those before what is not listed", () => {
  const { catalog } = view;
  const [row] = catalog.rows;
  if (!row) throw new Error("no row");
  const named = { ...row, cut: { by: "budget", told: 0, of: 12 } } as const;
  const leftOut = [skill("alpha").location];
  const groups = groupSkills({ ...view, states: new Map(), catalog: { ...catalog, rows: [named], leftOut } });
  expect(groups.loaded.map(({ verdict }) => verdict)).toEqual(["named", "left-out", "unlisted"]);
  expect(groups.loaded[0]?.cut).toEqual(named.cut);
});

test("the filter looks at names, descriptions and paths, in any case", () => {
  expect(groupSkills(view, "ABOUT Zi").loaded.map((loaded) => loaded.skill.name)).toEqual(["zip"]);
  expect(groupSkills(view, "skills/bro").rejected).toHaveLength(1);
  expect(groupSkills(view, "nothing").outside).toEqual([]);
});
