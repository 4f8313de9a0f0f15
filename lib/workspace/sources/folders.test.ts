import { expect, it } from "vitest";
import { readText } from "#lib/vfs/files.ts";
import { createSnapshot, snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { createVolume, fillVolume } from "#lib/vfs/volume.ts";
import { applyChanges, changesBetween } from "./folders.ts";

function snapshotOf(files: Readonly<Record<string, string>>) {
  const entries = Object.entries(files).map(([path, text]) => ({
    path,
    mode: snapshotMode.file,
    bytes: new TextEncoder().encode(text),
  }));
  return createSnapshot(entries);
}

const before = snapshotOf({ same: "1", changed: "1", gone: "1", mine: "1", removed: "1", "was-file": "1" });
const now = snapshotOf({
  same: "1",
  changed: "2",
  fresh: "2",
  mine: "2",
  removed: "2",
  "was-file/inside": "2",
  own: "2",
});

it("shows what changed on the disk, below the person's own edits", async () => {
  const volume = createVolume();
  await fillVolume(volume, before);
  volume.write("/mine", new TextEncoder().encode("my own"));
  volume.write("/own", new TextEncoder().encode("my own"));
  volume.remove("/removed");
  const { touched } = applyChanges(volume, changesBetween(before, now, new Set(snapshotPaths(now))));
  expect(touched.toSorted()).toEqual(["/changed", "/fresh", "/gone", "/was-file", "/was-file/inside"]);
  const texts = [...volume.paths()].map((path) => [path, readText(volume, path)]);
  expect(Object.fromEntries(texts)).toEqual({
    "/same": "1",
    "/changed": "2",
    "/fresh": "2",
    "/mine": "my own",
    "/own": "my own",
    "/was-file/inside": "2",
  });
});

it("finds nothing where nothing changed", () => {
  expect(changesBetween(before, before, new Set(snapshotPaths(before)))).toEqual([]);
});
