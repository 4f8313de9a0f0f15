import { expect, test } from "vitest";
import { everydayRequests } from "./everyday.ts";
import { setFor, setForPair, withLines } from "./everyday-set.ts";

const pdf = { name: "pdf", description: "PDF files." };
const git = { name: "git-helper", description: "Helps with git." };
const skills = [pdf, git];
const begun = (skill: typeof pdf) => ({ skill: skill.name, text: everydayRequests(skill).join("\n") });

test("a test of a skill begins with three requests for it", () => {
  const set = setFor("pdf", { skill: "", text: "" }, skills);
  expect(set).toEqual(begun(pdf));
  expect(set.text.split("\n")).toHaveLength(3);
});

test("of another skill it begins with those of that one, where nothing was typed", () => {
  expect(setFor("git-helper", begun(pdf), skills)).toEqual(begun(git));
});

test("what a person has typed stays, and expects what it expected", () => {
  const typed = { skill: "pdf", text: "fill this in\nhello -> none" };
  expect(setFor("pdf", typed, skills)).toBe(typed);
  expect(setFor("git-helper", typed, skills)).toEqual({
    skill: "git-helper",
    text: `${begun(git).text}\nfill this in -> pdf\nhello -> none`,
  });
  expect(setFor("", typed, skills)).toEqual({ skill: "", text: "fill this in -> pdf\nhello -> none" });
});

test("a file that was pasted stays as it is for another skill, and becomes lines where some are added", () => {
  const file = { skill: "pdf", text: '[\n  {"query": "x", "should_trigger": true}\n]' };
  expect(setFor("git-helper", file, skills)).toEqual({ ...file, skill: "git-helper" });
  const yaml = { skill: "pdf", text: "should_trigger_prompts:\n  - prompt: x\n" };
  expect(setFor("git-helper", yaml, skills)).toEqual({ ...yaml, skill: "git-helper" });
  expect(withLines(file.text, "y\nx", "pdf")).toBe("x\ny");
  expect(withLines("[1", "y", "pdf")).toBeUndefined();
  expect(withLines("x\n", "x\ny", "pdf")).toBe("x\ny");
  expect(withLines("", "y", "pdf")).toBe("y");
});

test("without a skill nothing is begun", () => {
  expect(setFor("", { skill: "", text: "" }, skills)).toEqual({ skill: "", text: "" });
  expect(setFor("", begun(pdf), skills)).toEqual({ skill: "", text: "" });
});

test("a test of two that compete begins with requests for each, and keeps what was typed", () => {
  const lines = setForPair(["pdf", "git-helper"], { skill: "", text: "" }, skills).text.split("\n");
  expect(lines.slice(0, 3)).toEqual(begun(pdf).text.split("\n"));
  expect(lines.slice(3).filter((line) => line.endsWith("-> git-helper")).length).toBeGreaterThan(0);
  const typed = { skill: "pdf", text: "fill this in" };
  const again = setForPair(["pdf", "git-helper"], typed, skills);
  expect(again.text).toMatch(/^fill this in\n/);
  expect(setForPair(["pdf", "git-helper"], again, skills)).toEqual(again);
  const file = { skill: "pdf", text: '[{"query": "x", "should_trigger": true}]' };
  expect(setForPair(["pdf", "git-helper"], file, skills)).toEqual(file);
});
