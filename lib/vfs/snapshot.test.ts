import fc from "fast-check";
import { expect, test } from "vitest";
import { compareBytes } from "./paths.ts";
import {
  createSnapshot,
  joinLater,
  joinSnapshots,
  type Snapshot,
  type SnapshotEntry,
  shareSnapshot,
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

test("a snapshot that shares its entries' bytes is the same, and packs them once all are asked for", () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ path }) => path }), (entries) => {
      const shared = shareSnapshot(entries);
      const given = new Set(entries.map(({ bytes }) => bytes));
      expect([...snapshotEntries(shared)].every(({ bytes }) => given.has(bytes))).toBe(true);
      expect(snapshotSize(shared)).toEqual(snapshotSize(createSnapshot(entries)));
      // A copy for a worker has the same content.
      expect(structuredClone(shared)).toEqual(createSnapshot(entries));
      expect([...snapshotEntries(shared)].some(({ bytes }) => given.has(bytes))).toBe(false);
      expect([...snapshotEntries(shared)]).toEqual([...snapshotEntries(createSnapshot(entries))]);
    }),
  );
});

test("pieces joined one by one as they come are what they are joined at once, on this page and on the way to a worker", () => {
  const piece = fc.uniqueArray(entry, { selector: ({ path }) => path, maxLength: 5 }).map(createSnapshot);
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.boolean(), (pieces, isReadBetween) => {
      const grown = pieces.reduce((before, next) => {
        const after = joinLater(before, next);
        if (isReadBetween) snapshotPaths(after);
        return after;
      });
      expect(structuredClone(grown)).toEqual(structuredClone(joinSnapshots(...pieces)));
    }),
  );
});

test("pieces are not put together before something of them is read", () => {
  let reads = 0;
  const piece = createSnapshot([{ path: "a", mode: snapshotMode.file, bytes: new Uint8Array(3) }]);
  const watched = {
    ...piece,
    get bytes() {
      reads++;
      return piece.bytes;
    },
  };
  const grown = joinLater(joinLater(watched, piece), piece);
  expect(reads).toBe(0);
  expect(snapshotSize(grown)).toEqual({ fileCount: 1, byteCount: 3 });
  expect(reads).toBeGreaterThan(0);
});

test("pieces are let go of once they are put together, and what comes later is joined to what they became", () => {
  const [a, b] = ["a", "b"].map((path) =>
    createSnapshot([{ path, mode: snapshotMode.file, bytes: new TextEncoder().encode(path) }]),
  ) as [Snapshot, Snapshot];
  let reads = 0;
  const watched = {
    ...a,
    get bytes() {
      reads++;
      return a.bytes;
    },
  };
  const grown = joinLater(watched);
  expect(snapshotPaths(grown)).toEqual(["a"]);
  const before = reads;
  expect(structuredClone(joinLater(grown, b))).toEqual(structuredClone(joinSnapshots(a, b)));
  expect(reads).toBe(before);
});

test("an empty snapshot has no paths", () => {
  expect(snapshotPaths(createSnapshot([]))).toEqual([]);
  expect([...snapshotEntries(createSnapshot([]))]).toEqual([]);
});
