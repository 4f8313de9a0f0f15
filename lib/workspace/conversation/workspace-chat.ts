import { grow, numberOf } from "#lib/chat/conversations/conversation.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatHost, ChatSession, Conversation } from "#lib/chat/session.ts";
import { interpretLine } from "#lib/harness/invocation/interpret-line.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import { reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import { isSamePlace } from "#lib/stage/place.ts";
import {
  type Beginning,
  type Core,
  currentProfile,
  ignoreClosing,
  type WorkspaceChat,
  workspaceRecord,
} from "#lib/workspace/core.ts";
import { writeFiles } from "#lib/workspace/files/write-files.ts";
import { placeNow, refresh } from "#lib/workspace/harness/refresh.ts";
import type { QueuedLine, WorkspaceState } from "#lib/workspace/state.ts";
import { chatHost } from "./chat-host.ts";
import { goBackBefore, keepShown, newConversation } from "./conversations.ts";
import { harnessSession, keepStates } from "./skills-actions.ts";

export function createWorkspaceChat(core: Core): WorkspaceChat {
  const host = chatHost(core);
  let loading: Promise<ChatSession> | undefined;
  let open: ChatSession | undefined;
  let beginning: Beginning | undefined;
  return {
    host,
    get open() {
      return open;
    },
    session() {
      loading ??= startSession(core, host).then(
        (session) => {
          open = session;
          return session;
        },
        (caught: unknown) => {
          loading = undefined; // It could not be fetched: the next line tries again.
          throw caught;
        },
      );
      return loading;
    },
    begin() {
      beginning = showBeginning(core);
      return beginning;
    },
    stop() {
      if (beginning && !beginning.isOver()) beginning.end();
      else open?.stop();
    },
    restart() {
      open?.stop();
      open = undefined;
      loading = undefined;
    },
  };
}

async function startSession(core: Core, host: ChatHost): Promise<ChatSession> {
  const { createChatSession } = await import("#lib/chat/turns/create-session.ts");
  return createChatSession({
    host,
    messages: core.store.getState().conversation.messages,
    onChange: createKeeper(core, core.store.getState().conversationId),
  });
}

type Unsent = Partial<Pick<WorkspaceState, "messageText" | "attachments" | "attachRefusal" | "queued">>;

/** Shows what was typed and is not sent, and keeps it where the workspace is kept. */
export function keepUnsent(core: Core, unsent: Unsent): void {
  core.store.setState(unsent);
  if (core.saver.contents()) void core.saver.saveDrafts(workspaceRecord(core));
}

/**
 * Does with a typed line what the harness does: runs it as a command, invokes a skill, or sends it. While an answer comes
 * it is queued; lines of the queue follow when the conversation is at rest, one after the other.
 */
export async function submitLine(core: Core, chat: WorkspaceChat, text: string): Promise<void> {
  const { conversation, queued, attachments } = core.store.getState();
  const line = { text, attachments };
  const emptied: Unsent = { messageText: "", attachments: [], attachRefusal: undefined };
  if (isBusy(conversation)) return keepUnsent(core, { ...emptied, queued: [...queued, line] });
  keepUnsent(core, emptied);
  await perform(core, chat, line);
  await sendQueued(core, chat);
}

/** Sends what waits in the queue, each line when the one before is answered. `byHand`: the first also where it was not. */
export async function sendQueued(core: Core, chat: WorkspaceChat, { byHand = false } = {}): Promise<void> {
  const { conversationId } = core.store.getState();
  let next = takeQueued(core, byHand);
  while (next !== undefined) {
    await perform(core, chat, next);
    // What waits was meant for the conversation it was typed in.
    if (core.store.getState().conversationId !== conversationId) return;
    next = takeQueued(core, false);
  }
}

function isBusy({ status }: Conversation): boolean {
  return status.kind === "waiting" || status.kind === "streaming";
}

/** The next line of the queue, once everything before it is answered. */
function takeQueued(core: Core, byHand: boolean): QueuedLine | undefined {
  const { conversation, queued } = core.store.getState();
  const [next, ...rest] = queued;
  const isFree = byHand ? !isBusy(conversation) : conversation.status.kind === "ready";
  if (next === undefined || !isFree) return undefined;
  keepUnsent(core, { queued: rest });
  return next;
}

