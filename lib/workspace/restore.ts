import type { ChatMessage } from "#lib/chat/message.ts";
import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { createVolume, fillVolume, type Volume } from "#lib/vfs/volume.ts";
import type { Core, FetchedSource } from "./core.ts";
import { indexTree, ownMountId } from "./mount-points.ts";
import type { StoredState } from "./record.ts";
import type { Edits } from "./saver.ts";
import type { Mount } from "./state.ts";

export interface Restored {
  /** The query of the link it was opened by last. */
  readonly search: string;
  /** Its first mount, as it was fetched. */
  readonly fetched: FetchedSource;
}

/**
 * Brings back files, edits, harness, selection and conversation as they were saved; `undefined` when
 * nothing is stored under this address or this browser keeps nothing.
 */
export async function restoreWorkspace(core: Core): Promise<Restored | undefined> {
  const stored = await load(core);
  if (!stored) return undefined;
  const mounts = stored.workspace.mounts.map((mount) => mount.meta as Mount);
  const first = mounts[0];
  const base = first && stored.mounts.get(first.id)?.base;
  if (!first || !base) return undefined;
  for (const mount of mounts) {
    const record = stored.mounts.get(mount.id);
    if (record)
      core.trees.set(mount.id, indexTree(await rebuild(createVolume(), record.base, record.edits, core.closed)));
  }
  applyEdits(core.own.volume, stored.mounts.get(ownMountId)?.edits ?? new Map());
  core.own = indexTree(core.own.volume);
  core.createdAt = stored.workspace.createdAt;
  const { profileId, selection, search } = stored.workspace.state as StoredState;
  const messages = (stored.conversation ?? []) as ChatMessage[];
  core.store.setState({
    title: stored.workspace.title,
    mounts,
    profileId: profileById(profileId).id,
    selection,
    conversation: { messages, status: { kind: "ready" } },
  });
  const { source, label, commit } = first;
  return { search, fetched: { source, label, ...(commit !== undefined && { commit }), snapshot: base, notices: [] } };
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

async function rebuild(volume: Volume, base: Snapshot, edits: Edits, signal: AbortSignal): Promise<Volume> {
  await fillVolume(volume, base, { signal });
  applyEdits(volume, edits);
  return volume;
}

function applyEdits(volume: Volume, edits: Edits): void {
  for (const [path, bytes] of edits) {
    if (bytes) volume.write(path, bytes);
    else volume.remove(path);
  }
}
