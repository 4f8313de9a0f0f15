import { describe, expect, test, vi } from "vitest";
import { createSnapshot, editedBytes, snapshotMode } from "#lib/vfs/snapshot.ts";
import { startEachWithEmptyDatabase, withRecords } from "#test/browser-database.ts";
import { openStorage } from "./persistence.ts";
import { createBaseRecord, formerPartSize, type StoredWorkspace } from "./storage-shapes.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const snapshot = createSnapshot([
  { path: "a/SKILL.md", mode: snapshotMode.file, bytes: bytes("---\nname: a\n---") },
  { path: "a/run.sh", mode: snapshotMode.executable, bytes: bytes("echo") },
]);

function workspace(id: string, ...mounts: string[]): StoredWorkspace {
  return {
    schema: 1,
    id,
    title: id.toUpperCase(),
    createdAt: 1,
    usedAt: 2,
    fileCount: 2,
    byteCount: snapshot.bytes.length,
    mounts: mounts.map((mount) => ({ id: mount, meta: { label: mount } })),
    state: { profileId: "kodelet" },
  };
}

startEachWithEmptyDatabase();

describe("keeping a workspace", () => {
  test("is done only when it is on the disk, whoever made what is kept", async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, "transaction");
    const storage = await openStorage();
    await storage.saveMount(workspace("w", "m"), "m", snapshot);
    await storage.saveMeta(workspace("w", "m"));
    await storage.saveEdits("w", "m", new Map([["/a/SKILL.md", bytes("edited")]]));
    await storage.saveConversation("w", "c", {}, []);
    await storage.removeMount(workspace("w"), "m");
    const writes = transaction.mock.calls.filter(([, mode]) => mode === "readwrite");
    // One of them asks whether the browser stores blobs.
    expect(writes.map(([, , options]) => options?.durability)).toEqual(Array(6).fill("strict"));
  });

  test("gives back what was saved, from another page", async () => {
    const first = await openStorage();
    await first.saveMount(workspace("w", "m"), "m", snapshot);
    await first.saveEdits("w", "m", new Map([["/a/SKILL.md", bytes("edited")]]));
    await first.saveEdits("w", "m", new Map([["/a/run.sh", null]]));
    await first.saveEdits("w", "own", new Map([["/home/user/note.md", bytes("mine")]]));
    await first.saveConversation("w", "c", { name: "C" }, [[0, { role: "user" }]]);

    const loaded = await (await openStorage()).load("w");
    expect(loaded?.workspace).toEqual(workspace("w", "m"));
    expect(loaded?.conversations).toEqual(new Map([["c", { head: { name: "C" } }]]));
    expect(await first.conversation("w", "c")).toMatchObject({ head: { name: "C" }, messages: [{ role: "user" }] });
    expect(loaded?.damaged.size).toBe(0);
    expect(loaded?.mounts.get("m")).toEqual({
      base: snapshot,
      generation: 1,
      edits: new Map<string, unknown>([
        ["/a/SKILL.md", bytes("edited")],
        ["/a/run.sh", null],
      ]),
    });
    expect(loaded?.mounts.get("own")?.edits).toEqual(new Map([["/home/user/note.md", bytes("mine")]]));
    expect(loaded?.mounts.get("own")?.base.modes).toHaveLength(0);
  });

  test("writes all anew but for conversations whose messages were not read, and without those that are gone", async () => {
    const storage = await openStorage();
    await storage.saveMeta(workspace("w"));
    for (const id of ["unread", "read", "gone"]) await storage.saveConversation("w", id, { id }, [[0, "said"]]);
    await withRecords((records) => records.put(["earlier"], ["conversation", "w"]));
    const conversations = new Map([
      ["unread", { head: { id: "unread" } }],
      ["read", { head: { id: "read" }, messages: ["said", "and more"] }],
      ["first", { head: undefined }],
    ]);
    await storage.saveAll({ workspace: workspace("w"), mounts: new Map(), conversations });
    expect([...((await storage.load("w"))?.conversations.keys() ?? [])]).toEqual(["first", "read", "unread"]);
    expect(await storage.conversation("w", "unread")).toMatchObject({ messages: ["said"] });
    expect(await storage.conversation("w", "read")).toMatchObject({ messages: ["said", "and more"] });
    expect(await storage.conversation("w", "first")).toMatchObject({ isEarlier: true, messages: ["earlier"] });
    expect(await storage.conversation("w", "gone")).toBeUndefined();
  });

  test("lists the records of all workspaces and nothing else", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w1", "m"), "m", snapshot);
    await storage.saveMeta(workspace("w2"));
    await storage.saveConversation("w2", "c", {}, []);
    expect(await storage.list()).toEqual([workspace("w1", "m"), workspace("w2")]);
    expect(await storage.load("w3")).toBeUndefined();
  });

  test("keeps only the bytes of a view, not the buffer below it", async () => {
    const storage = await openStorage();
    await storage.saveEdits("w", "m", new Map([["/a", new Uint8Array(1000).subarray(10, 13)]]));
    await storage.saveMeta(workspace("w"));
    const kept = (await storage.load("w"))?.mounts.get("m")?.edits.get("/a");
    expect(kept && editedBytes(kept)?.buffer.byteLength).toBe(3);
  });

  test("keeps which edited files are executable", async () => {
    const storage = await openStorage();
    const edits = new Map([["/run.sh", { bytes: new Uint8Array(1000).subarray(10, 13), executable: true } as const]]);
    await storage.saveEdits("w", "m", edits);
    await storage.saveMeta(workspace("w"));
    const kept = (await storage.load("w"))?.mounts.get("m")?.edits.get("/run.sh");
    expect(kept).toEqual({ bytes: new Uint8Array(3), executable: true });
    expect(kept && editedBytes(kept)?.buffer.byteLength).toBe(3);
  });

  test("takes edits back", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w", "m"), "m", snapshot);
    await storage.saveEdits(
      "w",
      "m",
      new Map([
        ["/a", bytes("1")],
        ["/b", bytes("2")],
      ]),
    );
    await storage.saveEdits("w", "m", new Map([["/c", null]]), ["/a"]);
    expect([...((await storage.load("w"))?.mounts.get("m")?.edits.keys() ?? [])]).toEqual(["/b", "/c"]);
  });

  test("puts another snapshot with its edits in place of a mount's, and leaves those of others", async () => {
    const storage = await openStorage();
    for (const mount of ["m", "n"]) {
      await storage.saveMount(workspace("w", "m", "n"), mount, snapshot);
      await storage.saveEdits("w", mount, new Map([["/old", bytes("1")]]));
    }
    const base = createSnapshot([{ path: "b", mode: snapshotMode.file, bytes: bytes("new") }]);
    await storage.replaceMount(workspace("w", "m", "n"), "m", { base, edits: new Map([["/mine", null]]) });
    const loaded = await (await openStorage()).load("w");
    expect(loaded?.mounts.get("m")).toMatchObject({ base, generation: 2, edits: new Map([["/mine", null]]) });
    expect(loaded?.mounts.get("n")?.edits).toEqual(new Map([["/old", bytes("1")]]));
    // The earlier snapshot belongs to edits that are gone: it must not come back under the new ones.
    await withRecords((records) => records.delete(["base", "w", "m", 2]));
    expect((await storage.load("w"))?.damaged.get("m")).toEqual(new Map([["/mine", null]]));
  });

  test("forgets a mount, and a whole workspace, and no other", async () => {
    const storage = await openStorage();
    for (const id of ["w", "w-2"]) {
      await storage.saveMount(workspace(id, "m", "n"), "m", snapshot);
      await storage.saveMount(workspace(id, "m", "n"), "n", snapshot);
      await storage.saveEdits(id, "m", new Map([["/a", bytes("1")]]));
    }
    await storage.removeMount(workspace("w", "n"), "m");
    expect([...((await storage.load("w"))?.mounts.keys() ?? [])]).toEqual(["n"]);
    await storage.saveEdits("w", "n", new Map([["/a", bytes("1")]]));
    await storage.remove("w");
    expect(await storage.load("w")).toBeUndefined();
    await storage.saveMeta(workspace("w"));
    expect(await storage.load("w")).toMatchObject({ mounts: new Map(), conversations: new Map() });
    expect((await storage.load("w-2"))?.mounts.get("m")?.edits.size).toBe(1);
  });
});

