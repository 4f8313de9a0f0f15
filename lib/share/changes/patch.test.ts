import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createSnapshot,
  type Edit,
  type Edits,
  editedBytes,
  type SnapshotMode,
  snapshotMode,
} from "#lib/vfs/snapshot.ts";
import { changesOf } from "./file-change.ts";
import { formatPatch } from "./patch.ts";

/** Files by path: text or bytes, executable or links where given. */
type Tree = Readonly<Record<string, string | Uint8Array | { readonly mode: SnapshotMode; readonly text: string }>>;

let folder: string;
/** The commit for which the patch was made. */
let before: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "patch-"));
  git("init", "--quiet");
  git("config", "core.autocrlf", "false");
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, HOME: folder },
    stdio: "pipe",
  });
}

function entriesOf(tree: Tree) {
  return Object.entries(tree).map(([path, file]) => {
    if (typeof file === "string") return { path, mode: snapshotMode.file, bytes: new TextEncoder().encode(file) };
    if (file instanceof Uint8Array) return { path, mode: snapshotMode.file, bytes: file };
    return { path, mode: file.mode, bytes: new TextEncoder().encode(file.text) };
  });
}

function put(tree: Tree): void {
  for (const { path, mode, bytes } of entriesOf(tree)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    if (mode === snapshotMode.link) symlinkSync(new TextDecoder().decode(bytes), place);
    else writeFileSync(place, bytes);
    if (mode === snapshotMode.executable) chmodSync(place, 0o755);
  }
  git("add", "--all");
}

/** The folder's files by path: `mode content`, as latin1. */
function found(below = ""): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below))) {
    if (name === ".git" || name === "change.patch") continue;
    const path = below === "" ? name : `${below}/${name}`;
    const stat = lstatSync(join(folder, path));
    if (stat.isDirectory()) Object.assign(all, found(path));
    else if (stat.isFile())
      all[path] = `${stat.mode & 0o100 ? "x" : "-"} ${readFileSync(join(folder, path), "latin1")}`;
  }
  return all;
}

/** Applies the edits' patch to the tree with git, and checks that it can be reverted as well. */
async function applied(tree: Tree, edits: Edits): Promise<string> {
  put(tree);
  before = git("write-tree").trim();
  const patch = await formatPatch(changesOf(createSnapshot(entriesOf(tree)), edits));
  writeFileSync(join(folder, "change.patch"), patch);
  if (patch.length > 0) git("apply", "--index", "change.patch");
  return new TextDecoder().decode(patch);
}

/** The patch that git itself writes for the staged files. */
function gitsOwn(): string {
  return git("diff", "--cached", "--full-index", "--no-renames", before);
}

