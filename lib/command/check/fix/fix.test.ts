import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import { readConfig } from "../../config.ts";
import { readFolder } from "../../read-folder.ts";
import { fixFolder } from "./fix-folder.ts";
import { planFixes } from "./plan-fixes.ts";
import { writeFixes } from "./write-fixes.ts";

let outer = "";
let folder = "";
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), "skillground-fix-"));
  folder = join(outer, "repo");
  mkdirSync(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(outer, { recursive: true });
});

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const plan = async (harnesses = "") => {
  if (harnesses !== "") write("skillground.yaml", `harnesses: [${harnesses}]\n`);
  return planFixes(readFolder(folder).snapshot, await readConfig(folder, undefined));
};
async function fix(harnesses?: string): Promise<readonly string[]> {
  const { changes } = await plan(harnesses);
  writeFixes(folder, changes);
  return changes.map(({ path }) => path);
}

/** A value that no YAML parser accepts; the fix quotes it. */
const broken = "---\nname: a\ndescription: Use: it\n---\nDo it.\n";
const mended = '---\nname: a\ndescription: "Use: it"\n---\nDo it.\n';
const file = "skills/a/SKILL.md";

test("mends what harnesses reject, and leaves all else as it is, byte by byte", async () => {
  write(file, broken);
  write("skills/b/SKILL.md", "---\nname: b\ndescription: Fine.\n---\nDo it.\n");
  write("notes.md", "a\r\nb");
  expect(await fix()).toEqual([file]);
  expect(read(file)).toBe(mended);
  expect(read("notes.md")).toBe("a\r\nb");
  expect(await fix()).toEqual([]);
});

test.each([
  ["other ends of lines", broken.replaceAll("\n", "\r\n"), mended.replaceAll("\n", "\r\n")],
  ["no end of its last line", broken.trimEnd(), mended.trimEnd()],
])("keeps a file's %s", async (_, before, after) => {
  write(file, before);
  await fix();
  expect(read(file)).toBe(after);
});

test("a file that is no UTF-8 is left alone: its other bytes would be lost", async () => {
  const bytes = Buffer.concat([Buffer.from(broken), Buffer.from([0xff, 0xfe])]);
  write(file, bytes);
  expect(await fix()).toEqual([]);
  expect(readFileSync(join(folder, file)).equals(bytes)).toBe(true);
});

test("a file that moves takes no other's place, and its empty folder goes", () => {
  write("old/a/skill.md", broken);
  const version = { mode: 0, bytes: Buffer.from(broken) } as const;
  const change = { path: file, from: "old/a/skill.md", before: version, now: version };
  write(file, "Another's.\n");
  expect(() => writeFixes(folder, [change])).toThrow(/nothing was written/);
  rmSync(join(folder, file));
  writeFixes(folder, [change]);
  expect(read(file)).toBe(broken);
  expect(readdirSync(folder)).toEqual(["skills"]);
});

test("keeps what a file may do, and changes no other name of it outside", async () => {
  writeFileSync(join(outer, "shared"), broken, { mode: 0o755 });
  mkdirSync(join(folder, "skills/b"), { recursive: true });
  linkSync(join(outer, "shared"), join(folder, "skills/b/SKILL.md"));
  await fix();
  expect(read("skills/b/SKILL.md")).not.toBe(broken);
  expect(statSync(join(folder, "skills/b/SKILL.md")).mode & 0o777).toBe(0o755);
  expect(readFileSync(join(outer, "shared"), "utf8")).toBe(broken);
});

test("no link is followed out of the folder, nor written through or replaced", async () => {
  mkdirSync(join(outer, "away"));
  writeFileSync(join(outer, "away/SKILL.md"), broken);
  symlinkSync(join(outer, "away"), join(folder, "linked"));
  mkdirSync(join(folder, "skills/a"), { recursive: true });
  symlinkSync("../../../away/SKILL.md", join(folder, file));
  expect(await fix()).toEqual([]);
  expect(readFileSync(join(outer, "away/SKILL.md"), "utf8")).toBe(broken);
  expect(lstatSync(join(folder, file)).isSymbolicLink()).toBe(true);
});

