import { expect, it } from "vitest";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { snapshotFiles } from "#lib/vfs/snapshot-files.ts";
import { completeLine } from "./complete-line.ts";

const paths = [
  "w/scripts/build.sh",
  "w/scripts/bundle.sh",
  "w/.hidden/x",
  "w/README.md",
  "w/my plan (1).md",
  "w/pets/🐈.md",
  "w/pets/🐉.md",
];
const files = snapshotFiles(
  createSnapshot(paths.map((path) => ({ path, mode: snapshotMode.file, bytes: new Uint8Array() }))),
);

it.each([
  ["bash scr", "bash scripts/"],
  ["bash scripts/b", "bash scripts/bu"],
  ["bash scripts/bui", "bash scripts/build.sh "],
  ["cat /w/READ", "cat /w/README.md "],
  ["ls .h", "ls .hidden/"],
  ["no", "node "],
  ["cat x | gre", "cat x | grep "],
  ["cat nothing", "cat nothing"],
  ["cat my", "cat my\\ plan\\ \\(1\\).md "],
  ["cat pets/", "cat pets/"],
  ["cat my\\ p", "cat my\\ plan\\ \\(1\\).md "],
])("completes %s", (line, completed) => {
  expect(completeLine(line, files, "/w")).toBe(completed);
});
