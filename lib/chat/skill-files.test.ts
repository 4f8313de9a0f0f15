import { expect, test } from "vitest";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { skillFileAt } from "./reads.ts";

function skill(directory: string): Skill {
  return { name: directory, description: "", location: `${directory}/SKILL.md`, directory, root: "./skills" };
}

const outer = skill("/w/pdf");
const inner = skill("/w/pdf/inner");
const skills = [inner, outer];

test.each([
  ["its SKILL.md", "/w/pdf/SKILL.md", { tier: 2, skill: outer }],
  ["a file below its folder", "/w/pdf/references/a.md", { tier: 3, skill: outer }],
  ["the SKILL.md of a skill in a skill", "/w/pdf/inner/SKILL.md", { tier: 2, skill: inner }],
  ["a file of that", "/w/pdf/inner/a.md", { tier: 3, skill: inner }],
  ["a neighbour with a longer name", "/w/pdfs/SKILL.md", undefined],
  ["a file elsewhere", "/w/readme.md", undefined],
  ["a relative path", "pdf/SKILL.md", undefined],
  ["nothing", "", undefined],
])("%s", (_, path, file) => {
  expect(skillFileAt(path, skills)).toEqual(file);
});
