import fc from "fast-check";
import { expect, test } from "vitest";
import { compareBytes } from "./paths.ts";
import {
  createSnapshot,
  type SnapshotEntry,
  snapshotEntries,
  snapshotMode,
  snapshotPaths,
  snapshotSize,
} from "./snapshot.ts";

const entry: fc.Arbitrary<SnapshotEntry> = fc.record({
  path: fc.string({ minLength: 1, unit: "grapheme" }).filter((path) => !path.includes("\0")),
  mode: fc.constantFrom(...Object.values(snapshotMode)),
  bytes: fc.uint8Array(),
});

test("unpacks to what was packed, in byte order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ path }) => path }), (entries) => {
      const snapshot = createSnapshot(entries);
      expect([...snapshotEntries(snapshot)]).toEqual(entries.toSorted((a, b) => compareBytes(a.path, b.path)));
      expect(snapshotSize(snapshot)).toEqual({
        fileCount: entries.length,
        byteCount: entries.reduce((sum, { bytes }) => sum + bytes.length, 0),
      });
    }),
  );
});

test("an empty snapshot has no paths", () => {
  expect(snapshotPaths(createSnapshot([]))).toEqual([]);
  expect([...snapshotEntries(createSnapshot([]))]).toEqual([]);
});