test("a file to which a link in the folder leads is mended where it lies", async () => {
  write("real/a/SKILL.md", broken);
  mkdirSync(join(folder, "skills"));
  symlinkSync("../real/a", join(folder, "skills/a"));
  expect(await fix()).toEqual(["real/a/SKILL.md"]);
  expect(lstatSync(join(folder, "skills/a")).isSymbolicLink()).toBe(true);
});

test.each<readonly [string, () => void]>([
  ["a changed file", () => write("skills/b/SKILL.md", "Changed.\n")],
  ["a file that is gone", () => rmSync(join(folder, "skills/b/SKILL.md"))],
  [
    "a file that is a link now",
    () => {
      rmSync(join(folder, "skills/b/SKILL.md"));
      writeFileSync(join(outer, "secret"), broken.replace("name: a", "name: b"));
      symlinkSync(join(outer, "secret"), join(folder, "skills/b/SKILL.md"));
    },
  ],
  [
    "a folder that is a link now",
    () => {
      renameSync(join(folder, "skills/b"), join(outer, "b"));
      symlinkSync(join(outer, "b"), join(folder, "skills/b"));
    },
  ],
])("%s since it was read: nothing at all is written", async (_, meanwhile) => {
  write(file, broken);
  write("skills/b/SKILL.md", broken.replace("name: a", "name: b"));
  const { changes } = await plan();
  expect(changes).toHaveLength(2);
  meanwhile();
  expect(() => writeFixes(folder, changes)).toThrow(/b\/SKILL\.md has changed since it was read: nothing was written/);
  expect(read(file)).toBe(broken);
});

test("a change that leads out of the folder is refused, whoever made it", () => {
  const now = { mode: 0, bytes: new Uint8Array([1]) } as const;
  for (const path of ["../evil", "a/../../evil", ".git/config", "skills//x"])
    expect(() => writeFixes(folder, [{ path, now }])).toThrow(/nothing was written/);
  expect(existsSync(join(outer, "evil"))).toBe(false);
});

test("what mends a file for one harness and breaks it for another is not done, and told", async () => {
  const text = "---\n\ufeff\nname: a\n---\nDo it.\n";
  write(file, text);
  expect(await plan()).toEqual({ changes: [], keptBack: [file] });
});

test("ignored paths are not mended", async () => {
  write(file, broken);
  write("skillground.yaml", 'ignore: ["skills/**"]\n');
  expect(await fix()).toEqual([]);
});

test("without a terminal and --yes the diff is told, as git applies it, and nothing is written", async () => {
  const name = 'skills/a b"\u202e/SKILL.md';
  write(name, broken);
  const told: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => told.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const output = { format: "text", isPrinted: true, files: [], quiet: true, color: false } as const;
  const options = { config: await readConfig(folder, undefined), prefix: "", output };
  const { snapshot } = readFolder(folder);
  expect(await fixFolder(folder, snapshot, { ...options, isAgreed: false })).toBe(false);
  expect(read(name)).toBe(broken);
  const diff = told.join("");
  expect(diff).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  execFileSync("git", ["apply", "-"], { cwd: folder, input: diff });
  expect(read(name)).toContain('description: "Use: it"');
  write(name, broken);
  expect(await fixFolder(folder, snapshot, { ...options, isAgreed: true })).toBe(true);
  expect(read(name)).toContain('description: "Use: it"');
});

test("a file that cannot be written, as on a full disk, leaves nothing beside it", () => {
  const now = { bytes: {} as Uint8Array, mode: snapshotMode.file };
  expect(() => writeFixes(folder, [{ path: "a.md", now }])).toThrow();
  expect(readdirSync(folder)).toEqual([]);
});
