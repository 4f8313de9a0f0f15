import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { editorMarks } from "./editor-marks.ts";

const text = Text.of(["---", "  name: x", "---"]);
const notice: Notice = { code: "description", severity: "warning", path: "/a", data: {} };

test("underlines the line of a finding, without its indentation", () => {
  expect(editorMarks([{ ...notice, line: 2 }], text)).toEqual([
    expect.objectContaining({ from: 6, to: 13, severity: "warning", message: expect.stringContaining("description") }),
  ]);
});

test("leaves out findings without a line, and those about lines that are gone", () => {
  expect(editorMarks([notice, { ...notice, line: 4 }], text)).toEqual([]);
});
