import { expect, test } from "vitest";
import { readLines, writeLines } from "../requests.ts";
import { readSet } from "../set-files.ts";
import { changedSets } from "./open-sets.ts";

const waza = {
  name: "trigger_tests.yaml",
  text: "# ours\nskill: pdf\nshould_trigger_prompts:\n  - prompt: Fill in this form # usual\n  - prompt: Merge two\nshould_not_trigger_prompts:\n  - prompt: Write a letter\n",
};
const triggers = {
  name: "trigger-eval.json",
  skill: "docx",
  text: '[{"query":"Write\\n a memo","should_trigger":true,"mine":1}]',
};

function linesOf(...sets: readonly { readonly text: string; readonly skill?: string }[]): string {
  return sets
    .map(({ text, skill }) => {
      const read = readSet(text, skill);
      return read.kind === "set" ? writeLines(read.requests, "pdf") : "";
    })
    .join("\n");
}

test("requests as they were read change no file", () => {
  const requests = readLines(linesOf(waza, triggers), "pdf");
  expect(changedSets([waza, triggers], requests)).toEqual([]);
});

test("a request that begins like a note, or has several lines, is the file's own as a line of the list", () => {
  const set = { name: "evals.json", text: '{"evals":[{"prompt":"# Task\\n\\nFill in this form"}]}', skill: "pdf" };
  expect(changedSets([set], readLines(linesOf(set), "pdf"))).toEqual([]);
});

test("a changed request stays in its file and place, comments included; the other file is left alone", () => {
  const lines = linesOf(waza, triggers).replace("Fill in this form", "Fill in that form");
  expect(changedSets([waza, triggers], readLines(lines, "pdf"))).toEqual([
    { set: waza, text: waza.text.replace("this form", "that form"), lost: [] },
  ]);
});

test("a new request goes to the file of the one before it, and one that is taken out leaves its file", () => {
  const lines = `${linesOf(waza, triggers).replace("Merge two\n", "")}\nA second memo -> docx`;
  const [first, second] = changedSets([waza, triggers], readLines(lines, "pdf"));
  expect(first?.text).toBe(waza.text.replace("  - prompt: Merge two\n", ""));
  expect(JSON.parse(second?.text ?? "")).toEqual([
    { query: "Write\n a memo", should_trigger: true, mine: 1 },
    { query: "A second memo", should_trigger: true },
  ]);
});

test("a request that should lead elsewhere moves, or is told", () => {
  const lines = linesOf(waza)
    .replace("Merge two", "Merge two -> !pdf")
    .replace("Write a letter -> !pdf", "Write a letter -> none");
  const [changed] = changedSets([waza], readLines(lines, "pdf"));
  expect(changed?.text).toMatch(/not_trigger_prompts:\n {2}- prompt: Write a letter\n {2}- prompt: Merge two\n$/);
  expect(changed?.lost).toEqual([expect.stringContaining("Write a letter")]);
});

test("the order of the list is not the file's: one that stands elsewhere is still itself", () => {
  const lines = linesOf(waza).split("\n").toReversed().join("\n");
  expect(changedSets([waza], readLines(lines, "pdf"))).toEqual([]);
});

test("requests that were there before a file was read are not added to it", () => {
  const lines = `Rotate it\nMerge two\n${linesOf(waza)}\nSplit it`;
  const set = { ...waza, beside: ["Rotate it", "Merge two"] };
  const [changed] = changedSets([set], readLines(lines, "pdf"));
  expect(changed?.text).toContain("Split it");
  expect(changed?.text).not.toContain("Rotate it");
});

test("a skill that the harness calls otherwise keeps the name that its file has for it", () => {
  const set = { ...waza, calledHere: "docs:pdf" };
  const requests = readLines("Fill in this form\nMerge two\nSplit it\nWrite a letter -> !docs:pdf", "docs:pdf");
  expect(changedSets([set], requests)).toEqual([
    { set, lost: [], text: waza.text.replace("Merge two\n", "Merge two\n  - prompt: Split it\n") },
  ]);
});
