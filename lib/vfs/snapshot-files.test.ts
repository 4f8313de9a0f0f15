import { describe, expect, test } from "vitest";
import { findSkillFiles, maxLinks, readText, walkFiles } from "./files.ts";
import { createSnapshot, snapshotMode } from "./snapshot.ts";
import { bytesOfText, snapshotFiles, textFiles } from "./snapshot-files.ts";

describe("a tree written down", () => {
  const files = textFiles(
    { "/work/b.md": "b", "/work/a/x": "x", "/work/a-b": "between", "/work/empty/": "", "/__proto__/k": "k" },
    { folders: ["/bare"], links: { "/work/link": "a", "/rooted": "/work/b.md" } },
  );

  test("lists in byte order", () => {
    expect(files.list("/")?.map(({ name }) => name)).toEqual(["__proto__", "bare", "rooted", "work"]);
    expect(files.list("/work")).toEqual([
      { name: "a", kind: "folder" },
      { name: "a-b", kind: "file" },
      { name: "b.md", kind: "file" },
      { name: "empty", kind: "folder" },
      { name: "link", kind: "link" },
    ]);
    expect(files.list("/bare")).toEqual([]);
  });

  test("tells what is there", () => {
    expect(files.stat("/work/b.md")).toEqual({ kind: "file", size: 1, executable: false });
    expect(files.lstat("/work/link")).toEqual({ kind: "link", size: 0, executable: false, target: "a" });
    expect(files.stat("/work/link")?.kind).toBe("folder");
    expect(files.stat("/work/b.md/x")).toBeUndefined();
    expect(files.list("/work/b.md")).toBeUndefined();
    expect(files.read("/work")).toBeUndefined();
  });

  test("is a whole filesystem to its absolute links", () => {
    expect(readText(files, "/rooted")).toBe("b");
    expect(readText(files, "/work/link/x")).toBe("x");
  });
});

describe("links", () => {
  const linked = (links: Record<string, string>) => textFiles({ "/d/f": "f", "/d/e/g": "g" }, { links });

  test.each([
    ["a chain", { "/l1": "l2", "/l2": "d/f" }, "/l1", "f"],
    ["up and down", { "/d/e/l": "../f" }, "/d/e/l", "f"],
    ["`..` counts from where a link led", { "/l": "d/e", "/up": "l/../f" }, "/up", "f"],
    ["in the middle of a path", { "/l": "d" }, "/l/e/g", "g"],
    ["with a slash at the end", { "/l": "./d//e/" }, "/l/g", "g"],
    ["dangling", { "/l": "missing" }, "/l", undefined],
    ["empty", { "/l": "" }, "/l/d/f", undefined],
    ["a circle", { "/l1": "l2", "/l2": "l1" }, "/l1", undefined],
    ["into itself", { "/d/l": "." }, "/d/l/l/l/f", "f"],
    ["out of the root", { "/d/l": "../../d/f" }, "/d/l", undefined],
  ])("%s", (_, links, path, text) => {
    expect(readText(linked(links), path)).toBe(text);
  });

  test("a chain may be as long as Linux allows, and no longer", () => {
    const chain = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, n) => [`/l${n}`, n === 0 ? "d/f" : `l${n - 1}`]));
    expect(readText(linked(chain(maxLinks)), `/l${maxLinks - 1}`)).toBe("f");
    expect(readText(linked(chain(maxLinks + 1)), `/l${maxLinks}`)).toBeUndefined();
  });
});

test("a snapshot keeps modes, and its absolute links lead nowhere", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = snapshotFiles(
    createSnapshot([
      { path: "run.sh", mode: snapshotMode.executable, bytes: bytes("echo") },
      { path: "same", mode: snapshotMode.link, bytes: bytes("run.sh") },
      { path: "root", mode: snapshotMode.link, bytes: bytes("/run.sh") },
    ]),
  );
  expect(files.stat("/same")).toEqual({ kind: "file", size: 4, executable: true });
  expect(files.stat("/root")).toBeUndefined();
  expect(files.lstat("/root")?.target).toBe("/run.sh");
});

describe("walking", () => {
  const files = textFiles(
    { "/r/a/SKILL.md": "", "/r/node_modules/p/SKILL.md": "", "/r/.hidden/skill.md": "", "/r/notes/README.md": "" },
    { links: { "/r/a/loop": "../..", "/r/linked/SKILL.md": "../a/SKILL.md", "/r/gone/SKILL.md": "nowhere" } },
  );

  test("reports links and does not enter them", () => {
    expect(Array.from(walkFiles(files, "/r/a"))).toEqual([
      { path: "/r/a/SKILL.md", kind: "file" },
      { path: "/r/a/loop", kind: "link" },
    ]);
    expect([...walkFiles(files, "/missing")]).toEqual([]);
  });

  test("leaves out what it is told, with everything below", () => {
    const paths = Array.from(walkFiles(files, "/", { skip: ({ path }) => path !== "/r" }), ({ path }) => path);
    expect(paths).toEqual(["/r"]);
  });

  test("finds every SKILL.md, in any spelling", () => {
    expect(findSkillFiles(files, "/")).toEqual(["/r/.hidden/skill.md", "/r/a/SKILL.md", "/r/linked/SKILL.md"]);
    expect(findSkillFiles(files, "/r/a")).toEqual(["/r/a/SKILL.md"]);
  });
});

test("writes texts as UTF-8, and the last signs of all as single bytes", () => {
  expect([...bytesOfText("é😀")]).toEqual([0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80]);
  expect([...bytesOfText("a\u{10ffe9}\u{10ff80}\u{10ffff}é")]).toEqual([0x61, 0xe9, 0x80, 0xff, 0xc3, 0xa9]);
  expect([...bytesOfText("\u{10ff7f}")]).toEqual([0xf4, 0x8f, 0xbd, 0xbf]);
});
