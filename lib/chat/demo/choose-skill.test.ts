import { describe, expect, test } from "vitest";
import { chooseSkill } from "./choose-skill.ts";

const offers = [
  { name: "changelog", description: "Writes release notes from commits.", location: "/w/changelog/SKILL.md" },
  { name: "pdf-forms", description: "Fill in forms.", location: "/w/pdf-forms/SKILL.md" },
  { name: "reports", description: "Turns a PDF report into a table. 发布说明", location: "/w/reports/SKILL.md" },
];
const chosen = (request: string) => {
  const choice = chooseSkill(request, offers);
  return "offer" in choice ? choice.offer?.name : undefined;
};

describe("by words", () => {
  test.each([
    ["I have a PDF with forms", "pdf-forms"],
    ["which commits since the last releases?", "changelog"],
    ["use the reports skill", "reports"],
    ["请写发布说明", "reports"],
  ])("%j finds %s", (request, name) => {
    expect(chosen(request)).toBe(name);
  });

  test("a word of the name weighs more than one of a description", () => {
    expect(chosen("pdf")).toBe("pdf-forms");
  });

  test("says which words", () => {
    expect(chooseSkill("please write me the Release Notes", offers)).toMatchObject({
      words: ["write", "release", "note"],
    });
  });

  test.each(["hello there", "what can you do with files?", "", "use a skill"])("%j finds nothing", (request) => {
    expect(chooseSkill(request, offers)).toEqual({ kind: "none" });
  });
});

describe("by name", () => {
  test.each(["/changelog", "/changelog v2", "/ changelog"])("%j", (request) => {
    expect(chooseSkill(request, offers)).toMatchObject({ kind: "named", offer: { name: "changelog" } });
  });

  test("only by a name that is offered", () => {
    expect(chooseSkill("/unknown", offers)).toEqual({ kind: "none" });
  });
});

describe("given with its instructions", () => {
  test.each([
    "[Activate skill: changelog]\n\n---\nname: changelog\n---\nDo it.",
    "[Activated skill: changelog]\nArguments: v2\n\nDo it.",
    'Apply Skill "changelog" with arguments: "v2"\n\nInstructions:\nDo it.',
    '<skill-invocation name="changelog">\nDo it.\n</skill-invocation>',
  ])("%j", (request) => {
    const choice = chooseSkill(request, offers);
    expect(choice).toMatchObject({ kind: "given", name: "changelog", offer: offers[0] });
    expect("body" in choice && choice.body).toContain("Do it.");
  });

  test("even when the catalog does not offer it", () => {
    expect(chooseSkill("[Activate skill: off]\n\nBody", offers)).toEqual({ kind: "given", name: "off", body: "Body" });
  });
});
