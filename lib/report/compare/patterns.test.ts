import { describe, expect, test } from "vitest";
import type { ComparedSkill, Comparison, HarnessColumn } from "./comparison.ts";
import { countMarks } from "./headline.ts";
import type { VerdictKind } from "./marks.ts";
import { mostTelling, patternsOf, patternText, sortSkills, summarise } from "./patterns.ts";
import type { ComparedVerdict } from "./verdict.ts";

function column(label: string, tokens = 0): HarnessColumn {
  const catalog = { channel: "system", text: "", rows: [] } as const;
  return { profileId: label.toLowerCase(), label, tokens, window: 1000, catalog, counts: {}, verdicts: new Map() };
}

const columns = [column("Keen", 100), column("GenCode", 600), column("Codex", 2000)];

/** Each verdict is written `kind` or `kind: cause`; for `renamed` the cause is the name. */
function skill(folder: string, ...verdicts: readonly string[]): ComparedSkill {
  const path = `/${folder}/SKILL.md`;
  return {
    id: `m:${path}`,
    source: "acme/skills",
    path,
    folder,
    differs: new Set(verdicts).size > 1,
    verdicts: verdicts.map((text): ComparedVerdict => {
      const [kind = "loaded", cause] = text.split(": ");
      if (kind === "renamed") return { kind, name: cause ?? "" };
      return { kind: kind as VerdictKind, ...(cause !== undefined && { cause }) };
    }),
  };
}

const skills = [
  skill("alike", "loaded", "loaded", "loaded"),
  skill("Big", "loaded", "rejected: the name is in capitals", "loaded"),
  skill("Bold", "loaded", "rejected: the name is in capitals", "loaded"),
  skill("torn", "loaded", "rejected: the frontmatter is never closed", "outside: it never looks here"),
  skill("other", "outside: it never looks here", "loaded", "loaded"),
];

function textsOf(list: readonly ComparedSkill[], reference = 0) {
  return patternsOf(list, reference).map((pattern) => [
    pattern.skills.map(({ folder }) => folder).join(" "),
    patternText(pattern, columns).join("; "),
  ]);
}

describe("patterns", () => {
  test("skills of one fate and cause fall together; what differs comes first, then what is most", () => {
    expect(textsOf(skills)).toEqual([
      ["Big Bold", "loaded by Keen; rejected by GenCode: the name is in capitals"],
      [
        "torn",
        "loaded by Keen; not found by Codex: it never looks here; rejected by GenCode: the frontmatter is never closed",
      ],
      ["other", "not found by Keen: it never looks here; loaded by both others"],
      ["alike", "loaded by every harness here"],
    ]);
  });

  test("are told from the side of the harness that the others are held against", () => {
    expect(textsOf(skills.slice(1, 3), 1)).toEqual([
      ["Big Bold", "rejected by GenCode: the name is in capitals; loaded by both others"],
    ]);
  });

  test("why others agree with it tells no skills apart", () => {
    const twice = [skill("a", "outside: x", "outside: y", "loaded"), skill("b", "outside: x", "outside: z", "loaded")];
    expect(patternsOf(twice, 0)).toHaveLength(1);
  });

  test("the same name under two harnesses is no difference, another is one", () => {
    const [alike, unlike] = [skill("a", "renamed: x", "renamed: x"), skill("b", "renamed: x", "renamed: y")];
    expect(patternsOf([alike], 0)[0]?.clauses).toHaveLength(1);
    expect(patternsOf([unlike], 0)[0]?.clauses).toHaveLength(2);
  });
});

test("the summary counts each skill once under each harness, and what differs from the reference", () => {
  const counted = columns.map((each, at) => ({
    ...each,
    counts: countMarks(skills.flatMap(({ verdicts }) => verdicts[at] ?? [])),
  }));
  const comparison: Comparison = {
    title: "",
    sources: [],
    way: "as-it-lies",
    columns: counted,
    skills,
  };
  expect(summarise(comparison, 0)).toEqual([
    { counts: { loaded: 4, renamed: 0, cut: 0, untold: 0, unknown: 0, out: 1 }, differing: 0, share: 0.1 },
    { counts: { loaded: 2, renamed: 0, cut: 0, untold: 0, unknown: 0, out: 3 }, differing: 4, share: 0.6 },
    { counts: { loaded: 4, renamed: 0, cut: 0, untold: 0, unknown: 0, out: 1 }, differing: 2, share: 2 },
  ]);
});

test("rows are ordered by name, or by how much is left out of them", () => {
  const folders = (order: "name" | "grave") => sortSkills(skills, order).map(({ folder }) => folder);
  expect(folders("name")).toEqual(["Big", "Bold", "alike", "other", "torn"]);
  expect(folders("grave")).toEqual(["torn", "other", "Big", "Bold", "alike"]);
});

describe("the harnesses that show best what there is to tell apart", () => {
  const four = [column("Keen"), column("Twin"), column("Codex"), column("GenCode")];
  const comparison: Comparison = {
    title: "",
    sources: [],
    way: "as-it-lies",
    columns: four,
    skills: [
      skill("a", "loaded", "loaded", "loaded", "outside"),
      skill("b", "loaded", "loaded", "cut", "outside"),
      skill("c", "loaded", "loaded", "loaded", "loaded"),
    ],
  };

  test("are those given, then each that differs most from all chosen before", () => {
    expect(mostTelling(comparison, ["keen"], 2)).toEqual(["keen", "gencode"]);
    expect(mostTelling(comparison, ["keen"], 3)).toEqual(["keen", "gencode", "codex"]);
    expect(mostTelling(comparison, ["twin", "codex"], 3)).toEqual(["twin", "codex", "gencode"]);
  });

  test("are those of which it is known what they tell, as long as there are any", () => {
    const columns = comparison.columns.map((each) =>
      each.profileId === "gencode" ? { ...each, counts: { undocumented: 2 } } : each,
    );
    const open = { ...comparison, columns };
    expect(mostTelling(open, ["keen"], 2)).toEqual(["keen", "codex"]);
    expect(mostTelling(open, ["keen"], 9)).toHaveLength(open.columns.length);
    expect(mostTelling(open, ["gencode"], 1)).toEqual(["gencode"]);
  });

  test("are filled up with others, and are no more than there are", () => {
    expect(mostTelling(comparison, ["keen"], 9)).toEqual(["keen", "gencode", "codex", "twin"]);
    expect(mostTelling({ ...comparison, skills: [] }, ["codex"], 2)).toEqual(["codex", "keen"]);
  });
});
