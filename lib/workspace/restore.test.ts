import { expect, test } from "vitest";
import { readText } from "#lib/vfs/files.ts";
import { openStorage } from "#lib/vfs/persistence.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { createPageFixture, until } from "./page-fixture.ts";

const skill = (text: string) => `---\nname: greet\ndescription: ${text}\n---\n`;
const skillPath = "/workspace/.agents/skills/greet/SKILL.md";
const page = createPageFixture();

/** Opens pasted text, waits until it is kept, and closes it again. */
async function keepWorkspace(): Promise<void> {
  const workspace = page.openText(skill("old"));
  await until(workspace, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  workspace.close();
}

async function changeRecord(key: IDBValidKey, change: (record: never) => unknown): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("skillground");
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction("records", "readwrite");
  const records = transaction.objectStore("records");
  const request = records.get(key);
  request.onsuccess = () => records.put(change(request.result as never), key);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}

test("a damaged newest copy gives way to the one before it, which is said", async () => {
  await keepWorkspace();
  const storage = await openStorage();
  const stored = (await storage.load(page.path))?.workspace;
  if (!stored) throw new Error("nothing was kept");
  const mountId = stored.mounts[0]?.id ?? "";
  const bytes = new TextEncoder().encode(skill("new"));
  await storage.saveMount(
    stored,
    mountId,
    createSnapshot([{ path: "greet/SKILL.md", mode: snapshotMode.file, bytes }]),
  );
  await changeRecord(["base", page.path, mountId, 2], ({ bytes: blob, ...rest }: { bytes: Blob }) => ({
    ...rest,
    bytes: new Blob([new Uint8Array(blob.size)]),
  }));

  const workspace = page.open();
  const state = await until(workspace, ({ activity }) => activity.kind === "failed");
  expect(state.activity).toMatchObject({ failure: { code: "base-damaged", label: "greet" } });
  expect(readText(state.files, skillPath)).toBe(skill("old"));
  expect(state.storage.kind).toBe("saved");
});

test("a workspace that a newer page keeps is left as it is, which is said", async () => {
  await keepWorkspace();
  await changeRecord(["workspace", page.path], (record: object) => ({ ...record, schema: 2, novelty: true }));
  const workspace = page.openText(skill("new"));
  const state = await until(workspace, ({ phase }) => phase.kind === "ready");
  await workspace.actions.submit("/skills greet disable");
  await workspace.actions.chooseProfile("agentskills");
  expect(workspace.store.getState().storage).toMatchObject({ kind: "memory", failure: { code: "storage-newer" } });
  expect(readText(state.files, skillPath)).toBe(skill("new"));
  const [kept] = await (await openStorage()).list();
  expect(kept).toMatchObject({ schema: 2, novelty: true });
});

test("an opened file shows nothing as saved before it is", async () => {
  await keepWorkspace();
  const storage = await openStorage();
  const stored = await storage.load(page.path);
  if (!stored) throw new Error("nothing was kept");
  const copy = `${page.path}-copy`;
  const { mounts, conversation } = stored;
  const workspace = page.open({
    path: copy,
    contents: { workspace: { ...stored.workspace, id: copy }, mounts, conversation },
  });
  const shown = await until(workspace, (state) => state.mounts.length > 0);
  expect(shown.storage.kind).toBe("saving");
  await until(workspace, (state) => state.storage.kind === "saved");
  expect((await storage.load(copy))?.mounts.size).toBe(mounts.size);
});
