import { describe, expect, test, vi } from "vitest";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { startEachWithEmptyDatabase, withRecords } from "#test/browser-database.ts";
import { openStorage } from "./persistence.ts";
import type { StoredWorkspace } from "./storage-shapes.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const snapshotOf = (text: string) =>
  createSnapshot([{ path: "a/SKILL.md", mode: snapshotMode.file, bytes: bytes(text) }]);

function workspace(id: string, meta: unknown = {}): StoredWorkspace {
  return {
    schema: 1,
    id,
    title: id,
    createdAt: 1,
    usedAt: 2,
    fileCount: 1,
    byteCount: 3,
    mounts: [{ id: "m", meta }],
    state: {},
  };
}

function damage(key: IDBValidKey): Promise<void> {
  return withRecords((records) => {
    const request = records.get(key);
    request.onsuccess = () => {
      const { size } = request.result.bytes;
      records.put({ ...request.result, bytes: new Blob([new Uint8Array(size)]) }, key);
    };
  });
}

async function keysKept(): Promise<unknown> {
  let found: unknown;
  await withRecords((records) => {
    const request = records.getAllKeys();
    request.onsuccess = () => {
      found = request.result;
    };
  });
  return found;
}

startEachWithEmptyDatabase();

describe("generations of a mount's base", () => {
  test("the one before stays until the next", async () => {
    const storage = await openStorage();
    for (const text of ["one", "two", "three"]) await storage.saveMount(workspace("w"), "m", snapshotOf(text));
    expect(await keysKept()).toEqual([
      ["base", "w", "m", 2],
      ["base", "w", "m", 3],
      ["workspace", "w"],
    ]);
    expect((await storage.load("w"))?.mounts.get("m")).toEqual({
      base: snapshotOf("three"),
      generation: 3,
      edits: new Map(),
    });
  });

  test("stand in for a damaged newest one, with what was known of the mount then", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w", { commit: "old" }), "m", snapshotOf("one"));
    await storage.saveMount(workspace("w", { commit: "new" }), "m", snapshotOf("two"));
    await storage.saveEdits("w", "m", new Map([["/a/SKILL.md", bytes("mine")]]));
    await damage(["base", "w", "m", 2]);
    const loaded = await storage.load("w");
    expect(loaded?.damaged.size).toBe(0);
    expect(loaded?.mounts.get("m")).toEqual({
      base: snapshotOf("one"),
      generation: 1,
      edits: new Map([["/a/SKILL.md", bytes("mine")]]),
      previous: { meta: { commit: "old" } },
    });
  });

  test("are damaged only when all are", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w"), "m", snapshotOf("one"));
    await storage.saveMount(workspace("w"), "m", snapshotOf("two"));
    await damage(["base", "w", "m", 1]);
    await damage(["base", "w", "m", 2]);
    expect([...((await storage.load("w"))?.damaged.keys() ?? [])]).toEqual(["m"]);
  });

  test("are not kept where there is no room for two", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w"), "m", snapshotOf("one"));
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await storage.saveMount(workspace("w"), "m", snapshotOf("two"));
    expect(await keysKept()).toEqual([
      ["base", "w", "m", 2],
      ["workspace", "w"],
    ]);
  });

  test("a base from before there were any is read, and superseded", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w"), "m", snapshotOf("one"));
    await withRecords((records) => {
      const request = records.get(["base", "w", "m", 1]);
      request.onsuccess = () => {
        const { generation: _, ...record } = request.result;
        records.put(record, ["base", "w", "m"]);
        records.delete(["base", "w", "m", 1]);
      };
    });
    expect((await storage.load("w"))?.mounts.get("m")).toMatchObject({ base: snapshotOf("one"), generation: 0 });
    await storage.saveMount(workspace("w"), "m", snapshotOf("two"));
    expect((await storage.load("w"))?.mounts.get("m")).toMatchObject({ base: snapshotOf("two"), generation: 1 });
  });

  test("a known one is not read again, a newer one is", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w"), "m", snapshotOf("one"));
    const known = (await storage.load("w"))?.mounts;
    expect((await storage.load("w", known))?.mounts.get("m")?.base).toBe(known?.get("m")?.base);
    await storage.saveMount(workspace("w"), "m", snapshotOf("two"));
    expect((await storage.load("w", known))?.mounts.get("m")?.base).toEqual(snapshotOf("two"));
  });
});

