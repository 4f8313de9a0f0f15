import { expect, test } from "vitest";
import { type SnapshotMode, shareSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { differingPaths } from "./differing-paths.ts";

const snapshotOf = (texts: Readonly<Record<string, string>>, mode: SnapshotMode = snapshotMode.file) =>
  shareSnapshot(Object.entries(texts).map(([path, text]) => ({ path, mode, bytes: new TextEncoder().encode(text) })));

test("states differ at changed files, at what one has alone or in another size, and in the folders above", () => {
  const now = snapshotOf({ "a/b/same": "1", "a/changed": "1", "c/longer": "12", "d/e/new": "1" });
  const before = snapshotOf({ "a/b/same": "1", "a/changed": "2", "c/longer": "1", "f/old": "1" });
  expect([...differingPaths(now, before, new Set(["a/changed"]))].sort()).toEqual(
    ["/", "/a", "/a/changed", "/c", "/c/longer", "/d", "/d/e", "/d/e/new", "/f", "/f/old"].sort(),
  );
});

test("the same files in another mode differ", () => {
  const executable = snapshotOf({ run: "1" }, snapshotMode.executable);
  expect([...differingPaths(snapshotOf({ run: "1" }), executable, new Set())].sort()).toEqual(["/", "/run"]);
});
