/**
 * Runs in the page that is killed: the application's storage on a browser's own database. Every save writes its number into all records, so
 * that a mixture shows.
 */

import { openStorage } from "#lib/storage/persistence.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import { createSnapshot, editedBytes, type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/** What is saved: a mount's files as fetched, or a person's edits. */
export type Saved = "mount" | "edits";

export interface ReadBack {
  /** The numbers found: one if nothing is torn; none if nothing was saved. */
  readonly numbers: readonly number[];
  /** Whether a record was damaged, or older than the workspace's record says. */
  readonly isDamaged: boolean;
}

declare global {
  /** Reports that the promise of save `n` was fulfilled. */
  function acknowledge(n: number): Promise<void>;
  function saveOn(saved: Saved, first: number): Promise<void>;
  function readBack(saved: Saved): Promise<ReadBack>;
}

const [id, mountId] = ["workspace", "mount"];
const paths = Array.from({ length: 12 }, (_, i) => `skills/s${i}/SKILL.md`);

/** Lengths vary between saves, like those of real files. */
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

/** Saves until the page is killed. */
globalThis.saveOn = async (saved, first) => {
  const storage = await openStorage();
  if (saved === "edits" && first === 1) await storage.saveMeta({ ...workspaceOf(0), mounts: [] });
  for (let n = first; ; n++) {
    if (saved === "mount") await storage.saveMount(workspaceOf(n), mountId, snapshotOf(n));
    else await storage.saveEdits(id, mountId, new Map(paths.map((path, i) => [`/${path}`, contentOf(n, i)])));
    // Not awaited: the next save is under way when the page dies.
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
  // A mount saves the workspace's record too, an edit does not.
  const recorded = saved === "mount" ? [Number(loaded.workspace.title)] : [];
  const numbers = new Set([...recorded, ...contents.flatMap(numbersIn)]);
  return { numbers: [...numbers], isDamaged: contents.length !== paths.length || mount.previous !== undefined };
};

function numbersIn(bytes: Uint8Array): number[] {
  return [...new Set(new TextDecoder().decode(bytes).trimEnd().split(" "))].map(Number);
}