describe("a snapshot that is hashed in several parts", () => {
  const large = createSnapshot([
    { path: "a.bin", mode: snapshotMode.file, bytes: new Uint8Array(9_000_000).map((_, index) => index) },
    { path: "b.bin", mode: snapshotMode.file, bytes: new Uint8Array(2_500_000).fill(7) },
  ]);

  test("comes back whole", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w", "m"), "m", large);
    const base = (await storage.load("w"))?.mounts.get("m")?.base;
    expect(base?.paths).toBe(large.paths);
    expect(base?.offsets).toEqual(large.offsets);
    // Comparing millions of elements one by one takes the runner seconds.
    expect(Buffer.compare(base?.bytes ?? new Uint8Array(), large.bytes)).toBe(0);
  });

  test("comes back whole from a record of before, which says nothing of its parts", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w", "m"), "m", snapshot);
    const { partSize: _, ...former } = await createBaseRecord(large, { partSize: formerPartSize });
    await withRecords((records) => void records.put({ ...former, generation: 1 }, ["base", "w", "m", 1]));
    const loaded = await (await openStorage()).load("w");
    expect(loaded?.mounts.get("m")?.base.paths).toBe(large.paths);
  });

  test("is packed after all that the page has yet to draw", async () => {
    // As a browser orders tasks: what goes on from a pause first, then those queued, such as React's, then those of the background.
    const queues = { pauses: [] as (() => void)[], usual: [] as (() => void)[], background: [] as (() => void)[] };
    vi.stubGlobal("scheduler", {
      yield: () => new Promise<void>((resolve) => queues.pauses.push(resolve)),
      postTask: (_: unknown, { priority }: { priority: "background" }) =>
        new Promise<void>((resolve) => queues[priority].push(resolve)),
    });
    let left = 20;
    const draw = () => {
      if (--left > 0) queues.usual.push(draw);
    };
    queues.usual.push(draw);
    const yetToDraw: number[] = [];
    const { digest } = crypto.subtle;
    vi.spyOn(crypto.subtle, "digest").mockImplementation((...args) => {
      yetToDraw.push(left);
      return digest.apply(crypto.subtle, args);
    });
    let isPacked = false;
    void createBaseRecord(large).then(() => {
      isPacked = true;
    });
    while (!isPacked) {
      (queues.pauses.shift() ?? queues.usual.shift() ?? queues.background.shift())?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    expect(new Set(yetToDraw)).toEqual(new Set([0]));
  });

  test("is replaced without a rest of the larger one before it", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w", "m"), "m", large);
    await storage.saveMount(workspace("w", "m"), "m", snapshot);
    expect((await storage.load("w"))?.mounts.get("m")?.base).toEqual(snapshot);
  });
});

