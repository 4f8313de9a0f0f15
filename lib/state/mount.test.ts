import { expect, it } from "vitest";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { fetchedLabel } from "./mount.ts";

const gist = "https://gist.github.com/0a1b2c3d4e5f";

it.each([
  [gist, "SKILL.md", "---\nname: pdf\ndescription: d\n---\n", "pdf"],
  [gist, "SKILL.md", "---\ndescription: d\n---\n", "gist-0a1b2c3"],
  [gist, "notes.md", "---\nname: pdf\n---\n", "gist-0a1b2c3"],
  ["https://github.com/acme/skills", "SKILL.md", "---\nname: pdf\n---\n", "acme/skills"],
])("calls %s with %s %j %s", (url, path, text, label) => {
  const snapshot = createSnapshot([{ path, mode: snapshotMode.file, bytes: new TextEncoder().encode(text) }]);
  expect(fetchedLabel({ kind: "git", url }, snapshot)).toBe(label);
});