async function perform(core: Core, chat: WorkspaceChat, line: QueuedLine): Promise<void> {
  const beginning = chat.begin();
  try {
    const session = await chat.session();
    if (reloadsOn(currentProfile(core), "message")) await refresh(core, "load");
    if (beginning.isOver()) return giveBack(core, line);
    await performWith(core, chat, session, line);
  } catch (caught) {
    if (!beginning.isOver()) giveBack(core, line);
    throw caught;
  } finally {
    beginning.end();
  }
}

function showBeginning({ store }: Core): Beginning {
  const { conversation } = store.getState();
  const status = { kind: "waiting" } as const;
  const isOver = () => store.getState().conversation.status !== status;
  store.setState({ conversation: { ...conversation, status } });
  return {
    isOver,
    end() {
      if (!isOver()) store.setState({ conversation });
    },
  };
}

/** Puts a line that was not sent back into the box. */
function giveBack(core: Core, { text, attachments }: QueuedLine): void {
  const { messageText, attachments: others } = core.store.getState();
  keepUnsent(core, {
    messageText: messageText === "" ? text : `${text}\n${messageText}`,
    attachments: [...attachments, ...others],
  });
}

async function performWith(
  core: Core,
  chat: WorkspaceChat,
  session: ChatSession,
  { text, attachments }: QueuedLine,
): Promise<void> {
  const profile = currentProfile(core);
  const result = interpretLine(profile, harnessSession(core), text);
  if (result.kind === "text") return session.send({ text, attachments });
  if (result.kind === "command") {
    // Commands are not sent, and nothing goes along with them.
    if (attachments.length > 0) keepUnsent(core, { attachments });
    return performCommand(core, chat, text, result);
  }
  const { skill, message, display } = result;
  const invoked = { name: skill.name, location: skill.location };
  return session.send({ text: message, typed: display, invoked, attachments });
}

type Command = Extract<LineResult, { kind: "command" }>;

async function performCommand(core: Core, chat: WorkspaceChat, line: string, command: Command): Promise<void> {
  if (command.states) keepStates(core, command.states);
  await writeFiles(core, command.writes);
  if (command.newChat) await newConversation(core, chat);
  const { output, added } = command;
  (await chat.session()).addCommand({ line, output, ...(added !== undefined && { added }) });
  if (command.reload) await refresh(core, "load");
}

/** Sends a line, and the same files with it, in place of a message. What came of that stays, as another branch. */
export async function editMessage(core: Core, chat: WorkspaceChat, id: string, text: string): Promise<void> {
  const { conversation } = core.store.getState();
  if (isBusy(conversation)) return;
  const parts = conversation.messages.find((message) => message.id === id)?.parts ?? [];
  const attachments = parts.flatMap((part) => (part.type === "data-attachment" ? [part.data] : []));
  await goBackBefore(core, chat, id);
  await perform(core, chat, { text, attachments });
  await sendQueued(core, chat);
}

/** Milliseconds between two saves of an answer that grows. */
const savedEvery = 1000;

/** Shows each state of the conversation, and saves it: at rest and after every step at once, a growing one each second. */
function createKeeper(core: Core, id: string): (conversation: Conversation) => void {
  let savedAt = 0;
  let savedStep = "";
  return (conversation) => {
    const { conversationId, branches } = core.store.getState();
    if (conversationId !== id) return;
    const isNew = numberOf(branches, conversation.messages.at(-1)?.id) === -1;
    core.store.setState({ conversation, ...(isNew && { branches: grow(branches, conversation.messages) }) });
    const isGrowing = conversation.status.kind === "streaming";
    const step = isGrowing ? stepOf(conversation.messages) : "";
    if (isGrowing && step === savedStep && Date.now() - savedAt < savedEvery) return;
    savedAt = Date.now();
    savedStep = step;
    keepShown(core, isGrowing);
    if (!isGrowing) reloadForReads(core);
  };
}

/** What the model has read may be what skills wait for. */
function reloadForReads(core: Core): void {
  if (isSamePlace(core.store.getState().view.place, placeNow(core))) return;
  void refresh(core, "load").catch((caught) => ignoreClosing(core, caught));
}

/** How far the growing answer has come, in steps and tool calls that have ended. */
function stepOf(messages: readonly ChatMessage[]): string {
  const { id = "", parts = [] } = messages.at(-1) ?? {};
  const ended = parts.filter((part) => part.type === "step-start" || ("output" in part && part.output !== undefined));
  return `${id} ${ended.length}`;
}
