import { expect, test } from "vitest";
import { createSnapshot, textEntry } from "#lib/vfs/snapshot.ts";
import { describeOffer } from "./sharing.ts";

test("a link's sheet counts every skill that some harness reads", () => {
  const paths = ["a/SKILL.md", "b/skill.md", "node_modules/c/SKILL.md", "docs/my-skill.md"];
  const snapshot = createSnapshot(paths.map((path) => textEntry(path, "x")));
  const about = { source: { kind: "upload", name: "x" }, label: "x", notices: [] } as const;
  const { skills, fileCount } = describeOffer({ kind: "whole", about, snapshot }, {}, false);
  expect(skills).toEqual([
    { name: "a", path: "a/SKILL.md" },
    { name: "b", path: "b/skill.md" },
  ]);
  expect(fileCount).toBe(4);
});
