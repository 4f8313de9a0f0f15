import { expect, it } from "vitest";
import { createSnapshot, type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createRunTree } from "./run-tree.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function treeWith(given: Snapshot) {
  const tree = createRunTree();
  tree.give(given, 0);
  return tree;
}

function treeOf(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const entries = Object.entries(files).map(([path, text]) => ({ path, mode: snapshotMode.file, bytes: bytes(text) }));
  const linked = Object.entries(links).map(([path, to]) => ({ path, mode: snapshotMode.link, bytes: bytes(to) }));
  return treeWith(createSnapshot([...entries, ...linked]));
}

const textAt = (tree: ReturnType<typeof treeOf>, path: string) => new TextDecoder().decode(tree.read(path));

it("has the folders that scripts look for, whichever files it is given", () => {
  const tree = treeOf({ "home/user/.agents/skills/one/SKILL.md": "" });
  for (const folder of ["/tmp", "/home/user", "/workspace"]) expect(tree.stat(folder).kind).toBe("folder");
  expect(tree.changes()).toEqual({ written: [], removed: [] });
});

it("tells what a run changed, and nothing that it left in the places for scratch or wrote back", () => {
  const tree = treeOf({ "work/same.txt": "same", "work/old.txt": "old", "work/gone.txt": "gone" });
  tree.write("/work/same.txt", bytes("other"));
  tree.write("/work/same.txt", bytes("same"));
  tree.write("/work/old.txt", bytes("new"));
  tree.write("/work/made.txt", bytes("made"));
  tree.makeFolder("/tmp-not");
  tree.write("/tmp-not/x", bytes(""));
  tree.write("/tmp/y", bytes("scratch"));
  tree.remove("/work/gone.txt");
  const { written, removed } = tree.changes();
  expect(written.map(({ path }) => path)).toEqual(["tmp-not/x", "work/made.txt", "work/old.txt"]);
  expect(removed).toEqual(["work/gone.txt"]);
});

it("notices a file that became executable", () => {
  const tree = treeOf({ "work/run.sh": "x" });
  tree.setMode("/work/run.sh", 0o755);
  expect(tree.changes().written).toMatchObject([{ path: "work/run.sh", mode: snapshotMode.executable }]);
});

it("leaves the bytes that it was given as they are", () => {
  const given = createSnapshot([{ path: "a", mode: snapshotMode.file, bytes: bytes("given") }]);
  treeWith(given).append("/a", bytes(" and more"));
  expect(new TextDecoder().decode(given.bytes)).toBe("given");
});

it("follows links within itself, to nothing and in circles only as far as POSIX says", () => {
  const tree = treeOf({ "a/real/x.txt": "here" }, { "a/to": "real", b: "/a/to/x.txt", loop: "loop", up: "../../../a" });
  expect(textAt(tree, "/a/to/x.txt")).toBe("here");
  expect(textAt(tree, "/b")).toBe("here");
  expect(textAt(tree, "/up/real/x.txt")).toBe("here");
  expect(tree.realPath("/b")).toBe("/a/real/x.txt");
  expect(() => tree.read("/loop")).toThrow(/^ELOOP/);
  expect(() => tree.read("/a/to/y.txt")).toThrow("ENOENT: no such file or directory, open '/a/to/y.txt'");
});

it("has nothing above its root", () => {
  const tree = treeOf({ "a.txt": "root" });
  expect(textAt(tree, "/../../a.txt")).toBe("root");
  expect(() => tree.remove("/", { recursive: true })).toThrow(/^EPERM/);
});

it.each([
  ["a file over a folder", (tree: ReturnType<typeof treeOf>) => tree.write("/a", bytes("")), /^EISDIR/],
  ["below a file", (tree) => tree.write("/a/f/x", bytes("")), /^ENOTDIR/],
  ["a folder that holds something", (tree) => tree.remove("/a"), /^ENOTEMPTY/],
  ["a folder into itself", (tree) => tree.rename("/a", "/a/b"), /^EINVAL/],
  ["a path with a NUL", (tree) => tree.read("/a/f\0.txt"), /^EINVAL/],
  ["a path without end", (tree) => tree.write(`/${"x/".repeat(3000)}`, bytes("")), /^ENAMETOOLONG/],
  ["more bytes than there is room for", (tree) => tree.write("/big", new Uint8Array(200 * 1024 * 1024)), /^ENOSPC/],
] as const satisfies readonly (readonly [string, (tree: ReturnType<typeof treeOf>) => unknown, RegExp])[])(
  "refuses %s",
  (_, act, refusal) => {
    const tree = treeOf({ "a/f": "file" });
    expect(() => act(tree)).toThrow(refusal);
    expect(tree.changes()).toEqual({ written: [], removed: [] });
  },
);

it("gives the room of what is removed back, and no more", () => {
  const tree = treeOf({});
  const half = 60 * 1024 * 1024;
  for (let round = 0; round < 5; round++) {
    tree.write("/one", new Uint8Array(half));
    tree.remove("/one");
  }
  tree.write("/one", new Uint8Array(half));
  expect(() => tree.write("/two", new Uint8Array(half))).toThrow(/^ENOSPC/);
});

it("keeps nothing of a removed file that is still open", () => {
  const tree = treeOf({});
  for (let round = 0; round < 5; round++) {
    tree.write("/one", bytes(""));
    const write = tree.open("/one", false);
    write(new Uint8Array(60 * 1024 * 1024));
    tree.remove("/one");
    write(new Uint8Array(60 * 1024 * 1024));
  }
  expect(tree.exists("/one")).toBe(false);
});
