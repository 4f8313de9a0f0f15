/**
 * What runs in the page that is killed: the storage as the application uses it, in a browser's own database. Every
 * save holds its number in all that it writes, so that a mixture shows.
 */

import { openStorage } from "#lib/storage/persistence.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { createSnapshot, editedBytes, type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/** What is saved: a mount's files as they were fetched, or a person's changes to them. */
export type Saved = "mount" | "edits";

export interface ReadBack {
  /** The numbers found: one, if nothing is torn; none, if nothing was saved. */
  readonly numbers: readonly number[];
  /** Whether something was found damaged, or older than what the workspace's record tells. */
  readonly isDamaged: boolean;
}

declare global {
  /** The promise of save number `n` was kept. */
  function acknowledge(n: number): Promise<void>;
  function saveOn(saved: Saved, first: number): Promise<void>;
  function readBack(saved: Saved): Promise<ReadBack>;
}

const [id, mountId] = ["workspace", "mount"];
const paths = Array.from({ length: 12 }, (_, i) => `skills/s${i}/SKILL.md`);

/** Of other lengths each time, as files are. */
function contentOf(n: number, path: number): Uint8Array {
  return new TextEncoder().encode(`${n} `.repeat(2000 + ((n * 7919 + path * 104_729) % 20_000)));
}

function workspaceOf(n: number): StoredWorkspace {
  const counts = { createdAt: 1, usedAt: n, fileCount: paths.length, byteCount: n };
  return { schema: 1, id, title: String(n), ...counts, mounts: [{ id: mountId, meta: n }], state: { n } };
}

function snapshotOf(n: number): Snapshot {
  return createSnapshot(paths.map((path, i) => ({ path, mode: snapshotMode.file, bytes: contentOf(n, i) })));
}

/** Saves until the page is gone. */
globalThis.saveOn = async (saved, first) => {
  const storage = await openStorage();
  if (saved === "edits" && first === 1) await storage.saveMeta({ ...workspaceOf(0), mounts: [] });
  for (let n = first; ; n++) {
    if (saved === "mount") await storage.saveMount(workspaceOf(n), mountId, snapshotOf(n));
    else await storage.saveEdits(id, mountId, new Map(paths.map((path, i) => [`/${path}`, contentOf(n, i)])));
    // Not waited for: the next save is under way when the page dies.
    void acknowledge(n);
  }
};

globalThis.readBack = async (saved) => {
  const loaded = await (await openStorage()).load(id);
  const mount = loaded?.mounts.get(mountId);
  if (!loaded || !mount) return { numbers: [], isDamaged: (loaded?.damaged.size ?? 0) > 0 };
  const contents =
    saved === "mount"
      ? Array.from(snapshotEntries(mount.base), ({ bytes }) => bytes)
      : [...mount.edits.values()].map((edit) => editedBytes(edit) ?? new Uint8Array());
  // The record of the workspace goes with a mount, and not with an edit.
  const recorded = saved === "mount" ? [Number(loaded.workspace.title)] : [];
  const numbers = new Set([...recorded, ...contents.flatMap(numbersIn)]);
  return { numbers: [...numbers], isDamaged: contents.length !== paths.length || mount.previous !== undefined };
};

function numbersIn(bytes: Uint8Array): number[] {
  return [...new Set(new TextDecoder().decode(bytes).trimEnd().split(" "))].map(Number);
}
