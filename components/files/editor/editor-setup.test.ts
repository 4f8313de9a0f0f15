import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { editorMarks, fromEditor, lineEndingOf, toEditor } from "./editor-setup.ts";

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

test("tells how the lines of a text end", () => {
  expect(lineEndingOf("")).toBe("\n");
  expect(lineEndingOf("a\nb")).toBe("\n");
  expect(lineEndingOf("a\r\nb\r\n")).toBe("\r\n");
  expect(lineEndingOf("a\r\nb\n")).toBe("mixed");
  expect(lineEndingOf("a\rb")).toBe("mixed");
});

test("gives a text its own endings back, with those of new lines alike", () => {
  for (const text of ["a\nb", "a\r\nb\r\n", "a\r\nb\nc\rd"]) {
    const ending = lineEndingOf(text);
    expect(fromEditor(toEditor(text, ending), ending)).toBe(text);
  }
  expect(fromEditor(`${toEditor("a\r\n", "\r\n")}b\n`, "\r\n")).toBe("a\r\nb\r\n");
});
