import { type Branches, type ConversationHead, shownPath } from "#lib/chat/conversations/conversation.ts";
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

/** The records of a conversation that cannot be read, to be set aside. */
export function brokenRecords({ keys }: LoadedConversation): readonly BrokenRecord[] {
  return keys.map((key) => ({ key, isUsed: false }));
}

/** The state of the workspace's conversations, whose heads were validated, including the one on show. */
export function shownConversations({
  conversations: kept,
  workspace,
}: Pick<LoadedWorkspace, "conversations" | "workspace">): ShownConversations {
  const conversations = sortedByUse([...kept.values()].map(({ head }) => head as ConversationHead));
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
