import { expect, test, vi } from "vitest";
import type { StorageState } from "#lib/state/state.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { startEachWithEmptyDatabase } from "#test/browser-database.ts";
import { createSaver } from "./saver.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const snapshot = createSnapshot([{ path: "a/SKILL.md", mode: snapshotMode.file, bytes: bytes("one") }]);
const edits = new Map([["/a/SKILL.md", bytes("mine")]]);
const said = { head: { name: "C" }, messages: ["said"], changed: [0] };
const workspace: StoredWorkspace = {
  schema: 1,
  id: "w",
  title: "w",
  createdAt: 1,
  usedAt: 2,
  fileCount: 1,
  byteCount: 3,
  mounts: [{ id: "m", meta: {} }],
  state: {},
};

startEachWithEmptyDatabase();

function startSaver() {
  const storage = openStorage();
  const onDropped = vi.fn();
  const states: StorageState[] = [];
  const saver = createSaver({
    workspaceId: "w",
    record: () => workspace,
    storage,
    onState: (state) => states.push(state),
    onSaved: () => undefined,
    onDropped,
  });
  saver.begin(true);
  return { saver, states, storage, onDropped };
}

/** The browser removes the site's records silently. */
async function evict(): Promise<void> {
  const other = await openStorage();
  await other.remove("w");
}

function fillDisk() {
  return vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
}

test("what the browser removed is written anew as a whole at the next save", async () => {
  const { saver, states, storage } = startSaver();
  await saver.saveMount("m", snapshot);
  await saver.saveEdits("m", edits);
  await evict();
  await saver.saveConversation("c", said);
  const loaded = await (await storage).load("w");
  expect(loaded).toMatchObject({ workspace });
  expect(await (await storage).conversation("w", "c")).toMatchObject({ head: { name: "C" }, messages: ["said"] });
  expect(loaded?.mounts.get("m")).toMatchObject({ base: snapshot, edits });
  expect(states.at(-1)).toEqual({ kind: "saved" });
});

test("an edit that restores what the snapshot has is no edit any more", async () => {
  const { saver, storage } = startSaver();
  await saver.saveMount("m", snapshot);
  await saver.saveEdits("m", new Map([...edits, ["/b", bytes("new")]]));
  await saver.saveEdits(
    "m",
    new Map([
      ["/a/SKILL.md", bytes("one")],
      ["/b", null],
    ]),
  );
  expect(saver.contents()?.mounts.get("m")?.edits.size).toBe(0);
  expect((await (await storage).load("w"))?.mounts.get("m")?.edits.size).toBe(0);
});

test("making a file executable is a change, whatever its bytes", async () => {
  const { saver } = startSaver();
  const executable = { bytes: bytes("one"), executable: true } as const;
  await saver.saveMount("m", snapshot);
  await saver.saveEdits("m", new Map([["/a/SKILL.md", executable]]));
  expect(saver.contents()?.mounts.get("m")?.edits.get("/a/SKILL.md")).toEqual(executable);
});

test("without room it goes on in memory, says so, and saves all of it once there is", async () => {
  const { saver, states, storage } = startSaver();
  await saver.saveMount("m", snapshot);
  const disk = fillDisk();
  await saver.saveEdits("m", edits);
  expect(states.at(-1)).toMatchObject({ kind: "memory", failure: { code: "quota-exceeded", needed: 4 } });
  await saver.saveConversation("c", said);
  expect(saver.contents()?.conversations.get("c")).toMatchObject({ messages: ["said"] });
  disk.mockRestore();
  await saver.saveMeta();
  expect(states.at(-1)).toEqual({ kind: "saved" });
  const loaded = await (await storage).load("w");
  expect(loaded?.mounts.get("m")?.edits).toEqual(edits);
  expect(await (await storage).conversation("w", "c")).toMatchObject({ messages: ["said"] });
});

test("what could not be kept stays said by name, however often it is tried, until it is kept", async () => {
  const { saver, states } = startSaver();
  await saver.saveMount("m", snapshot);
  const disk = fillDisk();
  await saver.saveEdits("m", edits);
  expect(states.at(-1)).toMatchObject({ canTryAgain: true, unsaved: new Set(["m:/a/SKILL.md"]) });
  states.length = 0;
  await saver.saveConversation("c", said);
  await saver.saveEdits("m", new Map([["/b", bytes("new")]]));
  await saver.saveAll();
  expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(["memory"]));
  expect(states.at(-1)).toMatchObject({ unsaved: new Set(["m:/a/SKILL.md", "m:/b"]) });
  disk.mockRestore();
  states.length = 0;
  await saver.saveAll();
  expect(states).toEqual([{ kind: "saved" }]);
  fillDisk();
  await saver.saveEdits("m", new Map([["/c", bytes("later")]]));
  expect(states.at(-1)).toMatchObject({ unsaved: new Set(["m:/c"]) });
});

