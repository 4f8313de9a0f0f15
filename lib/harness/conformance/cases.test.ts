import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCases } from "./case.ts";
import { runCase } from "./run-case.ts";

const folder = new URL("cases/", import.meta.url);

describe.each(readdirSync(folder))("%s", (name) => {
  const cases = readCases(readFileSync(new URL(name, folder), "utf8"));
  test.each(cases.map((each) => [each.id, each] as const))("%s", (_id, each) => {
    expect(runCase(each).failures).toEqual([]);
  });
});

test("a harness or a kind that nothing runs fails the case", () => {
  const [first] = readCases(`[{"id":"nobody/x","kind":"discover","input":{},"expect":{}}]`);
  if (!first) throw new Error("no case");
  expect(runCase(first).passed).toBe(false);
  expect(runCase({ ...first, id: "keen/x", kind: "toString" }).passed).toBe(false);
  expect(runCase({ ...first, id: "x" }, "keen").passed).toBe(true);
});
