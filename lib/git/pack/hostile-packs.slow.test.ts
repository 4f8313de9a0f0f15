import { describe, expect, it } from "vitest";
import { mountLimits } from "#lib/vfs/limits.ts";
import { snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { clone, failedClone } from "#test/servers/clone-from-server.ts";
import { type RawKind, rawId, writeCommit, writeTag, writeTree } from "#test/servers/raw-objects.ts";
import { packedObjects, packServer, type RawPackEntry, rawDelta, rawPack } from "#test/servers/raw-pack.ts";

const source: GitSource = { kind: "git", url: "https://git.example.org/acme/hostile" };

/** A pack whose commit has one file `a`, with these further entries. */
function packWith(content: string, ...more: readonly RawPackEntry[]) {
  const { sink, entries } = packedObjects();
  const commit = writeCommit(sink, writeTree(sink, [["100644", "a", content]]));
  return { commit, entries: [...entries, ...more] };
}

/** A commit whose file `a` is the object `id`, which comes some other way. */
function packNaming(id: string, ...more: readonly RawPackEntry[]) {
  const { sink, entries } = packedObjects();
  const commit = writeCommit(sink, writeTree(sink, [["100644", "a", { id }]]));
  return { commit, entries: [...more, ...entries] };
}

const blob = (content: string | Uint8Array): RawPackEntry => ({ kind: "blob", content: Buffer.from(content) });
const blobId = (content: string) => rawId({ kind: "blob", bytes: Buffer.from(content) });
const delta = (base: string | number, content: Uint8Array): RawPackEntry => ({ kind: "delta", base, content });
const fail = ({ commit, entries }: ReturnType<typeof packWith>, count?: number) =>
  failedClone(source, { fetch: packServer(commit, rawPack(entries, count)) });

const damaged: [what: string, pack: ReturnType<typeof packWith>, count?: number][] = [
  ["an object that says it is longer", packWith("x", { ...blob("text"), claimed: 5 })],
  ["an object that says it is shorter", packWith("x", { ...blob("text"), claimed: 3 })],
  ["an object that says it is nothing", packWith("x", { ...blob("text"), claimed: 0 })],
  ["fewer objects than its head says", packWith("x"), 4],
  ["more objects than its head says", packWith("x"), 2],
  ["no object", packWith("x"), 0],
  ["a delta without its base", packWith("x", delta("1".repeat(40), rawDelta(1, 1, 1, 65)))],
  ["a delta of the pack's own head", packWith("x", delta(1_000_000, rawDelta(1, 1, 1, 65)))],
  ["a delta of itself", packWith("x", delta(0, rawDelta(1, 1, 1, 65)))],
  ["a delta of a base of another size", packWith("x", delta(blobId("x"), rawDelta(2, 1, 1, 65)))],
  ["a delta that makes less than it says", packWith("x", delta(blobId("x"), rawDelta(1, 2, 1, 65)))],
  ["a delta that makes more than it says", packWith("x", delta(blobId("x"), rawDelta(1, 1, 2, 65, 66)))],
  ["a delta that copies from behind its base", packWith("x", delta(blobId("x"), rawDelta(1, 1, 0x91, 1, 1)))],
  ["a delta that copies from far behind its base", packWith("x", delta(blobId("x"), rawDelta(1, 1, 0x98, 255, 1)))],
  ["a delta that inserts what is not there", packWith("x", delta(blobId("x"), rawDelta(1, 9, 9, 65)))],
  ["a delta with the reserved instruction", packWith("x", delta(blobId("x"), rawDelta(1, 1, 0)))],
  ["a delta of nothing", packWith("x", delta(blobId("x"), Buffer.alloc(0)))],
  ["a file that is not there", packNaming(blobId("y"), blob("x"))],
  ["a file whose name another object bears", packNaming(blobId("text"), blob("Text"))],
];

describe("a pack", () => {
  it.each(damaged)("with %s is damaged", async (_, pack, count) => {
    expect(await fail(pack, count)).toMatchObject({ code: "pack-damaged" });
  });

  it("with a delta that holds is not", async () => {
    const pack = packNaming(blobId("AB"), blob("A"), delta(blobId("A"), rawDelta(1, 2, 0x90, 1, 1, 66)));
    const { snapshot } = await clone(source, { fetch: packServer(pack.commit, rawPack(pack.entries)) });
    expect(new TextDecoder().decode(snapshot.bytes)).toBe("AB");
  });

  it("is too large where a few bytes copy themselves", async () => {
    const size = 20 * 1024 * 1024;
    const base = new Uint8Array(0xffff);
    const copies = Array.from({ length: Math.ceil(size / base.length) }, () => [0xb0, 0xff, 0xff]).flat();
    const bomb = rawDelta(base.length, (copies.length / 3) * base.length, ...copies);
    const baseId = rawId({ kind: "blob", bytes: base });
    const bombs = Array.from({ length: 20 }, () => delta(baseId, bomb));
    expect(await fail(packWith("x", blob(base), ...bombs))).toMatchObject({ code: "too-large" });
  });

  it("is too large where a delta makes a file that is", async () => {
    const pack = packNaming("2".repeat(40), blob("A"), delta(blobId("A"), rawDelta(1, mountLimits.fileBytes + 1)));
    expect(await fail(pack)).toMatchObject({ code: "too-large", path: "a" });
  });

  it.each([2 ** 32, 2 ** 40, 2 ** 53])("is too large where an object says it has %i bytes", async (claimed) => {
    expect(await fail(packWith("x", { ...blob("text"), claimed }))).toMatchObject({ code: "too-large" });
  });

  it("of one delta on another, thousands of times, is read in time that its length bounds", async () => {
    const texts = Array.from({ length: 5_000 }, (_, n) => `${n}`.padStart(8, "0"));
    const steps = texts
      .slice(1)
      .map((text, n) => delta(blobId(texts[n] ?? ""), rawDelta(8, 8, 8, ...Buffer.from(text))));
    const pack = packNaming(blobId(texts.at(-1) ?? ""), blob(texts[0] ?? ""), ...steps.reverse());
    const { snapshot } = await clone(source, { fetch: packServer(pack.commit, rawPack(pack.entries)) });
    expect(new TextDecoder().decode(snapshot.bytes)).toBe(texts.at(-1));
  });
});

describe("a branch", () => {
  /** Serves the commit made from objects of any kind as the ref `main`. */
  function serve(write: (sink: ReturnType<typeof packedObjects>["sink"]) => string) {
    const { sink, entries } = packedObjects();
    const id = write(sink);
    return { fetch: packServer(id, rawPack(entries)) };
  }
  const commitOf = (sink: ReturnType<typeof packedObjects>["sink"]) =>
    writeCommit(sink, writeTree(sink, [["100644", "a", "x"]]));
  const tags = (count: number, kind: RawKind) =>
    serve((sink) => {
      let target = commitOf(sink);
      for (let level = 0; level < count; level++) target = writeTag(sink, target, level === 0 ? kind : "tag");
      return target;
    });

  it.each<[string, ReturnType<typeof serve>]>([
    ["names a file", serve((sink) => sink({ kind: "blob", bytes: Buffer.from("x") }))],
    ["names a folder", serve((sink) => writeTree(sink, [["100644", "a", "x"]]))],
    ["names nothing that came", serve(() => "1".repeat(40))],
    ["names a commit of a file", serve((sink) => writeCommit(sink, sink({ kind: "blob", bytes: Buffer.from("x") })))],
    ["names a commit of a commit", serve((sink) => writeCommit(sink, commitOf(sink)))],
    ["names a commit of nothing", serve((sink) => writeCommit(sink, "1".repeat(40)))],
    ["names a commit without a folder", serve((sink) => sink({ kind: "commit", bytes: Buffer.from("author A\n\n") }))],
    [
      "names a commit of no id",
      serve((sink) => sink({ kind: "commit", bytes: Buffer.from(`tree ${"z".repeat(40)}\n`) })),
    ],
    ["names an empty commit", serve((sink) => sink({ kind: "commit", bytes: Buffer.alloc(0) }))],
    ["names a tag of a file", serve((sink) => writeTag(sink, sink({ kind: "blob", bytes: Buffer.from("x") }), "blob"))],
    ["names a tag of nothing", serve((sink) => writeTag(sink, "1".repeat(40), "commit"))],
    ["names more tags of tags than any does", tags(9, "commit")],
    [
      "names a folder cut short",
      serve((sink) => writeCommit(sink, sink({ kind: "tree", bytes: Buffer.from("100644 a\0short") }))),
    ],
    [
      "names a folder without an end",
      serve((sink) => writeCommit(sink, sink({ kind: "tree", bytes: Buffer.from("100644") }))),
    ],
    [
      "names a folder with a file of no name",
      serve((sink) => writeCommit(sink, writeTree(sink, [["100644", "", "x"]]))),
    ],
  ])("that %s is damaged", async (what, environment) => {
    const code = what.includes("no name") ? "name-refused" : "pack-damaged";
    expect(await failedClone(source, environment)).toMatchObject({ code });
  });

  it.each([
    ["a tag of a tag, seven times", tags(7, "commit")],
    ["a tag that says it is of a file", tags(1, "blob")],
  ])("may name %s", async (_, environment) => {
    expect(snapshotPaths((await clone(source, environment)).snapshot)).toEqual(["a"]);
  });
});
