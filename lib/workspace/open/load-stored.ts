import { readStoredConversation } from "#lib/chat/stored-conversation.ts";
import { FailureError, failureOf } from "#lib/failure.ts";
import type { BrokenRecord, LoadedMount, LoadedWorkspace } from "#lib/storage/storage-shapes.ts";
import type { Core } from "#lib/workspace/core.ts";
import type { Loss } from "#lib/workspace/state.ts";
import { readMountMeta, readState } from "./stored-shapes.ts";

/**
 * What is stored under this address, every part of it looked at: `broken` has what could not be read. `undefined` when
 * there is nothing, or all of it cannot be read: that becomes state.
 */
export async function loadStored(core: Core): Promise<LoadedWorkspace | undefined> {
  try {
    const loaded = await (await core.storage).load(core.store.getState().id, core.read?.mounts);
    return loaded && readLoaded(loaded);
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    // What could not be read must not be written over.
    core.saver.giveUp(failure);
    return undefined;
  }
}

/**
 * Moves what could not be read out of the way of what is saved next, which is told. Where that fails, nothing may be
 * saved. For the tab that writes, before its first save.
 */
export async function setBrokenAside(core: Core, { workspace, broken }: LoadedWorkspace): Promise<void> {
  if (broken.length === 0) return;
  core.store.setState(({ losses }) => ({ losses: [...losses, ...lossesOf(broken)] }));
  try {
    await (await core.storage).setAside(workspace.id, broken);
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    core.saver.giveUp(failure);
  }
}

/** Looks at every part of what was loaded. Throws `record-damaged` where it is not known any more what is mounted. */
export function readLoaded(loaded: LoadedWorkspace): LoadedWorkspace {
  const { id } = loaded.workspace;
  const mounts = loaded.workspace.mounts.map((mount) => ({ id: mount.id, meta: readMountMeta(mount.meta) }));
  if (mounts.some((mount) => mount.meta?.id !== mount.id)) throw new FailureError({ code: "record-damaged" });
  const { state, isPatched } = readState(loaded.workspace.state);
  const conversation = readStoredConversation(loaded.conversation);
  const broken: BrokenRecord[] = [
    ...loaded.broken,
    ...(conversation ? [] : [{ key: ["conversation", id], isUsed: false }]),
    ...(isPatched ? [{ key: ["workspace", id], isUsed: true }] : []),
  ];
  return {
    ...loaded,
    workspace: { ...loaded.workspace, mounts, state },
    conversation: conversation ?? [],
    mounts: new Map([...loaded.mounts].map(([mountId, mount]) => [mountId, withReadMeta(mount)])),
    broken,
  };
}

/** What was known of the mount when an earlier copy was saved, unless that is damaged, too. */
function withReadMeta(mount: LoadedMount): LoadedMount {
  const { previous, ...rest } = mount;
  if (!previous) return mount;
  return { ...rest, previous: { meta: readMountMeta(previous.meta) } };
}

/** Files of a source that could not be read are told with the others that were lost (`damaged`). */
function lossesOf(broken: readonly BrokenRecord[]): readonly Loss[] {
  const count = (kind: string) => broken.filter(({ key }) => key[0] === kind).length;
  return [
    ...(count("conversation") > 0 ? [{ kind: "conversation" } as const] : []),
    ...(count("edit") > 0 ? [{ kind: "edits", count: count("edit") } as const] : []),
    ...(count("workspace") > 0 ? [{ kind: "state" } as const] : []),
  ];
}
