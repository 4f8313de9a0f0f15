import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { createSnapshot, type Snapshot, type SnapshotMode, snapshotMode } from "#lib/vfs/snapshot.ts";
import { compareUpdate, updatedEdits } from "./compare-update.ts";

type Files = Readonly<Record<string, string | { readonly link: string } | { readonly run: string }>>;
/** The person's changes; `null` deletes. */
type Mine = Readonly<Record<string, string | null>>;

const encode = (text: string) => new TextEncoder().encode(text);

function snapshotOf(files: Files): Snapshot {
  const entries = Object.entries(files).map(([path, file]) => {
    const [mode, text]: [SnapshotMode, string] =
      typeof file === "string"
        ? [snapshotMode.file, file]
        : "link" in file
          ? [snapshotMode.link, file.link]
          : [snapshotMode.executable, file.run];
    return { path, mode, bytes: encode(text) };
  });
  return createSnapshot(entries);
}

function editsOf(mine: Mine) {
  return new Map(Object.entries(mine).map(([path, text]) => [`/${path}`, text === null ? null : encode(text)]));
}

/** The files after an update that takes `theirs` and keeps every other change of the person's; links as `-> target`. */
async function applied(before: Files, now: Files, mine: Mine, theirs: readonly string[] = []) {
  const [old, fresh, edits] = [snapshotOf(before), snapshotOf(now), editsOf(mine)];
  const comparison = finish(compareUpdate(old, fresh, edits));
  const updated = finish(updatedEdits(fresh, edits, comparison, new Set(theirs)));
  const { volume } = await growTree(fresh, { edits: updated });
  const decoder = new TextDecoder();
  return Object.fromEntries(
    [...volume.paths()].map((path) => {
      const target = volume.bare.targetOf(path);
      return [path.slice(1), target === undefined ? decoder.decode(volume.read(path)) : `-> ${target}`];
    }),
  );
}

describe("what the source changed", () => {
  const changes = (before: Files, now: Files) =>
    finish(compareUpdate(snapshotOf(before), snapshotOf(now), new Map())).changes.map(({ kind, path, from }) =>
      from === undefined ? `${kind} ${path}` : `${kind} ${from} ${path}`,
    );

  test.each<[string, Files, Files, string[]]>([
    ["nothing", { a: "1" }, { a: "1" }, []],
    ["a content", { a: "1" }, { a: "2" }, ["changed /a"]],
    ["a new file and one that is gone", { a: "1" }, { b: "2" }, ["removed /a", "added /b"]],
    ["who may execute it", { a: "1" }, { a: { run: "1" } }, ["mode /a"]],
    ["a file into a link", { a: "b", b: "1" }, { a: { link: "b" }, b: "1" }, ["changed /a"]],
    [
      "a folder's name",
      { "x/a": "1", "x/b": "2" },
      { "y/a": "1", "y/b": "2" },
      ["renamed /x/a /y/a", "renamed /x/b /y/b"],
    ],
    [
      "the one of two alike with its name",
      { "x/a": "1", "x/b": "1" },
      { "y/b": "1" },
      ["removed /x/a", "renamed /x/b /y/b"],
    ],
    ["one file into two", { a: "1" }, { b: "1", c: "1" }, ["renamed /a /b", "added /c"]],
    ["empty files, which are all alike", { a: "" }, { b: "" }, ["removed /a", "added /b"]],
    ["a file into a folder", { a: "1" }, { "a/b": "2" }, ["removed /a", "added /a/b"]],
  ])("%s", (_, before, now, expected) => {
    expect(changes(before, now)).toEqual(expected);
  });
});

describe("comparing", () => {
  /** How often the comparison yields to the page. */
  function pauses(before: Snapshot, now: Snapshot): number {
    return [...compareUpdate(before, now, new Map())].length;
  }
  const large = (at: number) => {
    const bytes = new Uint8Array(20 * 1024 * 1024);
    bytes[at] = 1;
    return createSnapshot([{ path: "large", mode: snapshotMode.file, bytes }]);
  };

  it("pauses within a large file", () => {
    expect(pauses(large(0), large(0))).toBeGreaterThanOrEqual(20);
  });

  it("pauses at every file", () => {
    const files = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, `${n}`]));
    expect(pauses(snapshotOf(files), snapshotOf({}))).toBeGreaterThanOrEqual(500);
    expect(pauses(snapshotOf({}), snapshotOf(files))).toBeGreaterThanOrEqual(1000);
  });

  it("takes no more than some time for thousands of moved files that are alike but for their ends", () => {
    const files = (folder: string, text: string) =>
      Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`${folder}/${n}`, text]));
    const common = "x".repeat(1000);
    expect(pauses(snapshotOf(files("a", `${common}1`)), snapshotOf(files("b", `${common}2`)))).toBeLessThan(300_000);
  });
});

