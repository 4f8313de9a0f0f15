import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cacheFolder, type KeptFiles, openKeptFiles } from "./kept-files.ts";

let place = "";
let folder = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "skillground-kept-"));
  folder = join(place, "kept");
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function opened(): KeptFiles {
  const files = openKeptFiles(folder);
  if (!files) throw new Error("The folder cannot be used");
  return files;
}

test("what was kept is read by its name, in a folder that only its owner may enter", () => {
  opened().keep("a", "some text\nof two lines\u2028\n");
  expect(opened().read("a")).toBe("some text\nof two lines\u2028\n");
  expect(opened().read("b")).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "a")).mode & 0o077).toBe(0);
});

test("a folder that others could write is closed to them first", () => {
  mkdirSync(folder, { mode: 0o777 });
  chmodSync(folder, 0o777);
  opened();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.each<[string, (path: string) => void]>([
  ["cut short", (path) => truncateSync(path, 70)],
  ["empty", (path) => truncateSync(path, 0)],
  ["another text", (path) => writeFileSync(path, readFileSync(path, "utf8").replace("text", "tent"))],
  ["longer", (path) => writeFileSync(path, "more", { flag: "a" })],
  ["the file of another name", (path) => cpSync(join(folder, "other"), path)],
  ["no UTF-8", (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 10, 0xff]))],
  ["a folder", (path) => inPlaceOf(path, () => mkdirSync(path))],
  ["a link to what was kept", (path) => inPlaceOf(path, (moved) => symlinkSync(moved, path))],
  ["a pipe", (path) => inPlaceOf(path, () => execFileSync("mkfifo", [path]))],
])("nothing is read where the file is %s, and it is kept anew", (_, damage) => {
  opened().keep("other", "other text");
  opened().keep("a", "some text");
  damage(join(folder, "a"));
  expect(opened().read("a")).toBeUndefined();
  opened().keep("a", "some text");
  // A folder stays in the way.
  if (!statSync(join(folder, "a")).isDirectory()) expect(opened().read("a")).toBe("some text");
});

function inPlaceOf(path: string, make: (moved: string) => void): void {
  renameSync(path, `${path}.moved`);
  make(`${path}.moved`);
}

test("no error is raised where nothing can be kept", () => {
  writeFileSync(folder, "a file in its place");
  expect(openKeptFiles(folder)).toBeUndefined();
  expect(openKeptFiles(join(folder, "below"))).toBeUndefined();
  symlinkSync(place, join(place, "link"));
  expect(openKeptFiles(join(place, "link"))).toBeUndefined();
  const gone = openKeptFiles(join(place, "gone"));
  rmSync(join(place, "gone"), { recursive: true });
  gone?.keep("a", "text");
  expect(gone?.read("a")).toBeUndefined();
});

test.runIf(existsSync("/proc/self"))("a file system that takes no folders holds up nothing", () => {
  expect(openKeptFiles("/proc/skillground/checks")).toBeUndefined();
});

test("what is longer than a file may be is not kept", () => {
  opened().keep("long", "x".repeat(33 * 1024 * 1024));
  expect(readdirSync(folder)).toEqual([]);
});

test("what a dead process left behind goes with the next file that is kept", () => {
  opened().keep("a", "text");
  for (const name of ["left.tmp", "now.tmp"]) writeFileSync(join(folder, name), "half");
  utimesSync(join(folder, "left.tmp"), 1, 1);
  opened().keep("b", "text");
  expect(readdirSync(folder).sort()).toEqual(["a", "b", "now.tmp"]);
});

test("the oldest go first, but not what was read since", () => {
  const long = "x".repeat(30 * 1024 * 1024);
  for (const [index, name] of ["a", "b", "c"].entries()) {
    opened().keep(name, long);
    utimesSync(join(folder, name), index + 1, index + 1);
  }
  expect(opened().read("a")).toBe(long);
  opened().keep("d", long);
  expect(readdirSync(folder).sort()).toEqual(["a", "c", "d"]);
});

test("the folder is where the platform keeps what can be made again", () => {
  const usual = join(homedir(), ".cache/skillground/checks");
  expect(cacheFolder({})).toBe(usual);
  expect(cacheFolder({ XDG_CACHE_HOME: "relative", LOCALAPPDATA: "relative" })).toBe(usual);
  expect(cacheFolder({ XDG_CACHE_HOME: "/x", LOCALAPPDATA: "/x" })).toBe("/x/skillground/checks");
  expect(existsSync("relative")).toBe(false);
});
