import { expect, test } from "vitest";
import { snapshotEntry, snapshotMode } from "#lib/vfs/snapshot.ts";
import { storedSnapshot } from "#lib/vfs/stored-snapshot.ts";
import { treeCache } from "../cache/tree-cache.ts";
import { type FoundByCheck, keptChecks } from "./kept-checks.ts";

const found: FoundByCheck = {
  now: {
    label: "forms",
    skills: 1,
    findings: [{ code: "overlap", level: "note", path: "a/SKILL.md", line: 3, says: "“é\ud800”", key: "a\nb" }],
    previews: [],
  },
  before: [],
};

const usual = { "a/SKILL.md": "Fill in.", "a/large.bin": "12345" };

function opened(texts: Map<string, string>, key: unknown = "key") {
  return keptChecks(
    treeCache({ read: (name) => texts.get(name), keep: (name, text) => void texts.set(name, text) }, key),
  );
}

function snapshotOf(files: Readonly<Record<string, string>>, mode: 0 | 1 = snapshotMode.file) {
  return storedSnapshot(
    Object.entries(files).map(([path, text]) => {
      const bytes = new TextEncoder().encode(text);
      return { path, mode, size: bytes.length, read: () => bytes };
    }),
  );
}

/** What is kept after a check of the usual files that read only the SKILL.md. */
function afterCheck(): Map<string, string> {
  const texts = new Map<string, string>();
  const snapshot = snapshotOf(usual);
  expect(snapshotEntry(snapshot, "a/SKILL.md")?.bytes).toBeDefined();
  opened(texts).keep(snapshot, found);
  return texts;
}

test("what a check found is known of the same files, and without a word of those that nobody read", () => {
  const kept = opened(afterCheck());
  expect(kept.recall(snapshotOf(usual))).toEqual(found);
  expect(kept.recall(snapshotOf({ ...usual, "a/large.bin": "other" }))).toEqual(found);
});

test.each([
  ["a file that was read", snapshotOf({ ...usual, "a/SKILL.md": "Fill up." })],
  ["another file", snapshotOf({ ...usual, "a/more.md": "" })],
  ["one file less", snapshotOf({ "a/SKILL.md": "Fill in." })],
  ["another mode", snapshotOf(usual, snapshotMode.executable)],
])("nothing is known of %s", (_, other) => {
  expect(opened(afterCheck()).recall(other)).toBeUndefined();
});

test("nothing is known under other settings", () => {
  expect(opened(afterCheck(), "other").recall(snapshotOf(usual))).toBeUndefined();
});

test("a kept text that is no JSON is none", () => {
  const texts = afterCheck();
  for (const [name, text] of texts) if (text.startsWith("{")) texts.set(name, text.slice(1));
  expect(opened(texts).recall(snapshotOf(usual))).toBeUndefined();
});