describe("the person's own changes", () => {
  test.each<[string, Files, Files, Mine, { kept?: string[]; settled?: string[]; conflicts?: string[] }]>([
    ["that the source left alone", { a: "1" }, { a: "1", b: "1" }, { a: "mine" }, { kept: ["/a"] }],
    ["in a new file", {}, {}, { "x/a": "mine" }, { kept: ["/x/a"] }],
    ["that were taken back", { a: "1" }, { a: "2" }, { a: "1" }, {}],
    ["in a file made and deleted again", {}, { a: "1" }, { a: null }, {}],
    ["that the source made, too", { a: "1", b: "1" }, { a: "2" }, { a: "2", b: null }, { settled: ["/a", "/b"] }],
    ["of a file the source changed otherwise", { a: "1" }, { a: "2" }, { a: "3" }, { conflicts: ["/a"] }],
    ["of a file the source removed", { a: "1" }, {}, { a: "3" }, { conflicts: ["/a"] }],
    ["that delete a file the source changed", { a: "1" }, { a: "2" }, { a: null }, { conflicts: ["/a"] }],
    ["in a new file that the source has, too", {}, { a: "2" }, { a: "3" }, { conflicts: ["/a"] }],
    ["beside a change of who may execute it", { a: "1" }, { a: { run: "1" } }, { a: "3" }, { kept: ["/a"] }],
    [
      "of a file that is a link now",
      { a: "b", b: "1" },
      { a: { link: "b" }, b: "1" },
      { a: "3" },
      { conflicts: ["/a"] },
    ],
    ["below what is a file now", {}, { a: "2" }, { "a/b": "3" }, { conflicts: ["/a/b"] }],
    ["of a file that is a folder now", { a: "1" }, { "a/b": "2" }, { a: "3" }, { conflicts: ["/a"] }],
    ["in place of a file they deleted", { a: "1" }, { a: "1" }, { a: null, "a/b": "3" }, { kept: ["/a", "/a/b"] }],
  ])("%s", (_, ...[before, now, mine, expected]) => {
    const { kept, settled, conflicts } = finish(compareUpdate(snapshotOf(before), snapshotOf(now), editsOf(mine)));
    expect({ kept, settled, conflicts: conflicts.map(({ path }) => path) }).toEqual({
      kept: [],
      settled: [],
      conflicts: [],
      ...expected,
    });
  });

  it("conflict with a file that moved, and it is said where to", () => {
    const { conflicts } = finish(compareUpdate(snapshotOf({ a: "1" }), snapshotOf({ b: "1" }), editsOf({ a: "mine" })));
    expect(conflicts).toMatchObject([{ path: "/a", movedTo: "/b" }]);
  });
});

describe("an update", () => {
  test.each<[string, Files, Files, Mine, string[], Record<string, string>]>([
    ["keeps mine", { a: "1" }, { a: "2", b: "2" }, { a: "3" }, [], { a: "3", b: "2" }],
    [
      "takes theirs where asked",
      { a: "1", b: "1" },
      { a: "2", b: "2" },
      { a: "3", b: "3" },
      ["/a"],
      { a: "2", b: "3" },
    ],
    ["keeps a deletion", { a: "1" }, { a: "2" }, { a: null }, [], {}],
    ["takes back a deletion", { a: "1" }, { a: "2" }, { a: null }, ["/a"], { a: "2" }],
    ["keeps what the source removed", { a: "1" }, {}, { a: "3" }, [], { a: "3" }],
    [
      "puts mine in place of a link, not through it",
      { a: "b", b: "1" },
      { a: { link: "b" }, b: "1" },
      { a: "3" },
      [],
      { a: "3", b: "1" },
    ],
    ["puts mine in place of a folder", { a: "1" }, { "a/b/c": "2" }, { a: "3" }, [], { a: "3" }],
    ["puts mine below what was a file", {}, { a: "2" }, { "a/b": "3" }, [], { "a/b": "3" }],
    ["leaves the folder where theirs is taken", { a: "1" }, { "a/b": "2" }, { a: "3" }, ["/a"], { "a/b": "2" }],
    ["follows a link that is new", { a: "1" }, { a: "1", b: { link: "a" } }, { a: "3" }, [], { a: "3", b: "-> a" }],
  ])("%s", async (_, ...[before, now, mine, theirs, expected]) => {
    expect(await applied(before, now, mine, theirs)).toEqual(expected);
  });
});

/** Trees over few paths, so that files collide with folders of the same name. */
const tree = fc
  .dictionary(fc.constantFrom("a", "a/b", "a/c", "b", "b/c", "c", "d/e/f", "d/e"), fc.constantFrom("1", "2", "3"))
  .map((files) => Object.fromEntries(Object.entries(files).filter(([path]) => !liesBelow(path, Object.keys(files)))));

function liesBelow(path: string, others: readonly string[]): boolean {
  return others.some((other) => path.startsWith(`${other}/`));
}

/** The edits that turn `before` into `mine`. */
function editsBetween(before: Record<string, string>, mine: Record<string, string>): Mine {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(mine)])];
  return Object.fromEntries(
    paths.filter((path) => before[path] !== mine[path]).map((path) => [path, mine[path] ?? null]),
  );
}

it("always makes the source's new state with every change of the person's over it", async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, tree, async (before, now, mine) => {
      const edits = editsBetween(before, mine);
      const result = await applied(before, now, edits);
      const own = Object.entries(edits);
      for (const [path, text] of own) expect(result[path]).toBe(text ?? undefined);
      const written = own.flatMap(([path, text]) => (text === null ? [] : [path]));
      const isBlocked = (path: string) =>
        liesBelow(path, written) || written.some((other) => other.startsWith(`${path}/`));
      for (const [path, text] of Object.entries(now)) {
        if (path in edits) continue;
        expect(result[path]).toBe(isBlocked(path) ? undefined : text);
      }
      const known = new Set([...Object.keys(now), ...written]);
      expect(Object.keys(result).filter((path) => !known.has(path))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
