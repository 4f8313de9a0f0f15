import { expect, test } from "vitest";
import { createSnapshot, type Edit, editOf, snapshotMode } from "#lib/vfs/snapshot.ts";
import { changesOf } from "./file-change.ts";

const lines = (count: number, of: number) =>
  Array.from({ length: count }, (_, at) => `  "key ${at} of ${of}": "value ${at * of}",\n`).join("");

/** The source's files by path, moved into another folder with these texts. */
function moved(texts: readonly string[], changed: (text: string) => string) {
  const encoder = new TextEncoder();
  const files = texts.map((text, at) => ({
    path: `old/${at}.json`,
    mode: snapshotMode.file,
    bytes: encoder.encode(text),
  }));
  const edits = new Map<string, Edit>();
  for (const [at, text] of texts.entries()) {
    edits.set(`/old/${at}.json`, null);
    edits.set(`/new/${at}.json`, editOf(encoder.encode(changed(text)), false));
  }
  return changesOf(createSnapshot(files), edits).map(({ path, from }) => [from, path]);
}

// Each file was compared with each other one, line by line: minutes, in which the page did not answer.
test.each([
  ["as they were", (text: string) => text],
  ["changed at the end", (text: string) => `${text}}\n`],
])("a folder of 64 large files is moved, all of them %s", { timeout: 30_000 }, (_, changed) => {
  const texts = Array.from({ length: 64 }, (_, of) => lines(4000, of));
  const paths = texts.map((_, at) => [`old/${at}.json`, `new/${at}.json`]);
  expect(moved(texts, changed).toSorted()).toEqual(paths.toSorted());
});

test("of several that are alike the same one is moved, and of equal ones that of the same name", () => {
  const [one, other] = [lines(20, 1), `${lines(20, 1)}more\n`];
  expect(moved([one, other, one], (text) => text).toSorted()).toEqual([
    ["old/0.json", "new/0.json"],
    ["old/1.json", "new/1.json"],
    ["old/2.json", "new/2.json"],
  ]);
});
