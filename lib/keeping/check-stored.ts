import { headOf } from "#lib/chat/conversations/conversation.ts";
import {
  readEarlierConversation,
  readStoredBranches,
  readStoredHead,
} from "#lib/chat/conversations/stored-conversation.ts";
import { FailureError } from "#lib/failure.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { LoadedConversation } from "#lib/storage/storage-load.ts";
import type { BrokenRecord, LoadedMount, LoadedWorkspace } from "#lib/storage/storage-shapes.ts";
import { brokenRecords, type ReadConversation, sortedByUse } from "./kept-conversations.ts";
import { readMountMeta, readState } from "./record-shapes.ts";

// Apart from `load-stored.ts`, because only a workspace that was stored needs it, and the validator with it.

/**
 * What was loaded, validated, with the messages of the conversation on show, or of these. Rejects as the storage does, and with
 * `record-damaged` where the record does not say what is mounted.
 */
export async function checkStored(
  storage: WorkspaceStorage,
  loaded: LoadedWorkspace,
  ids: Iterable<string> = shownConversation(loaded),
): Promise<LoadedWorkspace> {
  return validated(loaded, await conversationsOf(storage, loaded, ids));
}

async function conversationsOf(
  storage: WorkspaceStorage,
  { workspace }: LoadedWorkspace,
  ids: Iterable<string>,
): Promise<readonly LoadedConversation[]> {
  const conversations: LoadedConversation[] = [];
  for (const id of ids) {
    const found = await storage.conversation(workspace.id, id);
    if (found) conversations.push(found);
  }
  return conversations;
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

function validated(loaded: LoadedWorkspace, found: readonly LoadedConversation[]): LoadedWorkspace {
  const mounts = loaded.workspace.mounts.map((mount) => ({ id: mount.id, meta: readMountMeta(mount.meta) }));
  if (mounts.some((mount) => mount.meta?.id !== mount.id)) throw new FailureError({ code: "record-damaged" });
  const { state, isPatched } = readState(loaded.workspace.state);
  const { id } = loaded.workspace;
  const conversations = new Map(
    [...loaded.conversations].map(([each, kept]) => [each, { ...kept, head: readStoredHead(each, kept.head) }]),
  );
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

/** The stored conversation; `undefined` where the record is not one. */
export function readLoadedConversation({
  id,
  head,
  messages,
  isEarlier,
}: LoadedConversation): ReadConversation | undefined {
  const branches = isEarlier ? readEarlierConversation(messages) : readStoredBranches(messages);
  if (!branches) return undefined;
  const times = branches.flatMap(({ message }) => message.metadata?.createdAt ?? []);
  const asKept = isEarlier
    ? { id, createdAt: times.at(0) ?? 0, usedAt: times.at(-1) ?? 0, shown: branches.length - 1 }
    : readStoredHead(id, head);
  return { head: headOf(asKept, branches, asKept.shown), messages: branches, isEarlier };
}
