import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSnapshot, type SnapshotEntry, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { changedFiles } from "./git/changed-files.ts";
import { readCommit } from "./git/read-commit.ts";
import { readFolder } from "./read-folder.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillground-read-"));
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a/SKILL.md"), "one\n");
  writeFileSync(join(folder, "b.txt"), "two\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a file is read when it is asked for, and always as the same bytes", () => {
  const { snapshot } = readFolder(folder);
  const bytes = entryOf(readFolder(folder).snapshot, "a/SKILL.md")?.bytes;
  expect(new TextDecoder().decode(bytes)).toBe("one\n");
  expect(entryOf(snapshot, "b.txt")?.bytes).toBe(entryOf(snapshot, "b.txt")?.bytes);
  const copy = Array.from(snapshotEntries(snapshot), (entry) => ({ ...entry, path: `x/${entry.path}` }));
  expect(new TextDecoder().decode(createSnapshot(copy).bytes)).toBe("one\ntwo\n");
  expect(new TextDecoder().decode(snapshot.bytes)).toBe("one\ntwo\n");
});

test.each<[string, (path: string) => void]>([
  ["gone", () => undefined],
  ["longer", (path) => writeFileSync(path, "two and more\n")],
  ["a link", (path) => symlinkSync("a/SKILL.md", path)],
  ["a pipe", (path) => void execFileSync("mkfifo", [path])],
])("a file that is %s by the time it is asked for is told in a sentence", (_, put) => {
  const { snapshot } = readFolder(folder);
  rmSync(join(folder, "b.txt"));
  put(join(folder, "b.txt"));
  expect(() => entryOf(snapshot, "b.txt")?.bytes).toThrow(/^b\.txt changed while the folder was being looked at: /);
});

test("what has not changed since a commit has the bytes of the disk, and all else those of the commit", async () => {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], { cwd: folder });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "One");
  writeFileSync(join(folder, "b.txt"), "owt\n");
  writeFileSync(join(folder, "c.txt"), "new\n");
  const commit = git("rev-parse", "HEAD").toString().trim();
  const { snapshot } = readFolder(folder);
  const before = await readCommit(folder, commit, { snapshot, changed: new Set(await changedFiles(folder, commit)) });
  expect([...snapshotEntries(before)].map(({ path }) => path)).toEqual(["a/SKILL.md", "b.txt"]);
  expect(entryOf(before, "a/SKILL.md")?.bytes).toBe(entryOf(snapshot, "a/SKILL.md")?.bytes);
  expect(new TextDecoder().decode(entryOf(before, "b.txt")?.bytes)).toBe("two\n");
});

function entryOf(snapshot: Parameters<typeof snapshotEntries>[0], wanted: string): SnapshotEntry | undefined {
  return [...snapshotEntries(snapshot)].find(({ path }) => path === wanted);
}
