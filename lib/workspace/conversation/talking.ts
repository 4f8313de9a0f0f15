import { grow, numberOf } from "#lib/chat/conversations/conversation.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatSession, Conversation } from "#lib/chat/session.ts";
import type { Editing } from "#lib/editing/editing.ts";
import type { LineResult } from "#lib/harness/vocabulary/commands.ts";
import { reloadsOn } from "#lib/harness/vocabulary/profile.ts";
import { ignoreClosing } from "#lib/keeping/keeping.ts";
import { isSamePlace } from "#lib/stage/place.ts";
import type { Slice } from "#lib/state/slices.ts";
import type { QueuedLine } from "#lib/state/state.ts";
import type { Composer } from "#lib/tree/composer.ts";
import type { Harness } from "#lib/view/harness.ts";
import { invokedBy } from "./chat-host.ts";
import { type ConversationNeeds, goBackBefore, keepShown, newConversation } from "./conversations.ts";

/** What answering a line needs. */
export interface TalkNeeds extends ConversationNeeds {
  readonly editing: Editing;
  readonly composer: Composer;
  readonly waiting: Waiting;
}

/** Shows that a line is being answered, from the click on, even while the code for it is still loading. */
export interface Waiting {
  begin(): Beginning;
}

/** The wait between a submitted line and its answer. */
export interface Beginning {
  /** Whether the wait has ended: a turn has begun, or the person has stopped it. */
  isOver(): boolean;
  /** Shows the conversation at rest again, unless the wait is over. */
  end(): void;
}

/**
 * Handles a typed line as the harness does: runs it as a command, invokes a skill, or sends it. During an answer the
 * line is queued; queued lines are sent one after the other whenever the conversation is at rest.
 */
export async function submitLine(needs: TalkNeeds, text: string): Promise<void> {
  const { composer } = needs;
  composer.put({ messageText: "", attachRefusal: undefined });
  if (composer.isAttaching() && !(await allAttached(needs))) return giveBack(composer, { text, attachments: [] });
  const { queued, attachments } = composer.state();
  const line = { text, attachments };
  if (isBusy(needs.slice.get().conversation)) return composer.put({ attachments: [], queued: [...queued, line] });
  composer.put({ attachments: [] });
  if (await perform(needs, line)) await sendQueued(needs);
}

/**
 * Waits for the files that belong to the line. Resolves to `false` where it must not be sent: one of them cannot be
 * attached, the person has stopped it, or another conversation is shown.
 */
async function allAttached({ slice, composer, waiting }: TalkNeeds): Promise<boolean> {
  const { conversation, conversationId } = slice.get();
  const beginning = isBusy(conversation) ? undefined : waiting.begin();
  await composer.attached();
  const isStopped = beginning?.isOver() === true;
  beginning?.end();
  return !isStopped && composer.state().attachRefusal === undefined && slice.get().conversationId === conversationId;
}

/**
 * Sends the queued lines, each after the answer to the one before. `byHand`: sends the first one even where that answer
 * is missing.
 */
export async function sendQueued(needs: TalkNeeds, { byHand = false } = {}): Promise<void> {
  const { conversationId } = needs.slice.get();
  let next = takeQueued(needs, byHand);
  while (next !== undefined) {
    if (!(await perform(needs, next))) return;
    // The queued lines were meant for the conversation in which they were typed.
    if (needs.slice.get().conversationId !== conversationId) return;
    next = takeQueued(needs, false);
  }
}

function isBusy({ status }: Conversation): boolean {
  return status.kind === "waiting" || status.kind === "streaming";
}

/** Takes the next line from the queue, once everything before it is answered. */
function takeQueued(needs: TalkNeeds, byHand: boolean): QueuedLine | undefined {
  const { conversation } = needs.slice.get();
  const { queued } = needs.composer.state();
  const [next, ...rest] = queued;
  const isFree = byHand ? !isBusy(conversation) : conversation.status.kind === "ready";
  if (next === undefined || !isFree) return undefined;
  needs.composer.put({ queued: rest });
  return next;
}

/** Answers a line. Resolves to `false` where the person has stopped it before, and has it back. */
async function perform(needs: TalkNeeds, line: QueuedLine): Promise<boolean> {
  const beginning = needs.waiting.begin();
  try {
    const [session, { interpretLine }] = await Promise.all([
      needs.sessions.session(),
      import("#lib/harness/invocation/interpret-line.ts"),
    ]);
    if (reloadsOn(needs.harness.profile(), "message")) await needs.harness.refresh("load");
    if (!session || beginning.isOver()) {
      giveBack(needs.composer, line);
      return false;
    }
    const result = interpretLine(needs.harness.profile(), needs.harness.session(), line.text);
    await performAs(needs, session, line, result);
    return true;
  } catch (caught) {
    if (!beginning.isOver()) giveBack(needs.composer, line);
    throw caught;
  } finally {
    beginning.end();
  }
}

