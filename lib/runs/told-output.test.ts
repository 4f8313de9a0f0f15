import { expect, test } from "vitest";
import { toldOutput } from "./told-output.ts";

const nothing = { kept: [], left: [], refused: [] };

test.each([
  ["[a]\nx = 1\n\n[b]\ny = 2\n", "[a]\nx = 1\n\n[b]\ny = 2\n"],
  ["a\n\n", "a\n\n"],
  ["a", "a\n"],
])("a model is told %j as it was printed, and how the command ended on a line of its own", (text, told) => {
  const printed = [{ stream: "out", text } as const];
  expect(toldOutput(printed, 1000, { ...nothing, status: 0 })).toBe(told);
  expect(toldOutput(printed, 1000, { ...nothing, status: 1 })).toBe(`${told}[It ended with exit code 1.]`);
});
