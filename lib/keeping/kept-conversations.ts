import { type Branches, type ConversationHead, headOf, shownPath } from "#lib/chat/conversations/conversation.ts";
import {
  readEarlierConversation,
  readStoredBranches,
  readStoredHead,
} from "#lib/chat/conversations/stored-conversation.ts";
import { restingStatus } from "#lib/chat/turns/settle-messages.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { LoadedConversation } from "#lib/storage/storage-load.ts";
import type { BrokenRecord, LoadedWorkspace, StoredConversation } from "#lib/storage/storage-shapes.ts";
import type { StoredState } from "./contents.ts";

/** A conversation that was read and validated. */
export interface ReadConversation extends StoredConversation {
  readonly head: ConversationHead;
  readonly messages: Branches;
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

/** The records of a conversation that cannot be read, to be set aside. */
export function brokenRecords({ keys }: LoadedConversation): readonly BrokenRecord[] {
  return keys.map((key) => ({ key, isUsed: false }));
}

/** The state of the workspace's conversations as read, including the one on show. */
export function shownConversations({
  conversations: kept,
  workspace,
}: Pick<LoadedWorkspace, "conversations" | "workspace">): ShownConversations {
  const conversations = sortedByUse([...kept].map(([id, { head }]) => readStoredHead(id, head)));
  const { conversation } = workspace.state as StoredState;
  const conversationId = conversation ?? conversations[0]?.id ?? crypto.randomUUID();
  const shown = kept.get(conversationId);
  return { conversations, conversationId, ...branchesOnShow(shown?.messages && (shown as ReadConversation)) };
}

type ShownConversations = Pick<WorkspaceState, "conversations" | "conversationId" | "branches" | "conversation">;

/** The state for showing one conversation; an empty one where there is none yet. */
export function branchesOnShow(
  shown: Pick<ReadConversation, "head" | "messages"> | undefined,
): Pick<WorkspaceState, "branches" | "conversation"> {
  const branches = shown?.messages ?? [];
  const messages = shown ? shownPath({ head: shown.head, branches }) : [];
  return { branches, conversation: { messages, status: restingStatus(messages) } };
}

/** Sorted by last use, newest first. */
export function sortedByUse(heads: readonly ConversationHead[]): readonly ConversationHead[] {
  return heads.toSorted((one, other) => other.usedAt - one.usedAt);
}
