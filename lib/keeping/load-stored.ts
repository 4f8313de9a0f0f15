import { readStoredHead } from "#lib/chat/conversations/stored-conversation.ts";
import { FailureError, failureOrThrow } from "#lib/failure.ts";
import type { Loss } from "#lib/state/state.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { KnownMounts, LoadedConversation } from "#lib/storage/storage-load.ts";
import type { BrokenRecord, LoadedMount, LoadedWorkspace } from "#lib/storage/storage-shapes.ts";
import { brokenRecords, readLoadedConversation, sortedByUse } from "./kept-conversations.ts";
import "#lib/chat/zod-jitless.ts";

import type { Keeping } from "./keeping.ts";
import { readMountMeta, readState } from "./record-shapes.ts";

/**
 * Reads and validates what is stored under this address; `broken` lists the records that cannot be read. `undefined`
 * when nothing is stored, and when reading fails as a whole, which `storage` then shows.
 * @param known what was read before, which is not read again
 */
export async function loadStored(
  keeping: Keeping,
  known: KnownMounts | undefined,
): Promise<LoadedWorkspace | undefined> {
  try {
    return await readStored(await keeping.storage, keeping.workspaceId, { known });
  } catch (caught) {
    const failure = failureOrThrow(caught);
    // A save would overwrite what could not be read.
    keeping.giveUp(failure);
    return undefined;
  }
}

interface StoredReading {
  readonly known?: KnownMounts | undefined;
  /** Whether the messages of all conversations are read, and not only of the one on show. */
  readonly isWhole?: boolean;
}

/**
 * What is stored under an address, fully validated; `undefined` where nothing is. Rejects as the storage does, and with
 * `record-damaged` where the record does not say what is mounted.
 */
export async function readStored(
  storage: WorkspaceStorage,
  id: string,
  { known, isWhole = false }: StoredReading = {},
): Promise<LoadedWorkspace | undefined> {
  const loaded = await storage.load(id, known);
  if (!loaded) return undefined;
  const conversations: LoadedConversation[] = [];
  for (const conversation of isWhole ? loaded.conversations.keys() : shownConversation(loaded)) {
    const found = await storage.conversation(id, conversation);
    if (found) conversations.push(found);
  }
  return checked(loaded, conversations);
}

/** The id of the conversation last on show, or of the one last used where the record does not say. */
function shownConversation({ workspace, conversations }: LoadedWorkspace): readonly string[] {
  const { conversation } = Object(workspace.state) as { readonly conversation?: unknown };
  if (typeof conversation === "string") return [conversation];
  const heads = [...conversations].map(([id, { head }]) => readStoredHead(id, head));
  return sortedByUse(heads)
    .slice(0, 1)
    .map(({ id }) => id);
}

function checked(loaded: LoadedWorkspace, found: readonly LoadedConversation[]): LoadedWorkspace {
  const mounts = loaded.workspace.mounts.map((mount) => ({ id: mount.id, meta: readMountMeta(mount.meta) }));
  if (mounts.some((mount) => mount.meta?.id !== mount.id)) throw new FailureError({ code: "record-damaged" });
  const { state, isPatched } = readState(loaded.workspace.state);
  const { id } = loaded.workspace;
  const conversations = new Map(loaded.conversations);
  const broken: BrokenRecord[] = [...loaded.broken, ...(isPatched ? [{ key: ["workspace", id], isUsed: true }] : [])];
  for (const conversation of found) {
    const read = readLoadedConversation(conversation);
    if (read) conversations.set(conversation.id, read);
    else {
      conversations.delete(conversation.id);
      broken.push(...brokenRecords(conversation));
    }
  }
  return {
    ...loaded,
    workspace: { ...loaded.workspace, mounts, state },
    conversations,
    mounts: new Map([...loaded.mounts].map(([mountId, mount]) => [mountId, withReadMeta(mount)])),
    broken,
  };
}

/** The mount with its metadata from when its earlier copy was saved, unless that is damaged, too. */
function withReadMeta(mount: LoadedMount): LoadedMount {
  const { previous, ...rest } = mount;
  if (!previous) return mount;
  return { ...rest, previous: { meta: readMountMeta(previous.meta) } };
}

/**
 * Moves unreadable records to where no save overwrites them, and reports them. Where that fails, nothing is saved any
 * more. Call it before the first save, in the tab that saves.
 */
export async function setBrokenAside(keeping: Keeping, { workspace, broken }: LoadedWorkspace): Promise<void> {
  if (broken.length === 0) return;
  keeping.lose(...lossesOf(broken));
  try {
    await (await keeping.storage).setAside(workspace.id, broken);
  } catch (caught) {
    keeping.giveUp(failureOrThrow(caught));
  }
}

/** The losses to report, without unreadable files of a source: `damaged` reports them with other lost files. */
function lossesOf(broken: readonly BrokenRecord[]): readonly Loss[] {
  const count = (kind: string) => broken.filter(({ key }) => key[0] === kind).length;
  return [
    ...(count("conversation") > 0 ? [{ kind: "conversation" } as const] : []),
    ...(count("edit") > 0 ? [{ kind: "edits", count: count("edit") } as const] : []),
    ...(count("workspace") > 0 ? [{ kind: "state" } as const] : []),
  ];
}
