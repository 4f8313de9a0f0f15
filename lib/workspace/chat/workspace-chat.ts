import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatHost, ChatSession, Conversation } from "#lib/chat/session.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import { reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import { type Core, currentProfile, ignoreClosing, type WorkspaceChat } from "#lib/workspace/core.ts";
import { writeFiles } from "#lib/workspace/files/write-files.ts";
import { placeNow, refresh } from "#lib/workspace/refresh.ts";
import { isSamePlace } from "#lib/workspace/tree/place.ts";
import { chatHost } from "./chat-host.ts";
import { harnessSession, keepStates } from "./skills-actions.ts";

export function createWorkspaceChat(core: Core): WorkspaceChat {
  const host = chatHost(core);
  let loading: Promise<ChatSession> | undefined;
  let open: ChatSession | undefined;
  return {
    host,
    get open() {
      return open;
    },
    session() {
      loading ??= startSession(core, host).then((session) => {
        open = session;
        return session;
      });
      return loading;
    },
    restart() {
      open?.stop();
      open = undefined;
      loading = undefined;
    },
  };
}

async function startSession(core: Core, host: ChatHost): Promise<ChatSession> {
  const { createChatSession } = await import("#lib/chat/create-session.ts");
  return createChatSession({
    host,
    messages: core.store.getState().conversation.messages,
    onChange: (conversation) => keep(core, conversation),
  });
}

/** Does with a typed line what the harness does: runs it as a command, invokes a skill, or sends it. */
export async function submitLine(core: Core, chat: WorkspaceChat, line: string): Promise<void> {
  core.store.setState({ messageText: "" });
  const session = await chat.session();
  const profile = currentProfile(core);
  if (reloadsOn(profile, "message")) await refresh(core, "load");
  const result = interpretLine(profile, harnessSession(core), line);
  if (result.kind === "text") return session.send({ text: line });
  if (result.kind === "command") return performCommand(core, session, line, result);
  const { skill, message, display } = result;
  return session.send({ text: message, typed: display, invoked: { name: skill.name, location: skill.location } });
}

type Command = Extract<LineResult, { kind: "command" }>;

async function performCommand(core: Core, session: ChatSession, line: string, command: Command): Promise<void> {
  if (command.states) keepStates(core, command.states);
  await writeFiles(core, command.writes);
  if (command.newChat) await beginAnew(core, session);
  const { output, added } = command;
  session.addCommand({ line, output, ...(added !== undefined && { added }) });
  if (command.reload) await refresh(core, "load");
}

/** Begins a new conversation, as the harness's own command for it does. */
export async function clearConversation(core: Core, chat: WorkspaceChat): Promise<void> {
  await beginAnew(core, await chat.session());
}

async function beginAnew(core: Core, session: ChatSession): Promise<void> {
  session.clear();
  if (reloadsOn(currentProfile(core), "new-chat")) await refresh(core, "load");
}

function keep(core: Core, conversation: Conversation): void {
  core.store.setState({ conversation });
  // A streaming answer changes sixty times a second, so it is saved only when streaming pauses or ends.
  if (conversation.status.kind === "streaming") return;
  void core.saver.saveConversation(plain(conversation.messages));
  // What the model has read may be what skills wait for.
  if (!isSamePlace(core.store.getState().view.place, placeNow(core))) {
    void refresh(core, "load").catch((caught) => ignoreClosing(core, caught));
  }
}

/** IndexedDB clones structures, and the SDK's messages may hold class instances that it cannot. */
function plain(messages: readonly ChatMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}
