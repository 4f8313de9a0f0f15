import type { StoredWorkspace } from "#lib/storage/persistence.ts";
import type { LiveFolder } from "#lib/upload/live-folder.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { Mount, Selection, WorkspaceState } from "#lib/workspace/state.ts";
import type { Drafts } from "#lib/workspace/tree/drafts.ts";

/** What a workspace's record keeps beside its files and its conversation. */
export interface StoredState {
  readonly profileId: string;
  /** Absent in records from before there was such a switch. */
  readonly noSkills?: boolean;
  readonly selection: Selection;
  /** Absent where nothing is typed that is not saved. */
  readonly drafts?: Drafts;
  /** The query of the link it was opened by: the same link opened again restores, another one applies. */
  readonly search: string;
}

/** The record of `core` as it stands, to be saved. `usedAt` is now. */
export function workspaceRecord(core: Core): StoredWorkspace {
  const state = core.store.getState();
  return {
    schema: 1,
    id: state.id,
    title: state.title,
    createdAt: core.createdAt,
    usedAt: Date.now(),
    fileCount: sum(state.mounts, (mount) => mount.fileCount),
    byteCount: sum(state.mounts, (mount) => mount.byteCount),
    mounts: state.mounts.map((mount) => ({ id: mount.id, meta: storedMount(core, mount) })),
    state: storedState(state, core.search),
  };
}

/** A mount as it is kept: with the folder it follows, whose handle the database can hold. */
export type StoredMountMeta = Mount & { readonly folder?: LiveFolder };

function storedMount(core: Core, mount: Mount): StoredMountMeta {
  const folder = core.live.get(mount.id)?.folder;
  return folder ? { ...mount, folder } : mount;
}

function storedState({ profileId, noSkills, selection, drafts }: WorkspaceState, search: string): StoredState {
  return { profileId, noSkills, selection, ...(drafts.size > 0 && { drafts: atRest(drafts) }), search };
}

/** Whether one is being saved, or why it could not be, is no matter of the next visit. */
function atRest(drafts: Drafts): Drafts {
  return new Map([...drafts].map(([key, { base, text }]) => [key, { base, text }]));
}

function sum(mounts: readonly Mount[], count: (mount: Mount) => number): number {
  return mounts.reduce((total, mount) => total + count(mount), 0);
}
