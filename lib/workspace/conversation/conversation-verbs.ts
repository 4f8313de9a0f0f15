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

/** What is done with conversations as wholes. Showing another one stops an answer that is under way; it can be continued. */
export interface ConversationVerbs {
  newConversation(): Promise<void>;
  openConversation(id: string): Promise<void>;
  /** By its first request again where `name` is blank. */
  renameConversation(id: string, name: string): Promise<void>;
  /** `undoRemoval` takes it back, until another one is deleted. */
  removeConversation(id: string): Promise<void>;
  undoRemoval(): Promise<void>;
  /** Looks for a text in what was said, one conversation after the other. */
  searchConversations(query: string, signal: AbortSignal): AsyncIterable<Found>;
  /** The conversation as a file to be read, or to be read in again; `undefined` where it is gone. */
  exportConversation(id: string, as: "markdown" | "json"): Promise<File | undefined>;
  /** Adds a conversation from such a file and shows it. Resolves to why it cannot be taken. */
  importConversation(file: File): Promise<Failure | undefined>;
}

export function conversationVerbs(needs: ConversationNeeds & { readonly tree: Tree }): ConversationVerbs {
  const { changing } = needs.keeping;
  // Conversations as files are fetched at first use, as they are checked by all rules of the SDK.
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
