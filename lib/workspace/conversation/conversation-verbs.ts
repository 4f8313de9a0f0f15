import type { Failure } from "#lib/failure.ts";
import type { Tree } from "#lib/tree/tree.ts";
import {
  type ConversationNeeds,
  type Found,
  newConversation,
  openConversation,
  removeConversation,
  renameConversation,
  searchConversations,
  undoRemoval,
} from "./conversations.ts";

/**
 * What a person can do with whole conversations. Showing another one stops a running answer, which can be continued.
 */
export interface ConversationVerbs {
  newConversation(): Promise<void>;
  openConversation(id: string): Promise<void>;
  /** A blank `name` restores the default name, the first request. */
  renameConversation(id: string, name: string): Promise<void>;
  /** `undoRemoval` restores it, until another one is deleted. */
  removeConversation(id: string): Promise<void>;
  undoRemoval(): Promise<void>;
  /** Searches for a text in all messages, one conversation after the other. */
  searchConversations(query: string, signal: AbortSignal): AsyncIterable<Found>;
  /** The conversation as a file for reading, or for importing again; `undefined` where it is gone. */
  exportConversation(id: string, as: "markdown" | "json"): Promise<File | undefined>;
  /** Adds a conversation from an exported file and shows it. Resolves to the failure where it cannot be taken. */
  importConversation(file: File): Promise<Failure | undefined>;
}

export function conversationVerbs(needs: ConversationNeeds & { readonly tree: Tree }): ConversationVerbs {
  const { changing } = needs.keeping;
  // The code for conversation files is fetched at first use, since it brings all validation rules of the SDK.
  const carrying = () => import("./carry-conversation.ts");
  return {
    newConversation: changing(() => newConversation(needs)),
    openConversation: changing((id) => openConversation(needs, id)),
    renameConversation: changing((id, name) => renameConversation(needs, id, name)),
    removeConversation: changing((id) => removeConversation(needs, id)),
    undoRemoval: changing(() => undoRemoval(needs)),
    searchConversations: (query, signal) => searchConversations(needs, query, signal),
    exportConversation: async (id, as) => (await carrying()).exportConversation(needs, id, as),
    importConversation: async (file) => {
      let failure: Failure | undefined;
      await changing(async () => {
        failure = await (await carrying()).importConversation(needs, file);
      })();
      return failure;
    },
  };
}
