import fc from "fast-check";
import { expect, test } from "vitest";
import { walkFiles } from "./files.ts";
import { createSnapshot, snapshotMode } from "./snapshot.ts";
import { createVolume, fillVolume, type Volume } from "./volume.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Every answer that a tree gives, as text. */
function answers(volume: Volume): unknown {
  return Array.from(walkFiles(volume, "/"), ({ path, kind }) => {
    const bytes = volume.read(path);
    return [path, kind, volume.lstat(path), volume.stat(path), bytes && decoder.decode(bytes)];
  });
}

const path = fc
  .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 })
  .map((names) => `/${names.join("/")}`);
const change = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), path, text: fc.string(), executable: fc.option(fc.boolean()) }),
  fc.record({ kind: fc.constant("remove" as const), path }),
  fc.record({ kind: fc.constant("folder" as const), path }),
  fc.record({ kind: fc.constant("link" as const), path, target: fc.constantFrom("a", "../b", "c/a", "nowhere") }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes a change, or returns its refusal: both volumes refuse the same changes. */
function make(volume: Volume, made: Change): unknown {
  try {
    if (made.kind === "write") {
      const options = made.executable === null ? {} : { executable: made.executable };
      volume.write(made.path, encoder.encode(made.text), options);
    } else if (made.kind === "remove") volume.remove(made.path);
    else if (made.kind === "folder") volume.makeFolder(made.path);
    else volume.link(made.path, made.target);
    return "made";
  } catch (refusal) {
    return (refusal as Error).message;
  }
}

test("a volume that is asked after every change answers as one that is asked at the end", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const asked = createVolume();
      const silent = createVolume();
      for (const each of changes) {
        expect(make(asked, each)).toEqual(make(silent, each));
        answers(asked);
      }
      expect(answers(asked)).toEqual(answers(silent));
    }),
    { numRuns: 300 },
  );
});

test("a volume filled from a snapshot answers changes as one into which the same files were written", async () => {
  const files = [
    { path: "a/b/c", mode: snapshotMode.file, bytes: encoder.encode("deep") },
    { path: "b/a", mode: snapshotMode.executable, bytes: encoder.encode("run") },
    { path: "c", mode: snapshotMode.file, bytes: encoder.encode("top") },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const filled = createVolume();
      await fillVolume(filled, createSnapshot(files));
      const written = createVolume();
      for (const { path, mode, bytes } of files) {
        written.write(`/${path}`, bytes, { executable: mode === snapshotMode.executable });
      }
      for (const each of changes) expect(make(filled, each)).toEqual(make(written, each));
      expect(answers(filled)).toEqual(answers(written));
    }),
    { numRuns: 300 },
  );
});

test("a file's bytes are the same object until it changes", () => {
  const volume = createVolume();
  volume.write("/a/b", encoder.encode("one"));
  volume.write("/a/c", encoder.encode("other"));
  const [before, other] = [volume.read("/a/b"), volume.read("/a/c")];
  expect(volume.read("/a/b")).toBe(before);
  volume.write("/a/b", encoder.encode("two"));
  expect(decoder.decode(volume.read("/a/b"))).toBe("two");
  expect(decoder.decode(before)).toBe("one");
  expect(volume.read("/a/c")).toBe(other);
});

test("what was written is held by memfs alone, and is the same for all who hold it", () => {
  const volume = createVolume();
  volume.write("/a", encoder.encode("one"));
  const held = volume.read("/a");
  expect(volume.read("/a")).toBe(held);
  expect(volume.cell?.("/a")?.bytes).toBeUndefined();
  volume.remove("/a");
  volume.write("/a", encoder.encode("two"));
  expect(decoder.decode(volume.read("/a"))).toBe("two");
});
