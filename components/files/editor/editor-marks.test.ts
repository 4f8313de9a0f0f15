import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { changeBetween, editorMarks } from "./editor-marks.ts";

const text = Text.of(["---", "  name: x", "---"]);
const notice: Notice = { code: "description", severity: "warning", path: "/a", data: {} };
const fixes = [{ label: "Add a description", text: "---" }];
const harness = "Keen Code";

test("underlines the line of a finding, without its indentation, and offers what mends it", () => {
  const mend = () => {};
  expect(editorMarks([{ notice: { ...notice, line: 2 }, fixes }], text, { harness, mend })).toEqual([
    expect.objectContaining({
      from: 6,
      to: 13,
      severity: "warning",
      source: harness,
      message: expect.stringContaining("description"),
      actions: [expect.objectContaining({ name: "Add a description" })],
    }),
  ]);
});

test("a finding that ends with a full stop gets no second one", () => {
  const standard: Notice = {
    ...notice,
    code: "breaks-standard",
    data: { message: "Only letters are allowed." },
    line: 2,
  };
  const [{ message } = {}] = editorMarks([{ notice: standard, fixes }], text, { harness });
  expect(message).toMatch(/^Only letters are allowed\. Fix it/);
});

test("a link that leads nowhere is told of by no harness", () => {
  const link = { line: 2, says: "a.md is not there." };
  expect(editorMarks([{ link }, { link: { ...link, line: 9 } }], text, { harness })).toEqual([
    { from: 6, to: 13, severity: "info", message: "a.md is not there." },
  ]);
});

test("offers nothing where nothing may be changed", () => {
  expect(editorMarks([{ notice: { ...notice, line: 2 }, fixes }], text, { harness })[0]?.actions).toBeUndefined();
});

test("leaves out findings without a line, and those about lines that are gone", () => {
  expect(
    editorMarks(
      [notice, { ...notice, line: 4 }].map((one) => ({ notice: one, fixes })),
      text,
      { harness },
    ),
  ).toEqual([]);
});

test("two texts differ in one stretch, the smallest", () => {
  const changed = (before: string, after: string) => {
    const change = changeBetween(before, after);
    return change && before.slice(0, change.from) + change.insert + before.slice(change.to);
  };
  expect(changeBetween("abc", "abc")).toBeUndefined();
  expect(changeBetween("name: a\nx", "name: bc\nx")).toEqual({ from: 6, to: 7, insert: "bc" });
  for (const [before, after] of [
    ["", "a"],
    ["aa", "aaa"],
    ["aaa", "a"],
    ["ab", "ba"],
    ["abab", "ab"],
  ] as const) {
    expect(changed(before, after)).toBe(after);
  }
});
