import { inflateSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { mountLimits } from "#lib/vfs/limits.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { blobBomb } from "#test/servers/blob-bomb.ts";
import { failedClone, packTools } from "#test/servers/clone-from-server.ts";
import { writeCommit, writeTree } from "#test/servers/raw-objects.ts";
import { packedObjects, packServer, type RawPackEntry, rawPack } from "#test/servers/raw-pack.ts";
import { packLimits } from "./pack-budget.ts";

const source: GitSource = { kind: "git", url: "https://git.example.org/acme/bomb" };
const mebibyte = 1024 * 1024;
const bomb = blobBomb(300);

/** A pack with a commit of one file with this id, and these further entries. */
function packNaming(id: string, ...more: readonly RawPackEntry[]) {
  const { sink, entries } = packedObjects();
  const commit = writeCommit(sink, writeTree(sink, [["100644", "zeros.bin", { id }]]));
  return { commit, pack: rawPack([...entries, ...more]) };
}

/** How a clone of this pack ends, and by how many bytes this test's process exceeded its earlier peak. */
async function explode({ commit, pack }: ReturnType<typeof packNaming>) {
  const before = process.resourceUsage().maxRSS;
  const failure = await failedClone(source, { fetch: packServer(commit, pack) });
  return { failure, grown: (process.resourceUsage().maxRSS - before) * 1024 };
}

describe("a pack of 1.5 MB that inflates to 300", () => {
  beforeAll(() => packTools);

  it("is what it says", () => {
    expect(packNaming(bomb.id, bomb.entry).pack.length).toBeLessThan(1.5 * mebibyte);
    const small = blobBomb(2);
    expect(inflateSync(small.entry.deflated ?? "")).toEqual(Buffer.alloc(2 * mebibyte));
  });

  it("is refused without taking the room for it", async () => {
    const { failure, grown } = await explode(packNaming(bomb.id, bomb.entry));
    expect(failure).toEqual({ code: "too-large", limit: mountLimits.fileBytes, path: "zeros.bin" });
    expect(grown).toBeLessThan(100 * mebibyte);
  });

  it("is refused without taking the room for it where it says that it is small", async () => {
    const { failure, grown } = await explode(packNaming(bomb.id, { ...bomb.entry, claimed: mebibyte }));
    expect(failure).toMatchObject({ code: "pack-damaged" });
    expect(grown).toBeLessThan(100 * mebibyte);
  });

  it("is refused twice over, whether or not a tree names it", async () => {
    const second = blobBomb(301);
    const { failure, grown } = await explode(packNaming("1".repeat(40), bomb.entry, second.entry));
    expect(failure).toEqual({ code: "too-large", limit: packLimits.inflatedBytes });
    expect(grown).toBeLessThan(100 * mebibyte);
  });
});
