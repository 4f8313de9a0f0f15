import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../install.mjs";
import { cyclesOf, folderOf, type ImportGraph, roomsIn } from "./import-graph.ts";
import { readSourceFiles } from "./source-files.ts";

const files = readSourceFiles(projectFolder);
const graph: ImportGraph = new Map(files.map(({ path, imports }) => [path, new Set(imports.map((each) => each.path))]));

test.each(["lib/workspace", "lib/harness", "components"])("the rooms of %s do not import each other", (place) => {
  expect(cyclesOf(roomsIn(graph, place))).toEqual([]);
});

test("rooms that import each other by a third one are found", () => {
  const circle = new Map([
    ["lib/a/one.ts", new Set(["lib/b/two.ts"])],
    ["lib/b/two.ts", new Set(["lib/c.ts"])],
    ["lib/c.ts", new Set(["lib/a/three.ts"])],
    ["lib/a/three.ts", new Set<string>()],
  ]);
  expect(cyclesOf(circle)).toEqual([]);
  expect(cyclesOf(roomsIn(circle, "lib")).map((group) => group.toSorted())).toEqual([["lib/a", "lib/b", "lib/c.ts"]]);
});

// Lint limits functions too, but counts almost no JSX.
test("no function has more than 60 lines without a comment that says why it is long", () => {
  expect(files.flatMap(({ path, unexplained }) => unexplained.map((length) => `${path} ${length}`))).toEqual([]);
});

test("no file has more than 350 lines, and no folder 25 files", () => {
  expect(files.filter(({ lines }) => lines > 350).map(({ path }) => path)).toEqual([]);
  const folders = Map.groupBy(files, ({ path }) => folderOf(path));
  expect([...folders].filter(([, { length }]) => length >= 25).map(([folder]) => folder)).toEqual([]);
});

test('"use client" stands only where a file of the server imports one of the browser', () => {
  const isOfBrowser = (path: string) => /^"use client"/.test(readFileSync(join(projectFolder, path), "utf8"));
  const running = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ isType }) => !isType).map((each) => each.path)]),
  );
  const marked = new Set([...running.keys()].filter((path) => /^(?:app|components)\//.test(path) && isOfBrowser(path)));
  const onServer = new Set([...running.keys()].filter((path) => path.startsWith("app/") && !marked.has(path)));
  const entered = new Set<string>();
  for (const path of onServer)
    for (const target of running.get(path) ?? []) (marked.has(target) ? entered : onServer).add(target);
  expect([...marked].filter((path) => !path.startsWith("app/") && !entered.has(path))).toEqual([]);
  expect(entered.size).toBeGreaterThan(0);
});
