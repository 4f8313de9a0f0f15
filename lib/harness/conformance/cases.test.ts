import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ConformanceCase, readCases } from "./case.ts";
import { runCase } from "./run-case.ts";

const folder = new URL("cases/", import.meta.url);

function casesOf(json: string): readonly ConformanceCase[] {
  return readCases(json).map((each) => {
    if (each.kind === "malformed") throw new Error(each.problem);
    return each.conformanceCase;
  });
}

describe.each(readdirSync(folder))("%s", (name) => {
  const cases = casesOf(readFileSync(new URL(name, folder), "utf8"));
  test.each(cases.map((each) => [each.id, each] as const))("%s", (_id, each) => {
    expect(runCase(each).failures).toEqual([]);
  });
});

test("a harness or a kind that nothing runs fails the case", () => {
  const [first] = casesOf(`[{"id":"nobody/x","kind":"discover","input":{},"expect":{}}]`);
  if (!first) throw new Error("no case");
  expect(runCase(first).passed).toBe(false);
  expect(runCase({ ...first, id: "keen/x", kind: "toString" }).passed).toBe(false);
  expect(runCase({ ...first, id: "keen/x", input: { cwd: 1 } }).passed).toBe(false);
  expect(runCase({ ...first, id: "x" }, "keen").passed).toBe(true);
});

test("a key of the input that no kind reads fails the case, which would prove nothing", () => {
  const inputs = [
    { userMesage: "Hi" },
    { writes: [{ tool: "t", path: "p", text: "x" }] },
    { ops: [{ op: "set", of: "" }] },
  ];
  const cases = casesOf(
    JSON.stringify(inputs.map((input) => ({ id: "gencode/x", kind: "catalog", input, expect: {} }))),
  );
  expect(cases.map((each) => runCase(each).passed)).toEqual([false, false, false]);
});

test("an input that a case leaves empty may be null", () => {
  const json = `[{"id":"keen/x","kind":"catalog","files":null,"symlinks":null,
    "input":{"args":null,"disk":null,"afterReload":null,"allowlistRoots":null},"expect":{"text":""}}]`;
  expect(casesOf(json).map((each) => runCase(each).failures)).toEqual([[]]);
});

test.each(["discover", "catalog", "state", "tool", "invoke"])(
  "a case of kind %s may ask for any part of the session",
  (kind) => {
    const [one] = casesOf(
      `[{"id":"gencode/x","kind":"${kind}","files":{"/work/app/.gen/skills/a/SKILL.md":""},"input":{},
       "expect":{"names":["a"],"states":{"a":"enable"},"section":"","warnings":[]}}]`,
    );
    expect(one && runCase(one).failures).toEqual([]);
  },
);

test("a malformed case is told by its place, and a file that holds none throws", () => {
  expect(readCases(`[{"id":"keen/x"}]`)).toMatchObject([{ kind: "malformed", position: 0 }]);
  expect(() => readCases("{}")).toThrow();
});
