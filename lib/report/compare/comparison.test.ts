import { expect, test } from "vitest";
import type { Candidate, Outcome } from "#lib/harness/vocabulary/skill.ts";
import {
  type ComparedFile,
  type Comparison,
  chooseHarnesses,
  filterSkills,
  type HarnessColumn,
  joinColumns,
} from "./comparison.ts";
import { comparedVerdict } from "./verdict.ts";

const loaded = { kind: "loaded" } as const;
const rejected = { kind: "rejected" } as const;

function column(profileId: string, outcomes: Readonly<Record<string, Outcome | string>>): HarnessColumn {
  const candidates = Object.entries(outcomes).map(([folder, outcome]): Candidate => {
    const location = `/workspace/.agents/skills/${folder}/SKILL.md`;
    const name = typeof outcome === "string" ? outcome : folder;
    const skill = { name, description: "", location, directory: "", root: "" };
    return { location, folder, outcome: typeof outcome === "string" ? loaded : outcome, skill, notices: [] };
  });
  const told = new Map(candidates.map(({ location }) => [location, "listed"] as const));
  const verdicts = candidates.map((candidate) => {
    return [
      `m:/${candidate.folder}/SKILL.md`,
      comparedVerdict(candidate, { whyOff: undefined, states: new Map(), told }),
    ] as const;
  });
  const catalog = { channel: "system", text: "", rows: [] } as const;
  return { profileId, label: profileId, catalog, tokens: 0, window: 1000, counts: {}, verdicts: new Map(verdicts) };
}

function comparisonOf(...columns: readonly HarnessColumn[]): Comparison {
  const ids = new Set(columns.flatMap(({ verdicts }) => [...verdicts.keys()]));
  const files = [...ids].map((id): [string, ComparedFile] => {
    const path = id.slice(2);
    return [id, { id, source: "acme/skills", path, folder: path.split("/")[1] ?? "" }];
  });
  const steps = joinColumns(columns, new Map(files));
  for (;;) {
    const step = steps.next();
    if (step.done) return { title: "acme/skills", sources: [], way: "as-installed", columns, skills: step.value };
  }
}

const folders = ({ skills }: Comparison) => skills.map(({ folder }) => folder);
const kinds = ({ skills }: Comparison) => skills.map(({ verdicts }) => verdicts.map(({ kind }) => kind));

const comparison = comparisonOf(
  column("a", { apple: loaded, pear: loaded, plum: loaded }),
  column("b", { apple: loaded, pear: "Fruit", plum: loaded }),
  column("c", { apple: loaded, pear: loaded, plum: rejected }),
);

test("what harnesses disagree on comes first, then byte order of folder", () => {
  expect(folders(comparison)).toEqual(["pear", "plum", "apple"]);
  expect(kinds(comparison)).toEqual([
    ["loaded", "renamed", "loaded"],
    ["loaded", "loaded", "rejected"],
    ["loaded", "loaded", "loaded"],
  ]);
});

test("two harnesses that rename alike agree; with different names they differ", () => {
  const alike = comparisonOf(column("a", { pear: "fruit" }), column("b", { pear: "fruit" }));
  expect(alike.skills[0]?.differs).toBe(false);
  const unlike = comparisonOf(column("a", { pear: "fruit" }), column("b", { pear: "tree" }));
  expect(unlike.skills[0]?.differs).toBe(true);
});

test("a file that only one harness comes across is outside for the other", () => {
  expect(kinds(comparisonOf(column("a", { pear: loaded }), column("b", {})))).toEqual([["loaded", "outside"]]);
});

test("with fewer harnesses chosen, only theirs counts as a difference", () => {
  const chosen = chooseHarnesses(comparison, new Set(["a", "c"]));
  expect(chosen.columns.map(({ profileId }) => profileId)).toEqual(["a", "c"]);
  expect(chosen.skills.map(({ folder, differs }) => [folder, differs])).toEqual([
    ["plum", true],
    ["apple", false],
    ["pear", false],
  ]);
  expect(kinds(chosen)[0]).toEqual(["loaded", "rejected"]);
});

test("harnesses stand in the order they are chosen in", () => {
  const chosen = chooseHarnesses(comparison, ["c", "none-of-that-name", "a"]);
  expect(chosen.columns.map(({ profileId }) => profileId)).toEqual(["c", "a"]);
  expect(kinds(chosen)[0]).toEqual(["rejected", "loaded"]);
});

test("only problems are left when asked for: another name is none, being dropped is", () => {
  const filter = { text: "", onlyDiffering: false, onlyProblems: true };
  expect(folders(filterSkills(comparison, filter))).toEqual(["plum"]);
});

test("the filter finds a skill by the name that any harness gives it, in any case", () => {
  expect(folders(filterSkills(comparison, { text: " FRUIT ", onlyDiffering: false, onlyProblems: false }))).toEqual([
    "pear",
  ]);
  expect(folders(filterSkills(comparison, { text: "acme", onlyDiffering: false, onlyProblems: false }))).toHaveLength(
    3,
  );
});

test("only what differs is left when asked for", () => {
  expect(folders(filterSkills(comparison, { text: "", onlyDiffering: true, onlyProblems: false }))).toEqual([
    "pear",
    "plum",
  ]);
});
