import type { ChatMessage } from "#lib/chat/message.ts";
import { restingStatus } from "#lib/chat/settle-messages.ts";
import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import type { Core, FetchedSource } from "./core.ts";
import { growTree } from "./grow-tree.ts";
import { followFolder } from "./live-mounts.ts";
import { type MountTree, ownMountId } from "./mount-points.ts";
import { place } from "./place.ts";
import type { StoredMountMeta, StoredState } from "./record.ts";
import type { Edits } from "./saver.ts";
import type { Mount } from "./state.ts";

export interface Restored {
  /** The query of the link it was opened by last. */
  readonly search: string;
  /** Its first mount, as it was fetched; absent when all were taken out. */
  readonly fetched?: FetchedSource;
  /** Mounts whose files did not survive, with what the person had changed in them. */
  readonly damaged: readonly { readonly mount: Mount; readonly edits: Edits }[];
}

/**
 * Brings back files, edits, harness, selection and conversation as they were saved; `undefined` when
 * nothing is stored under this address or this browser keeps nothing. The workspace's own files are there
 * afterwards in any case.
 */
export async function restoreWorkspace(core: Core): Promise<Restored | undefined> {
  const start = performance.now();
  const { closed: signal } = core;
  const stored = await load(core);
  core.own = await growOwnTree(stored?.mounts.get(ownMountId)?.edits, signal);
  if (!stored) return undefined;
  const metas = stored.workspace.mounts.map((mount) => mount.meta as StoredMountMeta);
  const mounts: Mount[] = metas.map(({ folder: _, ...mount }) => mount);
  for (const { id } of mounts) {
    const kept = stored.mounts.get(id);
    if (kept) core.trees.set(id, await growTree(kept.base, { edits: kept.edits, signal }));
  }
  core.createdAt = stored.workspace.createdAt;
  const { profileId, noSkills = false, selection, search } = stored.workspace.state as StoredState;
  const messages = (stored.conversation ?? []) as ChatMessage[];
  core.store.setState({
    title: stored.workspace.title,
    mounts,
    profileId: profileById(profileId).id,
    noSkills,
    selection,
    conversation: { messages, status: restingStatus(messages) },
  });
  for (const { id, folder } of metas) {
    const base = stored.mounts.get(id)?.base;
    if (!folder || !base) continue;
    followFolder(
      core,
      id,
      { folder, last: { snapshot: base, stamps: new Map(), fresh: new Set<string>(), warnings: [] } },
      "open",
    );
  }
  performance.measure("restore", { start });
  const [first] = mounts;
  const base = first && stored.mounts.get(first.id)?.base;
  return {
    search,
    ...(base && { fetched: { ...first, snapshot: base, notices: [] } }),
    damaged: mounts.flatMap((mount) => {
      const edits = stored.damaged.get(mount.id);
      return edits ? [{ mount, edits }] : [];
    }),
  };
}

/** The workspace's own files: the two folders that every harness expects, and what was written since. */
async function growOwnTree(edits: Edits | undefined, signal: AbortSignal): Promise<MountTree> {
  const tree = await growTree(createSnapshot([]), { ...(edits && { edits }), signal });
  tree.volume.makeFolder(place.cwd);
  tree.volume.makeFolder(place.home);
  return tree;
}

async function load(core: Core) {
  try {
    return await (await core.storage).load(core.store.getState().id);
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    core.store.setState({ storage: { kind: "memory", failure } });
    return undefined;
  }
}
