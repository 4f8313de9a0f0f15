import { expect, it } from "vitest";
import { jsonLine, jsonText } from "./steps.ts";

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

it("indents what a person can read so", () => {
  expect(jsonText({ path: "a" })).toBe('{\n  "path": "a"\n}');
  expect(jsonText(undefined)).toBe("");
});

it("writes what lies deep on one line, and says of what lies deeper that it does", () => {
  expect(jsonText(nested(100))).toBe(`${"[".repeat(100)}1${"]".repeat(100)}`);
  expect(jsonText(nested(100_000))).toBe("(nested too deep to be written out)");
  expect(jsonLine(nested(100_000))).toBe("(nested too deep to be written out)");
});
