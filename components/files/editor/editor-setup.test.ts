import { expect, test } from "vitest";
import { fromEditor, lineEndingOf, toEditor } from "./editor-setup.ts";

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