describe("a save that is cut off", () => {
  test("leaves the whole of the old one", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w", "old"), "m", snapshotOf("one"));
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
      const request = put.call(this, value, key);
      // As when the page is killed between two requests of one save.
      if (Array.isArray(key) && key[0] === "base") request.onsuccess = () => this.transaction.abort();
      return request;
    });
    await expect(storage.saveMount(workspace("w", "new"), "m", snapshotOf("two"))).rejects.toBeTruthy();
    vi.restoreAllMocks();
    const loaded = await storage.load("w");
    expect(loaded?.workspace).toEqual(workspace("w", "old"));
    expect(loaded?.mounts.get("m")?.base).toEqual(snapshotOf("one"));
  });
});

describe("a browser that stores no blobs", () => {
  test("keeps all files", async () => {
    const { put, add } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
      if (!(value instanceof Blob) && !(value?.bytes instanceof Blob)) return put.call(this, value, key);
      // Safari's request fails later, and its transaction with it.
      put.call(this, "", key);
      return add.call(this, "", key);
    });
    const storage = await openStorage();
    await storage.saveMount(workspace("w"), "m", snapshotOf("one"));
    await storage.saveMount(workspace("w"), "m", snapshotOf("two"));
    await storage.savePiece("w", "m", snapshotOf("piece"));
    expect((await storage.load("w"))?.mounts.get("m")?.base).toEqual(snapshotOf("two"));
    expect(await storage.pieces("w", "m")).toEqual([snapshotOf("piece")]);
  });

  test("says why it has not saved, though a request failed first", async () => {
    const storage = await openStorage();
    await storage.saveMeta(workspace("w"));
    const { add } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, _, key) {
      return add.call(this, "", key);
    });
    const failed = { failure: { code: "storage-failed", detail: expect.stringContaining("ConstraintError") } };
    await expect(storage.saveMeta(workspace("w"))).rejects.toMatchObject(failed);
  });
});

describe("a workspace of a newer page", () => {
  const newer = { ...workspace("w"), schema: 2 };

  test("is neither read nor written", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w"), "m", snapshotOf("one"));
    await withRecords((records) => records.put(newer, ["workspace", "w"]));
    const before = await keysKept();
    const refused = { failure: { code: "storage-newer" } };
    await expect(storage.load("w")).rejects.toMatchObject(refused);
    await expect(storage.saveMeta(workspace("w"))).rejects.toMatchObject(refused);
    await expect(storage.saveMount(workspace("w"), "m", snapshotOf("two"))).rejects.toMatchObject(refused);
    await expect(storage.saveEdits("w", "m", new Map([["/a", null]]))).rejects.toMatchObject(refused);
    await expect(storage.saveConversation("w", "c", {}, [])).rejects.toMatchObject(refused);
    await expect(storage.removeMount(workspace("w"), "m")).rejects.toMatchObject(refused);
    await expect(
      storage.saveAll({ workspace: workspace("w"), mounts: new Map(), conversations: new Map() }),
    ).rejects.toMatchObject(refused);
    await expect(storage.remove("w")).rejects.toMatchObject(refused);
    expect(await keysKept()).toEqual(before);
    expect(await storage.list()).toEqual([newer]);
  });
});

describe("records that vanish while the page is open", () => {
  test("are missed at the next save, and written anew as a whole", async () => {
    const storage = await openStorage();
    const edits = new Map([["/a/SKILL.md", bytes("mine")]]);
    await storage.saveMount(workspace("w"), "m", snapshotOf("one"));
    await withRecords((records) => records.clear());
    const gone = { failure: { code: "storage-gone" } };
    await expect(storage.saveEdits("w", "m", edits)).rejects.toMatchObject(gone);
    await expect(storage.saveConversation("w", "c", {}, [])).rejects.toMatchObject(gone);
    expect(await keysKept()).toEqual([]);
    await storage.saveAll({
      workspace: workspace("w"),
      mounts: new Map([["m", { base: snapshotOf("one"), edits }]]),
      conversations: new Map([["c", { head: {}, messages: ["said"] }]]),
    });
    const loaded = await storage.load("w");
    expect(loaded).toMatchObject({ workspace: workspace("w"), conversations: new Map([["c", { head: {} }]]) });
    expect(await storage.conversation("w", "c")).toMatchObject({ messages: ["said"] });
    expect(loaded?.mounts.get("m")).toMatchObject({ base: snapshotOf("one"), edits });
    await storage.saveConversation("w", "c", {}, []);
  });
});

describe("a connection that was closed", () => {
  test("is opened again", async () => {
    const storage = await openStorage();
    await storage.saveMeta(workspace("w"));
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("The connection was closed.", "InvalidStateError");
    });
    await storage.saveMeta({ ...workspace("w"), title: "again" });
    expect(await storage.list()).toMatchObject([{ title: "again" }]);
  });
});
