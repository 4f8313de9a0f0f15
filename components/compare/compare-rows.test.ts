import { expect, test } from "vitest";
import type { Candidate, Outcome } from "#lib/harness/model.ts";
import type { HarnessColumn } from "#lib/workspace/compare-harnesses.ts";
import { compareRows, verdict } from "./compare-rows.ts";

function candidate(folder: string, outcome: Outcome, name = folder): Candidate {
  const directory = `/workspace/.agents/skills/${folder}`;
  const location = `${directory}/SKILL.md`;
  const skill = { name, description: "", location, directory, root: "./.agents/skills" };
  return { location, folder, outcome, skill, notices: [] };
}

function column(label: string, candidates: readonly Candidate[]): HarnessColumn {
  const catalog = { channel: "system", text: "", rows: [] } as const;
  return { profileId: label, label, catalog, candidates: new Map(candidates.map((one) => [`m:/${one.folder}`, one])) };
}

const columns = [
  column("A", [candidate("b", { kind: "loaded" }), candidate("a", { kind: "loaded" })]),
  column("B", [candidate("b", { kind: "loaded" }, "b2"), candidate("a", { kind: "loaded" })]),
];

test("what harnesses disagree on comes first, then byte order of folder", () => {
  const rows = compareRows(columns);
  expect(rows.map(({ folder, differs }) => [folder, differs])).toEqual([
    ["b", true],
    ["a", false],
  ]);
  expect(rows[0]?.cells.map(verdict)).toEqual(["loaded", "as b2"]);
});

test("a file that a harness does not meet at all is outside for it", () => {
  const rows = compareRows([...columns, column("C", [])]);
  expect(rows.map(({ cells }) => cells.map(verdict).at(-1))).toEqual(["outside", "outside"]);
});
