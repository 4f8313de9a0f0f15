import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry, EntryKind } from "./files.ts";
import { createPathIndex, type Leaf, type PathIndex } from "./path-index.ts";
import { basename, dirname, isInside } from "./paths.ts";

const file: Leaf = { stat: { kind: "file", size: 0, executable: false } };
const link: Leaf = { stat: { kind: "link", size: 0, executable: false, target: "a" } };

// Names whose byte order differs from JavaScript's order, and one that every object has as a property.
const name = fc.constantFrom("a", "a-b", "\ufffd", "😀", "__proto__");
const folder = fc.array(name, { maxLength: 2 }).map((names) => `/${names.join("/")}`);
/** A folder never replaces a file or the other way round: whoever changes the index checks this first. */
const leafPath = fc.tuple(folder, name).map(([above, own]) => `${above === "/" ? "" : above}/${own}.md`);
const change = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), path: leafPath, leaf: fc.constantFrom(file, link) }),
  fc.record({ kind: fc.constant("folder" as const), path: folder }),
  fc.record({ kind: fc.constant("remove" as const), path: fc.oneof(leafPath, folder) }),
);

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
/** The rule in its shortest form: every path with what stands there. */
type Model = Map<string, Leaf | "folder">;

function changeIndex(index: PathIndex, made: Change): void {
  if (made.kind === "put") index.put(made.path, made.leaf);
  else if (made.kind === "folder") index.addFolder(made.path);
  else index.remove(made.path);
}

function changeModel(model: Model, made: Change): void {
  if (made.kind === "remove") {
    removeFromModel(model, made.path);
    return;
  }
  for (let path = made.kind === "put" ? dirname(made.path) : made.path; path !== "/"; path = dirname(path)) {
    model.set(path, "folder");
  }
  if (made.kind === "put") model.set(made.path, made.leaf);
}

function removeFromModel(model: Model, removed: string): void {
  if (removed === "/") return;
  for (const path of [...model.keys()]) if (isInside(removed, path)) model.delete(path);
}

function expectSame(index: PathIndex, model: Model): void {
  for (const [path, what] of model) {
    expect(index.statAt(path)?.kind).toBe(kindOf(what));
    expect(index.entriesAt(path)).toEqual(what === "folder" ? entriesIn(model, path) : undefined);
  }
  expect(index.hasLinks()).toBe([...model.values()].includes(link));
}

test("lists and tells what the changes made so far come to", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const index = createPathIndex();
      const model: Model = new Map([["/", "folder"]]);
      for (const each of changes) {
        changeIndex(index, each);
        changeModel(model, each);
        expectSame(index, model);
      }
    }),
  );
});

const encoder = new TextEncoder();

function kindOf(what: Leaf | "folder"): EntryKind {
  return what === "folder" ? what : what.stat.kind;
}

function entriesIn(model: Model, folderPath: string): readonly Entry[] {
  return [...model]
    .filter(([path]) => path !== "/" && dirname(path) === folderPath)
    .map(([path, what]) => ({ name: basename(path), kind: kindOf(what) }))
    .sort((a, b) => compareEncoded(encoder.encode(a.name), encoder.encode(b.name)));
}

function compareEncoded(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

test("a listing is the same until an entry comes or goes below it", () => {
  const index = createPathIndex();
  index.put("/a/b/c", file);
  index.put("/other/d", file);
  const [top, a, other] = ["/", "/a", "/other"].map(index.entriesAt);
  index.put("/a/b/c", { ...file, bytes: encoder.encode("changed") });
  expect(["/", "/a", "/other"].map(index.entriesAt)).toSatisfy((now: unknown[]) => now[0] === top && now[1] === a);
  for (const change of [() => index.put("/a/b/e", file), () => index.remove("/a/b/e")]) {
    const before = ["/", "/a"].map(index.entriesAt);
    change();
    expect(index.entriesAt("/")).not.toBe(before[0]);
    expect(index.entriesAt("/a")).not.toBe(before[1]);
  }
  expect(index.entriesAt("/other")).toBe(other);
});

test("bytes go with the file they belong to", () => {
  const index = createPathIndex();
  const bytes = encoder.encode("one");
  index.put("/a", { ...file, bytes });
  expect(index.bytesAt("/a")).toBe(bytes);
  index.put("/a", file);
  expect(index.bytesAt("/a")).toBeUndefined();
});

test("a cell holds what its file holds now", () => {
  const index = createPathIndex();
  const [one, two] = ["one", "two"].map((text) => encoder.encode(text));
  index.put("/a", { ...file, ...(one && { bytes: one }) });
  const cell = index.cellAt("/a");
  expect(cell?.bytes).toBe(one);
  index.put("/a", { ...file, ...(two && { bytes: two }) });
  expect(cell?.bytes).toBe(two);
  index.put("/a", file);
  expect(cell?.bytes).toBeUndefined();
  index.put("/a", { stat: { kind: "link", size: 0, executable: false, target: "b" } });
  expect(index.cellAt("/a")).toBeUndefined();
});
