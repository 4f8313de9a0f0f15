import { describe, expect, test } from "vitest";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Candidate, Outcome } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import type { Standing } from "#lib/harness/vocabulary/verdict.ts";
import { comparedVerdict } from "./verdict.ts";

const location = "/workspace/.agents/skills/pdf/SKILL.md";
const loaded = { kind: "loaded" } as const;

function candidate(outcome: Outcome, { name = "pdf", notices = [] as readonly Notice[] } = {}): Candidate {
  const skill = { name, description: "", location, directory: "", root: "./.agents/skills" };
  return { location, folder: "pdf", outcome, notices, ...(outcome.kind !== "rejected" && { skill }) };
}

function standing(state: SkillState = "on", listed: readonly string[] = [location]): Standing {
  return {
    whyOff: undefined,
    states: new Map([[location, state]]),
    told: new Map(listed.map((each) => [each, "listed"])),
  };
}

function notice(severity: Notice["severity"], code: "name" | "description"): Notice {
  return { code, severity, path: location, data: {} };
}

describe("of a loaded skill", () => {
  test("with nothing to remark there is nothing to say", () => {
    const findings = [notice("info", "name")];
    expect(comparedVerdict(candidate(loaded, { notices: findings }), standing())).toEqual({
      kind: "loaded",
      location,
      name: "pdf",
    });
  });

  test("another name than the folder's is told with both", () => {
    expect(comparedVerdict(candidate(loaded, { name: "pdf-tools" }), standing())).toMatchObject({
      kind: "renamed",
      name: "pdf-tools",
      reason: "This harness calls it pdf-tools, its folder is pdf",
    });
  });

  test("every finding of the gravest kind is its reason", () => {
    const notices = [notice("warning", "name"), notice("info", "name"), notice("warning", "description")];
    expect(comparedVerdict(candidate(loaded, { notices }), standing())).toMatchObject({
      kind: "warned",
      reason: "The frontmatter lacks a name; The frontmatter lacks a description",
      cause: "the frontmatter lacks a name; the frontmatter lacks a description",
    });
  });

  test("being off counts before everything else", () => {
    expect(comparedVerdict(candidate(loaded), standing("off", []))).toMatchObject({
      kind: "off",
      reason: "It is switched off",
    });
  });

  test("what the catalog leaves out is hidden from the model", () => {
    expect(comparedVerdict(candidate(loaded), standing("on", []))).toMatchObject({
      kind: "hidden",
      reason: "The catalog leaves it out",
    });
    const kept = candidate(loaded);
    const hidden = { ...kept, ...(kept.skill && { skill: { ...kept.skill, hiddenFrom: "model" } as const }) };
    expect(comparedVerdict(hidden, standing("on", []))).toMatchObject({
      reason: "Its own files keep it from the model",
    });
  });
});

test("a shadowed one names the one before it", () => {
  const by = "/home/user/.agents/skills/pdf/SKILL.md";
  expect(comparedVerdict(candidate({ kind: "shadowed", by, rule: "name" }), standing())).toMatchObject({
    kind: "shadowed",
    by,
  });
});

test("a rejected one says which rule drops it, and has no name", () => {
  const verdict = comparedVerdict(
    candidate({ kind: "rejected" }, { notices: [notice("error", "description")] }),
    standing(),
  );
  expect(verdict).toEqual({
    kind: "rejected",
    location,
    reason: "The frontmatter lacks a description",
    cause: "the frontmatter lacks a description",
  });
});

test("a file that a harness does not come across is outside for it, at no path", () => {
  const verdict = comparedVerdict(undefined, standing());
  expect(verdict.kind).toBe("outside");
  expect(verdict.location).toBeUndefined();
});

describe("the cause leaves out what only one file has", () => {
  const cause = (found: Notice) =>
    comparedVerdict(candidate({ kind: "rejected" }, { notices: [found] }), standing()).cause;
  const at = { severity: "error", path: location } as const;

  test.each<[Notice, string]>([
    [{ ...at, code: "shadowed-by-name", data: { name: "pdf", by: "/x" } }, "the name … is already used"],
    [{ ...at, code: "shadowed-by-name", data: { name: "a", by: "/x" } }, "the name … is already used"],
    [{ ...at, code: "yaml", data: { detail: "line 3: mapping values" } }, "the frontmatter is not valid YAML"],
    [
      { ...at, code: "description-too-long", data: { length: 1200, limit: 1024 } },
      "the description has … characters, the standard allows 1024",
    ],
    [
      { ...at, code: "breaks-standard", data: { message: "Skill name 'PDF' must be lowercase" } },
      "skill name '…' must be lowercase",
    ],
    [
      { ...at, code: "breaks-standard", data: { message: "Unexpected fields in frontmatter: a, b. Only [c] are" } },
      "unexpected fields in frontmatter",
    ],
  ])("%j", (found, expected) => {
    expect(cause(found)).toBe(expected);
  });

  test("and what the verdict says itself", () => {
    expect(cause({ ...at, code: "outside-roots", data: { root: "./skills" } })).toBeUndefined();
  });
});
