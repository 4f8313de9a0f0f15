import { expect, test } from "vitest";
import { openPaths, withClosed, withOpened, withPaths } from "./open-files.ts";
import type { Selection } from "./state.ts";

const opened = (...paths: readonly string[]) =>
  paths.reduce<Selection>((selection, path) => withOpened(selection, { path }), { skill: "/s" });

test("files stand in tabs in the order in which they were opened, each once, and the last one is looked at", () => {
  const selection = opened("/a", "/b", "/a");
  expect(openPaths(selection)).toEqual(["/a", "/b"]);
  expect(selection.file).toEqual({ path: "/a" });
});

test("what was kept before there were tabs has one", () => {
  expect(openPaths({ file: { path: "/a", line: 3 } })).toEqual(["/a"]);
  expect(openPaths(withOpened({ file: { path: "/a" } }, { path: "/b" }))).toEqual(["/a", "/b"]);
});

test("of more than twenty the first goes", () => {
  const paths = Array.from({ length: 21 }, (_, index) => `/${index}`);
  expect(openPaths(opened(...paths))).toEqual(paths.slice(1));
});

test.each([
  ["the one that is looked at, the next is", "/b", true, ["/a", "/c"], "/c"],
  ["the last one, the one before is", "/c", true, ["/a", "/b"], "/b"],
  ["any other, it still is", "/a", true, ["/b", "/c"], "/b"],
  ["the one that is looked at by going back, none is", "/b", false, ["/a", "/c"], undefined],
] as const)("closing %s looked at", (...[, path, showsNext, open, looked]) => {
  const three = opened("/a", "/b", "/c");
  const before = path === "/c" ? three : withOpened(three, { path: "/b" });
  const after = withClosed(before, path, showsNext);
  expect([openPaths(after), after.file?.path, after.skill]).toEqual([open, looked, "/s"]);
});

test("moved files keep their tabs, and lines", () => {
  const selection = withOpened(opened("/a", "/b"), { path: "/a", line: 3 });
  const moved = withPaths(selection, (path) => (path === "/a" ? "/x/a" : path));
  expect([openPaths(moved), moved.file]).toEqual([["/x/a", "/b"], { path: "/x/a", line: 3 }]);
  expect(withPaths(selection, (path) => path)).toBe(selection);
});
