import { expect, test } from "vitest";
import type { Entry, Files } from "#lib/vfs/files.ts";
import { moveForKey, visibleRows } from "./visible-rows.ts";

const folders: Record<string, readonly Entry[]> = {
  "/workspace": [
    { name: "README.md", kind: "file" },
    { name: "skills", kind: "folder" },
  ],
  "/workspace/skills": [
    { name: "a", kind: "folder" },
    { name: "b.md", kind: "file" },
  ],
};
const files: Files = {
  lstat: () => undefined,
  stat: () => undefined,
  list: (path) => folders[path],
  read: () => undefined,
};

test("shows the entries of open folders only, folders first", () => {
  const rows = visibleRows(files, ["/workspace"], new Set(["/workspace"]));
  expect(rows.map(({ path, level }) => [path, level])).toEqual([
    ["/workspace", 1],
    ["/workspace/skills", 2],
    ["/workspace/README.md", 2],
  ]);
});

test("arrow keys move, open, close and climb", () => {
  const rows = visibleRows(files, ["/workspace"], new Set(["/workspace", "/workspace/skills"]));
  expect(rows.map(({ name }) => name)).toEqual(["/workspace", "skills", "a", "b.md", "README.md"]);
  expect(moveForKey("ArrowDown", rows, 0)).toEqual({ kind: "focus", path: "/workspace/skills" });
  expect(moveForKey("ArrowRight", rows, 1)).toEqual({ kind: "focus", path: "/workspace/skills/a" });
  expect(moveForKey("ArrowRight", rows, 2)).toEqual({ kind: "open", path: "/workspace/skills/a" });
  expect(moveForKey("ArrowLeft", rows, 1)).toEqual({ kind: "close", path: "/workspace/skills" });
  expect(moveForKey("ArrowLeft", rows, 3)).toEqual({ kind: "focus", path: "/workspace/skills" });
  expect(moveForKey("ArrowUp", rows, 0)).toBeUndefined();
  expect(moveForKey("End", rows, 0)).toEqual({ kind: "focus", path: "/workspace/README.md" });
});

test("a letter goes to the next row that starts with it, round the end", () => {
  const rows = visibleRows(files, ["/workspace"], new Set(["/workspace", "/workspace/skills"]));
  expect(moveForKey("r", rows, 0)).toEqual({ kind: "focus", path: "/workspace/README.md" });
  expect(moveForKey("s", rows, 4)).toEqual({ kind: "focus", path: "/workspace/skills" });
  expect(moveForKey("z", rows, 0)).toBeUndefined();
});