/** Shows the conversation as waiting for an answer. */
export function showBeginning(slice: Slice<"chat">): Beginning {
  const { conversation } = slice.get();
  const status = { kind: "waiting" } as const;
  const isOver = () => slice.get().conversation.status !== status;
  slice.set({ conversation: { ...conversation, status } });
  return {
    isOver,
    end() {
      if (!isOver()) slice.set({ conversation });
    },
  };
}

/** Puts a line that was not sent back into the message box, before what is typed there. */
export function giveBack(composer: Composer, { text, attachments }: QueuedLine): void {
  const { messageText, attachments: others } = composer.state();
  composer.put({
    messageText: messageText === "" ? text : `${text}\n${messageText}`,
    attachments: [...attachments, ...others],
  });
}

async function performAs(
  needs: TalkNeeds,
  session: ChatSession,
  { text, attachments }: QueuedLine,
  result: LineResult,
): Promise<void> {
  if (result.kind === "text") return session.send({ text, attachments });
  if (result.kind === "command") {
    // Commands are not sent, and so their attachments stay.
    const { attachments: others } = needs.composer.state();
    if (attachments.length > 0) needs.composer.put({ attachments: [...attachments, ...others] });
    return performCommand(needs, text, result);
  }
  const { message, display } = result;
  return session.send({ text: message, typed: display, invoked: invokedBy(result), attachments });
}

type Command = Extract<LineResult, { kind: "command" }>;

async function performCommand(needs: TalkNeeds, line: string, command: Command): Promise<void> {
  if (command.states) needs.harness.keepStates(command.states);
  await needs.editing.write(command.writes);
  if (command.newChat) await newConversation(needs);
  const { output, added } = command;
  (await needs.sessions.session())?.addCommand({ line, output, ...(added !== undefined && { added }) });
  if (command.reload) await needs.harness.refresh("load");
}

/** Sends a line with the same files in place of a message. What followed that message stays as another branch. */
export async function editMessage(needs: TalkNeeds, id: string, text: string): Promise<void> {
  const { conversation } = needs.slice.get();
  if (isBusy(conversation)) return;
  const parts = conversation.messages.find((message) => message.id === id)?.parts ?? [];
  const attachments = parts.flatMap((part) => (part.type === "data-attachment" ? [part.data] : []));
  const session = await goBackBefore(needs, id);
  if (!session) return giveBack(needs.composer, { text, attachments });
  let isSent = false;
  try {
    isSent = await perform(needs, { text, attachments });
  } finally {
    // The person has the line back, and with it what followed the message.
    if (!isSent) session.show(conversation.messages);
  }
  if (isSent) await sendQueued(needs);
}

/** Milliseconds between two saves of a growing answer. */
const savedEvery = 1000;

/**
 * Shows each state of the conversation, and saves it: at once at rest and after every step, a growing answer once a
 * second.
 */
export function createKeeper(
  needs: Omit<ConversationNeeds, "sessions"> & { readonly closed: AbortSignal },
  id: string,
): (conversation: Conversation) => void {
  let savedAt = 0;
  let savedStep = "";
  return (conversation) => {
    const { conversationId, branches } = needs.slice.get();
    if (conversationId !== id) return;
    const isNew = numberOf(branches, conversation.messages.at(-1)?.id) === -1;
    needs.slice.set({ conversation, ...(isNew && { branches: grow(branches, conversation.messages) }) });
    const isGrowing = conversation.status.kind === "streaming";
    const step = isGrowing ? stepOf(conversation.messages) : "";
    if (isGrowing && step === savedStep && Date.now() - savedAt < savedEvery) return;
    savedAt = Date.now();
    savedStep = step;
    keepShown(needs, isGrowing);
    if (!isGrowing) reloadForReads(needs.harness, needs.closed);
  };
}

/** Reloads the harness: skills may depend on what the model has read. */
function reloadForReads(harness: Harness, closed: AbortSignal): void {
  if (isSamePlace(harness.state().view.place, harness.placeNow())) return;
  void harness.refresh("load").catch((caught) => ignoreClosing(closed, caught));
}

/** The progress of the growing answer, in finished steps and tool calls. */
function stepOf(messages: readonly ChatMessage[]): string {
  const { id = "", parts = [] } = messages.at(-1) ?? {};
  const ended = parts.filter((part) => part.type === "step-start" || ("output" in part && part.output !== undefined));
  return `${id} ${ended.length}`;
}
