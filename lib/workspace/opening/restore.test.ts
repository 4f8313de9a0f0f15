import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { contentsOf } from "#lib/keeping/contents.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import { readText } from "#lib/vfs/files.ts";
import { createSnapshot, snapshotMode, snapshotPaths } from "#lib/vfs/snapshot.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { withRecords } from "#test/browser-database.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { commitFiles, createRepository } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";

const skill = (text: string) => `---\nname: greet\ndescription: ${text}\n---\n`;
const skillPath = "/workspace/.agents/skills/greet/SKILL.md";
const page = createPageFixture();

/** Opens pasted text, waits until it is saved, and closes it again. */
async function keepWorkspace(): Promise<void> {
  const workspace = page.openText(skill("old"));
  await until(workspace, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  await workspace.close();
}

function changeRecord(key: IDBValidKey, change: (record: never) => unknown): Promise<void> {
  return withRecords((records) => {
    const request = records.get(key);
    request.onsuccess = () => records.put(change(request.result as never), key);
  });
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

test("why it opened under its harness is known after a reload, until another is chosen", async () => {
  await keepWorkspace();
  const again = page.open();
  const { openedFor } = await until(again, ({ phase }) => phase.kind === "ready");
  expect(openedFor).toEqual({ kind: "usual" });
  await again.actions.chooseProfile("codex");
  await until(again, ({ storage }) => storage.kind === "saved");
  await again.close();
  const last = await until(page.open(), ({ phase }) => phase.kind === "ready");
  expect(last).toMatchObject({ profileId: "codex", openedFor: undefined });
});

test("an opened file shows nothing as saved before it is", async () => {
  await keepWorkspace();
  const storage = await openStorage();
  const stored = await storage.load(page.path);
  if (!stored) throw new Error("nothing was kept");
  const copy = `${page.path}-copy`;
  const { mounts, conversations } = stored;
  const workspace = page.open({
    path: copy,
    contents: { workspace: { ...stored.workspace, id: copy }, mounts, conversations },
  });
  const shown = await until(workspace, (state) => state.mounts.length > 0);
  expect(shown.storage.kind).toBe("saving");
  await until(workspace, (state) => state.storage.kind === "saved");
  expect((await storage.load(copy))?.mounts.size).toBe(mounts.size);
});

test("files that only their person had are said to be gone, with nothing to fetch", async () => {
  await keepWorkspace();
  await withRecords((records) => records.delete(IDBKeyRange.bound(["base", page.path], ["base", page.path, []])));
  const workspace = page.open();
  const { activity, missing } = await until(workspace, (state) => state.activity.kind === "failed");
  expect(activity).toMatchObject({ failure: { code: "files-lost", label: "greet" } });
  await workspace.actions.fetchMissing();
  expect(missing).toHaveLength(1);
});

describe("a repository whose files did not survive", () => {
  let server: TestServer;
  let workspace: Workspace;
  const text = (name: string) => readText(workspace.store.getState().files, `/workspace/.agents/skills/greet/${name}`);

  beforeEach(async () => {
    vi.stubGlobal("Worker", ThreadlessWorker);
    server = await startTestServer({ "uploadpack.allowReachableSHA1InWant": "true" });
    const files = { "SKILL.md": skill("as opened"), "notes.md": "as opened", "old.sh": { executable: "old" } };
    const repository = createRepository(
      server.root,
      "acme/greet",
      Object.fromEntries(Object.entries(files).map(([name, content]) => [`skills/greet/${name}`, content])),
    );
    const source = server.source("acme/greet");
    workspace = page.open({ own: true, incoming: { kind: "source", source } });
    await until(workspace, ({ phase }) => phase.kind === "ready");
    const folder = "/workspace/.agents/skills/greet";
    const moves = [{ from: `${folder}/old.sh`, to: `${folder}/new.sh` }];
    await workspace.actions.applyFix({ label: "", moves, writes: [{ path: `${folder}/notes.md`, text: "mine" }] });
    await until(workspace, ({ storage }) => storage.kind === "saved");
    await workspace.close();
    commitFiles(repository, "main", { "skills/greet/SKILL.md": skill("moved on") });
    await withRecords((records) => records.delete(IDBKeyRange.bound(["base", page.path], ["base", page.path, []])));
  });
  afterEach(() => server.stop());

  it("is fetched again at its commit, with the person's changes over it, and kept", async () => {
    workspace = page.open();
    const { mounts } = await until(workspace, () => text("notes.md") !== undefined);
    expect(text("SKILL.md")).toBe(skill("as opened"));
    expect([text("notes.md"), text("old.sh"), text("new.sh")]).toEqual(["mine", undefined, "old"]);
    await until(workspace, ({ storage, activity }) => storage.kind === "saved" && activity.kind === "idle");
    const kept = await (await openStorage()).load(page.path);
    expect(kept?.damaged.size).toBe(0);
    expect(snapshotPaths(kept?.mounts.get(mounts[0]?.id ?? "")?.base ?? createSnapshot([]))).toHaveLength(3);
    expect(kept?.mounts.get(mounts[0]?.id ?? "")?.edits.size).toBe(3);
    expect(workspace.store.getState().files.stat("/workspace/.agents/skills/greet/new.sh")?.executable).toBe(true);
  });

  it("is fetched again, too, where a workspace's file came without them", async () => {
    const loaded = await (await openStorage()).load(page.path);
    if (!loaded) throw new Error("nothing was kept");
    const contents = contentsOf(loaded);
    const path = "/local/from-file";
    workspace = page.open({
      path,
      own: true,
      contents: { ...contents, workspace: { ...contents.workspace, id: path } },
    });
    await until(workspace, () => text("SKILL.md") !== undefined);
    expect([text("SKILL.md"), text("notes.md")]).toEqual([skill("as opened"), "mine"]);
  });

  it("keeps the person's changes while its host does not answer, until it is tried again", async () => {
    server.faults.set("/acme", { kind: "status", status: 503 });
    workspace = page.open();
    const { activity } = await until(workspace, ({ activity: { kind } }) => kind === "failed");
    expect(activity).toMatchObject({ failure: { code: "server-error" } });
    server.faults.clear();
    await workspace.actions.retryMount();
    expect([text("SKILL.md"), text("notes.md")]).toEqual([skill("as opened"), "mine"]);
  });

  it("is said to be missing until it is fetched again, also when the failure is no longer shown", async () => {
    server.faults.set("/acme", { kind: "status", status: 503 });
    workspace = page.open();
    const { mounts, missing } = await until(workspace, ({ activity: { kind } }) => kind === "failed");
    expect(missing).toEqual(mounts.map(({ id }) => id));
    workspace.actions.dismissFailure();
    await workspace.actions.fetchMissing();
    expect(workspace.store.getState()).toMatchObject({ activity: { kind: "failed" }, missing });
    server.faults.clear();
    await workspace.actions.fetchMissing();
    expect(workspace.store.getState()).toMatchObject({ activity: { kind: "idle" }, missing: [] });
    expect(text("notes.md")).toBe("mine");
  });
});
