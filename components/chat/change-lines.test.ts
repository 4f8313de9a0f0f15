import { expect, it } from "vitest";
import { changeLines } from "./change-lines.ts";

it("tells what goes and what comes, with what stands around it", () => {
  expect(changeLines("a\nb\nc\n", "a\nB\nc\n")).toEqual([
    { kind: "gap", text: "Line 1" },
    { kind: "same", text: "a" },
    { kind: "removed", text: "b" },
    { kind: "added", text: "B" },
    { kind: "same", text: "c" },
  ]);
});

it("leaves out what is far from any change", () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`);
  const changed = lines.with(2, "here").with(35, "and here");
  const told = changeLines(lines.join("\n"), changed.join("\n"));
  expect(told.filter(({ kind }) => kind === "gap").map(({ text }) => text)).toEqual(["Line 1", "Line 33"]);
  expect(told.some(({ text }) => text === "line 20")).toBe(false);
});

it("tells a new file as added, and of a missing end of line", () => {
  expect(changeLines("", "one\ntwo")).toEqual([
    { kind: "gap", text: "Line 1" },
    { kind: "added", text: "one" },
    { kind: "added", text: "two" },
    { kind: "gap", text: " No newline at end of file" },
  ]);
});

it("is empty when nothing changes", () => {
  expect(changeLines("same\n", "same\n")).toEqual([]);
});
