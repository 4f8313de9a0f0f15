import { failureOf } from "#lib/failure.ts";
import type { BrokenRecord, LoadedWorkspace, WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import type { Core, FetchedSource } from "#lib/workspace/core.ts";
import { resumeArrival } from "#lib/workspace/mounts/arriving.ts";
import { followStoredFolders } from "#lib/workspace/mounts/live-mounts.ts";
import { canBeFetched } from "#lib/workspace/mounts/mount-source.ts";
import { remount } from "#lib/workspace/mounts/mounting.ts";
import { contentsOf, type StoredState } from "#lib/workspace/saving/contents.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";
import { loadStored, setBrokenAside } from "./load-stored.ts";
import { growOwnTree, showStored } from "./show-stored.ts";

export interface Restored {
  /** The query of the link it was opened by last. */
  readonly search: string;
  /** Its first mount with the files that were fetched; absent when every mount was removed. */
  readonly fetched?: FetchedSource;
  /** Mounts whose newest files are damaged or gone. */
  readonly damaged: readonly DamagedMount[];
}

export interface DamagedMount {
  readonly mount: Mount;
  /** Whether the files of the save before are shown. */
  readonly hasPrevious: boolean;
}

export interface RestoreOptions {
  /** Whether this tab saves the workspace. */
  readonly writes: boolean;
  /** A workspace read from a file, opened in place of the stored one. */
  readonly contents?: WorkspaceContents | undefined;
}

/**
 * Brings back files, edits, harness, selection and conversation as they were saved; `undefined` when
 * nothing is stored under this address or this browser keeps nothing. In either case the workspace has its own files
 * afterwards.
 */
export async function restoreWorkspace(
  core: Core,
  { writes, contents }: RestoreOptions,
): Promise<Restored | undefined> {
  const start = performance.now();
  const stored = contents ? asLoaded(contents) : await loadStored(core);
  if (stored && writes) await setBrokenAside(core, stored);
  core.saver.begin(writes, stored && contentsOf(stored));
  // Begun before anything is shown, so that the page says it is saving until the file is on the disk.
  if (contents) void core.saver.saveAll();
  if (!stored) {
    core.own = await growOwnTree(new Map(), core.closed);
    return undefined;
  }
  const refused: BrokenRecord[] = [];
  await showStored(core, stored, (mountId, path) => {
    refused.push({ key: ["edit", stored.workspace.id, mountId, path], isUsed: false });
  });
  if (writes && refused.length > 0 && !contents) await leaveOut(core, stored, refused);
  if (writes) delete core.read;
  const { search, selection, unsent, evals, trials } = stored.workspace.state as StoredState;
  core.store.setState({
    selection,
    ...(unsent && {
      messageText: unsent.text,
      attachments: unsent.attachments ?? [],
      queued: unsent.queued.map((line) => (typeof line === "string" ? { text: line, attachments: [] } : line)),
    }),
    ...(evals && { evals }),
    ...(trials && { trials }),
  });
  core.createdAt = stored.workspace.createdAt;
  if (writes) followStoredFolders(core, stored);
  performance.measure("restore", { start });
  return describe(core.store.getState().mounts, stored, search);
}

/** Fetches lost files again. Where an older copy of them is shown, only when the person asks for it. */
export async function mendDamaged(core: Core, damaged: Restored["damaged"]): Promise<void> {
  for (const { mount, hasPrevious } of damaged) {
    if (!hasPrevious) {
      await remount(core, mount);
      continue;
    }
    core.retry = () => remount(core, mount);
    const failure = { code: "base-damaged", label: mount.label } as const;
    core.store.setState({ activity: { kind: "failed", label: mount.label, failure } });
  }
}

/** Tries again to fetch all files that are missing: lost ones, and those of a mount that stopped arriving. */
export async function fetchMissing(core: Core): Promise<void> {
  const { mounts, missing, arriving } = core.store.getState();
  const stopped = mounts.filter(({ id }) => arriving.get(id)?.kind === "stopped");
  const resumed = Promise.all(stopped.map((mount) => resumeArrival(core, mount)));
  for (const mount of mounts) if (missing.includes(mount.id) && canBeFetched(mount)) await remount(core, mount);
  await resumed;
}

/** Deletes what is set aside of this workspace. The first page offers it, too, should this fail. */
export async function removeAside(core: Core): Promise<void> {
  try {
    await (await core.storage).removeAside({ workspaceId: core.store.getState().id, isWhole: false });
    core.store.setState({ losses: [] });
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    core.retry = () => removeAside(core);
    core.store.setState({ activity: { kind: "failed", label: core.store.getState().title, failure } });
  }
}

/** Sets aside the edits that do not fit over their source's files: they are neither shown nor saved again. */
async function leaveOut(core: Core, stored: LoadedWorkspace, refused: readonly BrokenRecord[]): Promise<void> {
  const keys = new Set(refused.map(({ key: [, , mountId, path] }) => `${mountId}:${path}`));
  const mounts = [...stored.mounts].map(([id, mount]) => {
    const edits = new Map([...mount.edits].filter(([path]) => !keys.has(`${id}:${path}`)));
    return [id, { ...mount, edits }] as const;
  });
  await setBrokenAside(core, { ...stored, broken: refused });
  core.saver.begin(true, contentsOf({ ...stored, mounts: new Map(mounts) }));
}

function describe(mounts: readonly Mount[], stored: LoadedWorkspace, search: string): Restored {
  const [first] = mounts;
  const base = first && stored.mounts.get(first.id)?.base;
  return {
    search,
    ...(base && { fetched: { ...first, snapshot: base, notices: [] } }),
    damaged: mounts.flatMap((mount): DamagedMount[] => {
      const kept = stored.mounts.get(mount.id);
      const isDamaged = stored.damaged.has(mount.id) || kept?.previous !== undefined;
      return isDamaged ? [{ mount, hasPrevious: kept !== undefined }] : [];
    }),
  };
}

function asLoaded(contents: WorkspaceContents): LoadedWorkspace {
  const mounts = [...contents.mounts].map(([id, mount]) => [id, { ...mount, generation: 0 }] as const);
  return { ...contents, mounts: new Map(mounts), damaged: new Map(), broken: [] };
}