describe("faults", () => {
  test("a snapshot changed on the disk is reported, and its edits are kept", async () => {
    const storage = await openStorage();
    await storage.saveMount(workspace("w", "m", "n"), "m", snapshot);
    await storage.saveMount(workspace("w", "m", "n"), "n", snapshot);
    await storage.saveEdits("w", "m", new Map([["/a/SKILL.md", bytes("edited")]]));
    await withRecords((records) => {
      const key = ["base", "w", "m", 1];
      const request = records.get(key);
      request.onsuccess = () => {
        const { size } = request.result.bytes;
        records.put({ ...request.result, bytes: new Blob([new Uint8Array(size)]) }, key);
      };
    });
    const loaded = await storage.load("w");
    expect([...(loaded?.mounts.keys() ?? [])]).toEqual(["n"]);
    expect(loaded?.damaged).toEqual(new Map([["m", new Map([["/a/SKILL.md", bytes("edited")]])]]));
  });

  test("a missing snapshot is reported", async () => {
    const storage = await openStorage();
    await storage.saveMeta(workspace("w", "m"));
    expect([...((await storage.load("w"))?.damaged.keys() ?? [])]).toEqual(["m"]);
  });

  test("a full disk is told with the bytes that were needed, and the old state stays", async () => {
    const storage = await openStorage();
    await storage.saveMeta(workspace("w"));
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await expect(storage.saveMount(workspace("w", "m"), "m", snapshot)).rejects.toMatchObject({
      failure: { code: "quota-exceeded", needed: snapshot.bytes.length },
    });
    put.mockRestore();
    expect((await storage.load("w"))?.workspace.mounts).toEqual([]);
  });

  test("a value that cannot be kept is a bug, not a fault of the disk", async () => {
    const storage = await openStorage();
    await expect(storage.saveConversation("w", "c", () => 1, [])).rejects.toMatchObject({ name: "DataCloneError" });
  });

  test("no database at all", async () => {
    vi.stubGlobal("indexedDB", undefined);
    await expect(openStorage()).rejects.toMatchObject({ failure: { code: "storage-missing" } });
  });

  test.each(["SecurityError", "InvalidStateError"])("a database that must not be used: %s", async (name) => {
    vi.stubGlobal("indexedDB", {
      open() {
        throw new DOMException("denied", name);
      },
    });
    await expect(openStorage()).rejects.toMatchObject({ failure: { code: "storage-missing" } });
  });

  test("a database of a newer page is left alone", async () => {
    await new Promise((resolve) => {
      const request = indexedDB.open("skillground", 99);
      request.onsuccess = () => resolve(request.result.close());
    });
    await expect(openStorage()).rejects.toMatchObject({ failure: { code: "storage-newer" } });
  });

  test("a newer page can take the database over; this one's saves then fail and say so", async () => {
    const storage = await openStorage();
    await new Promise((resolve) => {
      const request = indexedDB.open("skillground", 99);
      request.onsuccess = () => resolve(request.result.close());
    });
    await expect(storage.saveMeta(workspace("w"))).rejects.toMatchObject({ failure: { code: "storage-newer" } });
  });
});