test("of many saves that wait for room one writes the whole, not each", async () => {
  const { saver, states, storage } = startSaver();
  await saver.saveMount("m", snapshot);
  const full = fillDisk();
  await saver.saveEdits("m", edits);
  const saveAll = vi.spyOn(await storage, "saveAll");
  const typing = Array.from({ length: 20 }, () => saver.saveDrafts());
  await Promise.all([...typing, saver.saveEdits("m", new Map([["/b", bytes("new")]]))]);
  expect(saveAll.mock.calls.length).toBeLessThanOrEqual(2);
  expect(states.at(-1)).toMatchObject({ kind: "memory", unsaved: new Set(["m:/a/SKILL.md", "m:/b"]) });
  full.mockRestore();
  await Promise.all([saver.saveDrafts(), saver.saveDrafts()]);
  expect(states.at(-1)).toEqual({ kind: "saved" });
  expect((await (await storage).load("w"))?.mounts.get("m")?.edits.size).toBe(2);
});

test("what is changed after a workspace was given up is told as not kept, and not to be kept", async () => {
  const { saver, states } = startSaver();
  await saver.saveMount("m", snapshot);
  saver.giveUp({ code: "storage-gone" });
  await saver.saveEdits("m", edits);
  expect(states.at(-1)).toMatchObject({
    kind: "memory",
    canTryAgain: false,
    unsaved: new Set(["m:/a/SKILL.md"]),
    failure: { code: "storage-gone" },
  });
});

test("records removed and no room left: it goes on in memory", async () => {
  const { saver, states } = startSaver();
  await saver.saveMount("m", snapshot);
  await evict();
  fillDisk();
  await saver.saveConversation("c", said);
  expect(states.at(-1)).toMatchObject({ kind: "memory", failure: { code: "quota-exceeded" } });
});

test("what a person deleted is not written again", async () => {
  const { saver, states, storage } = startSaver();
  await saver.saveMount("m", snapshot);
  await evict();
  saver.giveUp({ code: "storage-gone" });
  await saver.saveConversation("c", said);
  expect(await (await storage).list()).toEqual([]);
  expect(states.at(-1)).toMatchObject({ kind: "memory", failure: { code: "storage-gone" } });
});

test("a workspace of which nothing is kept is not called saved", async () => {
  const { saver, states } = startSaver();
  expect(states.at(-1)).toEqual({ kind: "nothing" });
  await saver.saveMeta();
  expect(states.at(-1)).toEqual({ kind: "saved" });
});

test("nothing is saved before it begins, nor while another tab does", async () => {
  const { saver, storage } = startSaver();
  saver.begin(false);
  await saver.saveMount("m", snapshot);
  expect(await (await storage).list()).toEqual([]);
});

test("is not saved from the moment it is given, until all that was given is", async () => {
  const { saver, states } = startSaver();
  const shown = Promise.withResolvers<void>();
  const first = saver.saveMount("m", snapshot, shown.promise);
  expect(states.at(-1)).toEqual({ kind: "saving" });
  const second = saver.saveEdits("m", edits);
  states.length = 0;
  shown.resolve();
  await first;
  expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(["saving"]));
  await second;
  expect(states.at(-1)).toEqual({ kind: "saved" });
});

test("drafts are saved without a word, and nothing is called saved with them that is not yet", async () => {
  const { saver, states } = startSaver();
  await saver.saveMount("m", snapshot);
  states.length = 0;
  await saver.saveDrafts();
  expect(new Set(states.map(({ kind }) => kind))).toEqual(new Set(["saved"]));
  const drafts = saver.saveDrafts();
  const change = saver.saveEdits("m", edits);
  states.length = 0;
  await drafts;
  expect(states).not.toContainEqual({ kind: "saved" });
  await change;
  expect(states.at(-1)).toEqual({ kind: "saved" });
});

test("what could not be shown is saved all the same", async () => {
  const { saver, storage } = startSaver();
  await saver.saveMount("m", snapshot, Promise.reject(new Error("The page is closing.")));
  expect((await (await storage).load("w"))?.mounts.get("m")?.base).toEqual(snapshot);
});

test("the browser is asked to keep it once, after the first change of a person's own", async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal("navigator", { storage: { persist, persisted: async () => false } });
  const { saver } = startSaver();
  await saver.saveMount("m", snapshot);
  await saver.saveMeta();
  expect(persist).not.toHaveBeenCalled();
  await saver.saveEdits("m", edits);
  await saver.saveConversation("c", said);
  expect(persist).toHaveBeenCalledTimes(1);
});

test("saves that another tab's taking over leaves unwritten are told of", async () => {
  const { saver, storage, onDropped } = startSaver();
  const shown = Promise.withResolvers<void>();
  const saving = saver.saveMount("m", snapshot, shown.promise);
  saver.begin(false);
  shown.resolve();
  await saving;
  expect(await (await storage).load("w")).toBeUndefined();
  expect(onDropped).toHaveBeenCalledTimes(1);
});