function edited(files: Readonly<Record<string, string | null>>): Edits {
  return new Map(
    Object.entries(files).map(([path, text]): [string, Edit] => [
      `/${path}`,
      text === null ? null : new TextEncoder().encode(text),
    ]),
  );
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("git applies the patch of", () => {
  test("changed lines at the beginning, in the middle and at the end", async () => {
    const now = `first\n${lines(40).replace("line 20\n", "twenty\n")}last\n`;
    await applied({ "a.md": lines(40) }, edited({ "a.md": now }));
    expect(found()["a.md"]).toBe(`- ${now}`);
  });

  test("a new file, an empty one, one in new folders", async () => {
    await applied({ "a.md": "a" }, edited({ "new.md": "n\n", empty: "", "x/y/z.md": "z" }));
    expect(found()).toEqual({ "a.md": "- a", "new.md": "- n\n", empty: "- ", "x/y/z.md": "- z" });
  });

  test("a deleted file, an empty one, a whole folder", async () => {
    await applied(
      { "a.md": "a\n", empty: "", "f/1": "1", "f/2": "2", keep: "k" },
      edited({ "a.md": null, empty: null, f: null }),
    );
    expect(found()).toEqual({ keep: "- k" });
  });

  test("a file that was moved and changed, as a move", async () => {
    const patch = await applied(
      { "skills/old/SKILL.md": lines(12) },
      edited({ "skills/old/SKILL.md": null, "skills/new/SKILL.md": lines(12).replace("line 2\n", "line two\n") }),
    );
    expect(patch).toContain("rename from skills/old/SKILL.md\nrename to skills/new/SKILL.md\n");
    expect(found()).toEqual({ "skills/new/SKILL.md": `- ${lines(12).replace("line 2\n", "line two\n")}` });
  });

  test("an executable one that was changed, moved, or is new", async () => {
    const run = { mode: snapshotMode.executable, text: "#!/bin/sh\necho 1\necho 2\n" };
    const executable = (text: string): Edit => ({ bytes: new TextEncoder().encode(text), executable: true });
    const edits = new Map<string, Edit>([
      ...edited({ "run.sh": "#!/bin/sh\necho 3\necho 2\n", "old.sh": null }),
      ["/bin/old.sh", executable(run.text)],
      ["/new.sh", executable("new\n")],
      ["/plain", executable("plain\n")],
    ]);
    await applied({ "run.sh": run, "old.sh": run, plain: "plain\n" }, edits);
    expect(found()).toEqual({
      "run.sh": "x #!/bin/sh\necho 3\necho 2\n",
      "bin/old.sh": `x ${run.text}`,
      "new.sh": "x new\n",
      plain: "x plain\n",
    });
  });

  test("Windows line ends, mixed ones, and lone carriage returns", async () => {
    const text = "one\r\ntwo\r\nthree\nfour\rfive\r\n";
    const now = text.replace("two", "2").replace("three\n", "three\r\n");
    await applied({ "a.txt": text }, edited({ "a.txt": now }));
    expect(found()["a.txt"]).toBe(`- ${now}`);
  });

  test.each([
    ["a\nb", "a\nb\n"],
    ["a\nb\n", "a\nb"],
    ["a\nb", "a\nc"],
    ["", "a"],
    ["a", ""],
    ["\n", ""],
    ["a", "a\n\n"],
  ])("no line break at the end: %j to %j", async (before, now) => {
    const patch = await applied({ "a.txt": before }, edited({ "a.txt": now }));
    expect(patch).toBe(gitsOwn());
    expect(found()).toEqual({ "a.txt": `- ${now}` });
  });

  test("names with blanks, quotes, other scripts, and those that look like a patch", async () => {
    const names = [
      "a b.md",
      'q"u"o.md',
      "ünï/日本.md",
      "-- x",
      "b/a",
      "a/b -> c",
      " lead",
      "trail ",
      "$(touch x)",
      "--- a/b",
      "dev/null",
    ];
    const tree = Object.fromEntries(names.map((name) => [name, "1\n"]));
    const now = Object.fromEntries(names.map((name) => [name, "2\n"]));
    const added = Object.fromEntries(names.map((name) => [`new ${name}`, "3\n"]));
    const patch = await applied(tree, edited({ ...now, ...added }));
    expect(patch).toBe(gitsOwn());
    const all = Object.entries({ ...now, ...added }).map(([name, text]) => [name, `- ${text}`]);
    expect(found()).toEqual(Object.fromEntries(all));
  });

  test("lines that look like a patch themselves", async () => {
    const now = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n\\ No newline at end of file\n-- \n";
    await applied({ "a.txt": "x\n" }, edited({ "a.txt": now }));
    expect(found()["a.txt"]).toBe(`- ${now}`);
  });

  test("a text of another encoding, and files that are no text", async () => {
    const latin = new Uint8Array([0x66, 0xfc, 0x72, 0x0a, 0xff, 0x80, 0x0a]);
    const binary = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    const edits = new Map<string, Edit>([
      ["/latin.txt", new Uint8Array([...latin, 0xe9])],
      ["/old.bin", new Uint8Array([...binary, 1])],
      ["/new.bin", binary.slice(0, 52)],
      ["/gone.bin", null],
    ]);
    const old = { "latin.txt": latin, "old.bin": binary, "gone.bin": new Uint8Array([0, 1, 2]) };
    const patch = await applied(old, edits);
    expect(patch.match(/^GIT binary patch$/gm)).toHaveLength(3);
    expect(patch).not.toContain("\0");
    const text = (bytes: readonly number[]) => `- ${String.fromCharCode(...bytes)}`;
    expect(found()).toEqual({
      "latin.txt": text([...latin, 0xe9]),
      "old.bin": text([...binary, 1]),
      "new.bin": text([...binary.slice(0, 52)]),
    });
  });

  test("a link that was deleted, or replaced by a file", async () => {
    const link = { mode: snapshotMode.link, text: "target.md" };
    await applied({ one: link, two: link, "target.md": "t\n" }, edited({ one: null, two: "a file\n" }));
    expect(found()).toEqual({ "target.md": "- t\n", two: "- a file\n" });
  });

  test("a file that became a folder, and the other way", async () => {
    await applied(
      { a: "file\n", "b/c": "in a folder\n" },
      edited({ a: null, "a/x": "new one\n", "b/c": null, b: "now a file\n" }),
    );
    expect(found()).toEqual({ "a/x": "- new one\n", b: "- now a file\n" });
  });
});

test("git takes a patch back as well", async () => {
  const tree: Tree = { "a.md": lines(9), gone: new Uint8Array([0, 1]), "old/x.md": lines(5) };
  await applied(tree, edited({ "a.md": `${lines(8)}9`, gone: null, "old/x.md": null, "new/x.md": `${lines(5)}6` }));
  // A repository without the files' objects, so that only the patch can say what they were.
  rmSync(join(folder, ".git"), { recursive: true });
  git("init", "--quiet");
  git("apply", "--reverse", "change.patch");
  expect(found()).toEqual({ "a.md": `- ${lines(9)}`, gone: "- \0\u0001", "old/x.md": `- ${lines(5)}` });
});

test("whatever the texts are, git makes the one of the other", async () => {
  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "--- x\n", "é\n", "last"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 8, maxLength: 8 }), async (pairs) => {
      const tree = Object.fromEntries(pairs.map(([before], index) => [`${index}.txt`, before]));
      const now = Object.fromEntries(pairs.map(([, after], index) => [`${index}.txt`, after]));
      await applied(tree, edited(now));
      expect(found()).toEqual(
        Object.fromEntries(
          Object.entries(now).map(([path, after]) => [path, `- ${Buffer.from(after).toString("latin1")}`]),
        ),
      );
    }),
    { numRuns: 25 },
  );
});

test("an edit that ends where it began is no change", () => {
  const edits = edited({ "a.md": "a", missing: null });
  expect(changesOf(createSnapshot(entriesOf({ "a.md": "a" })), edits)).toEqual([]);
  expect(editedBytes(edits.get("/a.md") ?? null)).toHaveLength(1);
});
