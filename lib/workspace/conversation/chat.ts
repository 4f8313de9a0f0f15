import type { Branches } from "#lib/chat/conversations/conversation.ts";
import type { ChatHost, ChatSession } from "#lib/chat/session.ts";
import type { Editing } from "#lib/editing/editing.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { Models } from "#lib/models/models.ts";
import type { ModelRuns } from "#lib/runs/model-runs.ts";
import { noAllowances } from "#lib/state/allowances.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import type { Composer } from "#lib/tree/composer.ts";
import type { Tree } from "#lib/tree/tree.ts";
import type { Harness } from "#lib/view/harness.ts";
import { chatHost } from "./chat-host.ts";
import { type ChatVerbs, chatVerbs } from "./chat-verbs.ts";
import { type ConversationVerbs, conversationVerbs } from "./conversation-verbs.ts";
import { type KeptConversations, type Sessions, withAllConversations } from "./conversations.ts";
import { type Beginning, createKeeper, showBeginning, submitLine } from "./talking.ts";

type ShownConversations = Omit<SliceState<"chat">, "removedConversation" | "allowances">;

/** The conversations of a workspace, and the one on show. */
export interface Chat {
  readonly verbs: ChatVerbs;
  /** What a person can do with whole conversations. */
  readonly conversationVerbs: ConversationVerbs;
  state(): SliceState<"chat">;
  /** What the conversation gets from the workspace, as the chosen harness would provide it. */
  readonly host: ChatHost;
  /** As `Sessions.session`. */
  session(): Promise<ChatSession | undefined>;
  /** Handles a typed line as the harness does. */
  submit(line: string): Promise<void>;
  endTurn(): void;
  /** Ends the session: the next one starts from the workspace's messages at that time. */
  restart(): void;
  /**
   * Shows stored conversations.
   * @param saved the messages on show as stored, one record each
   */
  restore(shown: ShownConversations, saved: Branches): void;
  /** The contents with the messages of all conversations, for passing on the whole workspace. */
  withAll(contents: WorkspaceContents): Promise<WorkspaceContents>;
}

interface ChatNeeds {
  readonly slice: Slice<"chat">;
  readonly tree: Tree;
  readonly models: Models;
  readonly harness: Harness;
  readonly editing: Editing;
  readonly composer: Composer;
  readonly keeping: Keeping;
  /** Absent where nothing can be run. */
  readonly modelRuns?: ModelRuns | undefined;
  readonly closed: AbortSignal;
}

export function createChat(needs: ChatNeeds): Chat {
  const { slice, keeping } = needs;
  const host = chatHost({ ...needs, allowances: () => slice.get().allowances });
  const kept: KeptConversations = { saved: [] };
  const sessions = createSessions(() => startSession({ ...needs, kept }, host));
  let beginning: Beginning | undefined;
  const begin = () => {
    beginning = showBeginning(slice);
    return beginning;
  };
  const stop = () => {
    if (beginning && !beginning.isOver()) beginning.end();
    else sessions.open?.stop();
  };
  const talk = { ...needs, kept, sessions, waiting: { begin } };
  keeping.include({ state: () => ({ conversation: slice.get().conversationId }) });
  return {
    state: slice.get,
    host,
    session: sessions.session,
    submit: (line) => submitLine(talk, line),
    endTurn: () => sessions.open?.stop(),
    restart: sessions.restart,
    restore: (shown, saved) => {
      kept.saved = saved;
      // Another tab may have gone on with another conversation, for which nothing was allowed here.
      const isAnother = shown.conversationId !== slice.get().conversationId;
      slice.set({ ...shown, ...(isAnother && { allowances: noAllowances }) });
    },
    withAll: (contents) => withAllConversations(talk, contents),
    verbs: chatVerbs(talk, stop),
    conversationVerbs: conversationVerbs(talk),
  };
}

/** The session of the conversation on show, begun by the first who needs it. */
export function createSessions(start: () => Promise<ChatSession>): Sessions {
  let loading: Promise<ChatSession | undefined> | undefined;
  let open: ChatSession | undefined;
  return {
    get open() {
      return open;
    },
    session() {
      if (loading) return loading;
      const mine: Promise<ChatSession | undefined> = start().then(
        (session) => {
          if (loading !== mine) return undefined;
          open = session;
          return session;
        },
        (caught: unknown) => {
          if (loading === mine) loading = undefined; // The code could not be fetched: the next line tries again.
          throw caught;
        },
      );
      loading = mine;
      return mine;
    },
    restart() {
      open?.stop();
      open = undefined;
      loading = undefined;
    },
  };
}

async function startSession(needs: Parameters<typeof createKeeper>[0], host: ChatHost): Promise<ChatSession> {
  const { createChatSession } = await import("#lib/chat/turns/create-session.ts");
  const { conversation, conversationId } = needs.slice.get();
  return createChatSession({ host, messages: conversation.messages, onChange: createKeeper(needs, conversationId) });
}
