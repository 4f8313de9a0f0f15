import type { Failure } from "#lib/failure.ts";
import type { Changing, Core, WorkspaceChat } from "#lib/workspace/core.ts";
import type { Found } from "./conversations.ts";
import {
  newConversation,
  openConversation,
  removeConversation,
  renameConversation,
  searchConversations,
  undoRemoval,
} from "./conversations.ts";

/** What is done with conversations as wholes. Showing another one stops an answer that is under way; it can be continued. */
export interface ConversationActions {
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

/** The verbs of conversations as wholes. @param changing refuses what a read-only tab may not do */
export function conversationActions(core: Core, chat: WorkspaceChat, changing: Changing): ConversationActions {
  return {
    newConversation: changing(() => newConversation(core, chat)),
    openConversation: changing((id) => openConversation(core, chat, id)),
    renameConversation: changing((id, name) => renameConversation(core, id, name)),
    removeConversation: changing((id) => removeConversation(core, chat, id)),
    undoRemoval: changing(() => undoRemoval(core, chat)),
    searchConversations: (query, signal) => searchConversations(core, query, signal),
    exportConversation: async (id, as) => (await carrying()).exportConversation(core, id, as),
    importConversation: async (file) => {
      let failure: Failure | undefined;
      await changing(async () => {
        failure = await (await carrying()).importConversation(core, chat, file);
      })();
      return failure;
    },
  };
}

/** Conversations as files are a part that is fetched at first use, as it checks them by all rules of the SDK. */
function carrying() {
  return import("./carry-conversation.ts");
}
