import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { importWorkspace } from "#lib/keeping/archive/import-workspace.ts";
import { comparisonDocument } from "#lib/report/compare/comparison-file.ts";
import { isUnverified, type Mount } from "#lib/state/mount.ts";
import { createSnapshot, type SnapshotEntry, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { startTestServer, type TestServer } from "#test/servers/clone-from-server.ts";
import { commitFiles, createRepository, type GitFile } from "#test/servers/git-repository.ts";
import { ThreadlessWorker } from "#test/servers/threadless-worker.ts";
import type { Workspace } from "../open-workspace.ts";
import { createPageFixture, until } from "../page-fixture.ts";

const files: Record<string, GitFile> = {
  "skills/a/SKILL.md": "---\nname: a\ndescription: Of a.\n---\n",
  "skills/a/run.sh": { executable: "echo\n" },
  "skills/a/gone.md": "gone\n",
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ "uploadpack.allowReachableSHA1InWant": "true" });
  const repository = createRepository(server.root, "acme/skills", files);
  first = repository;
});
afterAll(() => server.stop());
let first: string;

const page = createPageFixture();
let workspace: Workspace;
const mount = () => workspace.store.getState().mounts[0] as Mount;

beforeEach(() => vi.stubGlobal("Worker", ThreadlessWorker));

/** Opens a workspace file saved from the repository, with some files replaced. */
async function openImported(change: (entries: SnapshotEntry[]) => SnapshotEntry[]): Promise<void> {
  const incoming = { kind: "source", source: server.source("acme/skills") } as const;
  const honest = page.open({ path: "/local/honest", own: true, incoming });
  await until(honest, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  const file = await honest.actions.exportFile();
  if (!file) throw new Error("nothing was saved");
  const read = await importWorkspace(page.path, file.name, file);
  const mounts = [...read.mounts].map(([id, { base, edits }]) => {
    const forged = id === "own" ? base : createSnapshot(change([...snapshotEntries(base)]));
    return [id, { base: forged, edits }] as const;
  });
  workspace = page.open({ own: true, contents: { ...read, mounts: new Map(mounts) } });
  await until(workspace, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
}

it("marks imported files as not verified, over a reload and in all that is made of them", async () => {
  await openImported((entries) => entries);
  expect(isUnverified(mount())).toBe(true);
  const comparison = await workspace.actions.compareHarnesses();
  expect(comparison && comparisonDocument(comparison).workspace.sources).toMatchObject([{ unverified: true }]);
  await workspace.actions.checkForUpdate(mount().id);
  expect(workspace.store.getState().activity.kind).toBe("idle");
  await workspace.close();
  workspace = page.open();
  await until(workspace, ({ phase }) => phase.kind === "ready");
  expect(isUnverified(mount())).toBe(true);
});

it("verifies files that are those of the commit, though their branch has moved on", async () => {
  await openImported((entries) => entries);
  commitFiles(first, "main", { ...files, "later.md": "later\n" });
  await workspace.actions.compareWithHost(mount().id);
  const { activity } = workspace.store.getState();
  expect(activity).toMatchObject({ kind: "compared", compared: { changes: [], state: mount().commit } });
  expect(mount().imported).toEqual({ verified: mount().commit });
  await workspace.close();
  workspace = page.open();
  await until(workspace, ({ phase }) => phase.kind === "ready");
  expect(isUnverified(mount())).toBe(false);
});

it("tells every file and mode that differs, and leaves the mount not verified", async () => {
  const bytes = new TextEncoder().encode("---\nname: a\ndescription: Does something else.\n---\n");
  await openImported((entries) => [
    ...entries
      .filter(({ path }) => !path.endsWith("gone.md"))
      .map((entry) => {
        if (entry.path.endsWith("SKILL.md")) return { ...entry, bytes };
        return entry.path.endsWith("run.sh") ? { ...entry, mode: 0 as const } : entry;
      }),
    { path: "skills/evil/SKILL.md", mode: 0, bytes },
  ]);
  await workspace.actions.compareWithHost(mount().id);
  const { activity } = workspace.store.getState();
  const changes = activity.kind === "compared" ? activity.compared.changes : [];
  expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    "changed /skills/a/SKILL.md",
    "removed /skills/a/gone.md",
    "mode /skills/a/run.sh",
    "added /skills/evil/SKILL.md",
  ]);
  expect(mount().imported).toEqual({ differing: 4 });
  expect(isUnverified(mount())).toBe(true);
});

it("leaves a mount as it was where its host does not answer, or the person stops it", async () => {
  await openImported((entries) => entries);
  server.faults.set("/acme", { kind: "status", status: 503 });
  await workspace.actions.compareWithHost(mount().id);
  expect(workspace.store.getState().activity).toMatchObject({ kind: "failed", failure: { code: "server-error" } });
  server.faults.clear();
  const comparing = workspace.actions.compareWithHost(mount().id);
  await until(workspace, ({ activity }) => activity.kind === "cloning");
  workspace.actions.cancelMount();
  await comparing;
  expect(workspace.store.getState().activity.kind).toBe("idle");
  expect(mount().imported).toEqual({});
});
