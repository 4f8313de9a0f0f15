import { describe, expect, it } from "vitest";
import { snapshotEntries, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { mayRead, readLiveFolder } from "./live-folder.ts";
import type { LiveFolder } from "./pick.ts";

interface Disk {
  /** Text and time by path. Changed by tests. */
  [path: string]: readonly [text: string, lastModified: number];
}

/** Why the bytes of a file cannot be read, by its path. */
type Refusals = Readonly<Record<string, DOMException | undefined>>;

/**
 * A folder handle as the browser provides it, over a disk that may change; `reads` records the files whose bytes were
 * requested.
 */
function folderOf(disk: Disk, reads: string[] = [], prefix = "", refusals: Refusals = {}): FileSystemDirectoryHandle {
  async function* entries() {
    const below = Object.keys(disk).filter((path) => path.startsWith(prefix));
    const names = new Set(below.map((path) => path.slice(prefix.length).split("/", 1)[0] ?? ""));
    for (const name of names) {
      const path = prefix + name;
      if (!disk[path]) yield [name, folderOf(disk, reads, `${path}/`, refusals)];
      else yield [name, { kind: "file", name, getFile: async () => fileOf(disk, reads, path, refusals) }];
    }
  }
  return { kind: "directory", name: "my-skills", entries } as unknown as FileSystemDirectoryHandle;
}

function fileOf(disk: Disk, reads: string[], path: string, refusals: Refusals): File {
  const there = disk[path];
  if (!there) throw new DOMException("gone", "NotFoundError");
  const file = new File([there[0]], path, { lastModified: there[1] });
  const arrayBuffer = async () => {
    const refusal = refusals[path];
    if (refusal) throw refusal;
    reads.push(path);
    return Blob.prototype.arrayBuffer.call(file);
  };
  return Object.assign(file, { arrayBuffer });
}

async function textsOf(reading: ReturnType<typeof readLiveFolder>) {
  const { snapshot } = await reading;
  return Object.fromEntries(
    Array.from(snapshotEntries(snapshot), ({ path, bytes }) => [path, new TextDecoder().decode(bytes)]),
  );
}

describe("a live folder", () => {
  it("is read whole, hidden files included, without what no tree holds", async () => {
    const disk: Disk = {
      ".agents/skills/pdf/SKILL.md": ["pdf", 1],
      "README.md": ["read", 1],
      ".git/config": ["secret", 1],
      ".DS_Store": ["finder", 1],
    };
    expect(await textsOf(readLiveFolder(folderOf(disk)))).toEqual({
      ".agents/skills/pdf/SKILL.md": "pdf",
      "README.md": "read",
    });
  });

  it("is read again only where time or size has changed", async () => {
    const disk: Disk = { a: ["one", 1], b: ["two", 1], "c/d": ["three", 1], gone: ["", 1] };
    const before = await readLiveFolder(folderOf(disk));
    disk.a = ["ONE", 2];
    disk.b = ["four!", 1];
    delete disk.gone;
    disk.new = ["five", 1];
    const reads: string[] = [];
    const after = readLiveFolder(folderOf(disk, reads), { before });
    expect(await textsOf(after)).toEqual({ a: "ONE", b: "four!", "c/d": "three", new: "five" });
    expect(reads.toSorted()).toEqual(["a", "b", "new"]);
    expect([...(await after).fresh].toSorted()).toEqual(["a", "b", "new"]);
    const again = await readLiveFolder(folderOf(disk, reads), { before: await after });
    expect(reads).toHaveLength(3);
    expect(again.snapshot).toBe((await after).snapshot);
  });

  it("is held to the rules of every source", async () => {
    const failing = (disk: Disk) => readLiveFolder(folderOf(disk));
    await expect(failing({})).rejects.toMatchObject({ failure: { code: "upload-empty" } });
    await expect(failing({ "a\nb": ["", 1] })).rejects.toMatchObject({ failure: { code: "name-refused" } });
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`f${n}`, ["", 1] as const]));
    await expect(failing(many)).rejects.toMatchObject({ failure: { code: "too-many-files" } });
  });

  it("has nothing of what vanishes while it is read, wherever that is noticed", async () => {
    const disk: Disk = { "a.md": ["one", 1], "a.md.tmp": ["half", 1], "tmp/b": ["half", 1] };
    const folder = folderOf(disk);
    const vanishing = (gone: readonly string[]) => {
      async function* entries() {
        for await (const entry of folder.entries()) {
          for (const path of gone) delete disk[path];
          yield entry;
        }
      }
      return { ...folder, entries } as unknown as FileSystemDirectoryHandle;
    };
    expect(await textsOf(readLiveFolder(vanishing(["a.md.tmp", "tmp/b"])))).toEqual({ "a.md": "one" });
    disk.c = ["half", 1];
    const late = new DOMException("gone", "NotFoundError");
    const broken = folderOf(disk, [], "", { c: late });
    const before = await readLiveFolder(broken);
    expect(snapshotPaths(before.snapshot)).toEqual(["a.md"]);
    expect(await textsOf(readLiveFolder(folderOf(disk), { before }))).toEqual({ "a.md": "one", c: "half" });
    await expect(readLiveFolder(vanishing(["a.md", "c"]))).rejects.toMatchObject({ failure: { code: "upload-empty" } });
  });

  it("has a file that is changed while it is read as it then is", async () => {
    const disk: Disk = { a: ["one", 1], b: ["two", 1] };
    const folder = folderOf(disk, [], "", {
      get a() {
        if (disk.a?.[1] === 2) return undefined;
        disk.a = ["changed", 2];
        return new DOMException("changed", "NotReadableError");
      },
    });
    const before = await readLiveFolder(folder);
    expect(await textsOf(Promise.resolve(before))).toEqual({ a: "changed", b: "two" });
    expect((await readLiveFolder(folder, { before })).snapshot).toBe(before.snapshot);
  });

  it("names a file that cannot be read, and stops when cancelled", async () => {
    const locked = folderOf({ a: ["one", 1] }, [], "", { a: new DOMException("locked", "NotReadableError") });
    await expect(readLiveFolder(locked)).rejects.toMatchObject({ failure: { code: "upload-unreadable", path: "a" } });
    const cancelled = readLiveFolder(folderOf({ a: ["", 1] }), { signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ failure: { code: "cancelled" } });
  });

  it("asks for permission only when told to", async () => {
    const asked: string[] = [];
    const locked = {
      queryPermission: async () => "prompt",
      requestPermission: async ({ mode }: { mode: string }) => {
        asked.push(mode);
        return "granted";
      },
    } as unknown as LiveFolder;
    expect(await mayRead(locked, false)).toBe(false);
    expect(asked).toEqual([]);
    expect(await mayRead(locked, true)).toBe(true);
    expect(asked).toEqual(["read"]);
  });
});
