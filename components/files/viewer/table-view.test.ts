import { expect, test } from "vitest";
import { readTable } from "./table-view.tsx";

test("reads quoted cells, and guesses what parts them", () => {
  expect(readTable("/a.csv", 'name,says\nAnn,"a ""b"", c\nd"\n\n').rows).toEqual([
    ["name", "says"],
    ["Ann", 'a "b", c\nd'],
  ]);
  expect(readTable("/a.csv", "a;b\n1;2\n").rows).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(readTable("/a.tsv", "a,x\tb\n").rows).toEqual([["a,x", "b"]]);
});

test("takes as much as can be looked at, and says so", () => {
  const long = readTable("/a.csv", "a,b\n".repeat(5000));
  expect([long.rows.length, long.isCut]).toEqual([201, true]);
  const wide = readTable("/a.csv", `${",x".repeat(5000)}\n`.repeat(500));
  expect([wide.rows.length, wide.rows[0]?.length, wide.isCut]).toEqual([100, 40, true]);
  expect(readTable("/a.csv", `a${",x".repeat(60)}\n1,2\n`).isCut).toBe(true);
  expect(readTable("/a.csv", "a,b\n1,2\n").isCut).toBe(false);
  expect(readTable("/a.csv", "")).toEqual({ rows: [], isCut: false });
});
