import "#lib/zod-jitless.ts";
import { generateId } from "ai";
import { lastReminded, type RemindingMessage, withReminder } from "#lib/chat/instructions.ts";
import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { type LoadModel, loadModel as loadChosenModel } from "#lib/chat/models/load-model.ts";
import type { ChatSession, ChatSessionOptions } from "#lib/chat/session.ts";
import { markLeftOut, resultsToLeaveOut } from "#lib/chat/trim-results.ts";
import { beforeProceeding, dismissQuestions, isQuestion, restingStatus, settleMessages } from "./settle-messages.ts";
import { createConversationStore, createTurns } from "./turns.ts";

/**
 * A conversation that runs in the page: the agent loop, the tools and the files. Restored messages continue from where
 * they were; a turn that was cut off is marked as interrupted. Long because it is a list: each entry is one method of a
 * conversation.
 */
export function createChatSession(
  { host, messages: restored, onChange }: ChatSessionOptions,
  loadModel: LoadModel = loadChosenModel,
): ChatSession {
  const settled = settleMessages(restored);
  const store = createConversationStore({ messages: settled, status: restingStatus(settled) }, onChange);
  const consents = new Map<string, string>();
  const turns = createTurns({ host, store, loadModel, consents });
  const messages = () => store.get().messages;

  async function retry(): Promise<void> {
    turns.interrupt();
    const asked = beforeAnswer(messages());
    if (asked) await turns.run(asked);
  }

  async function proceed(from: readonly ChatMessage[]): Promise<void> {
    turns.interrupt();
    const cutOff = beforeProceeding(from);
    if (!cutOff) return retry();
    await turns.run(cutOff, { continues: true, isCutOff: true });
  }

  return {
    async send(message) {
      turns.interrupt();
      const before = dismissQuestions(messages());
      const reminded = host.remind?.(message, lastReminded(before));
      await turns.run([...before, userMessage(withReminder(message, reminded))]);
    },
    stop: () => turns.stop(),
    retry,
    proceed: () => proceed(messages()),
    async proceedTrimmed() {
      turns.interrupt();
      const leftOut = resultsToLeaveOut(messages());
      if (leftOut) store.set({ ...store.get(), messages: markLeftOut(messages(), leftOut) });
      await proceed(messages());
    },
    endHoldup: () => turns.endHoldup(),
    async approve(toolCallId, approved, reason) {
      if (turns.isRunning()) return;
      const answered = answerQuestion(messages(), toolCallId, approved ? undefined : denialText(reason));
      if (!answered) return;
      if (approved) consents.set(toolCallId, JSON.stringify(inputOf(messages(), toolCallId)));
      const status = restingStatus(answered);
      if (status.kind === "asking") store.set({ messages: answered, status });
      else await turns.run(answered, { continues: true });
    },
    addCommand(data) {
      const command: ChatMessage = {
        id: generateId(),
        role: "system",
        parts: [{ type: "data-command", data }],
        metadata: { createdAt: Date.now() },
      };
      store.set({ messages: [...messages(), command], status: store.get().status });
    },
    show(next) {
      turns.interrupt();
      const settled = settleMessages(next);
      store.set({ messages: settled, status: restingStatus(settled) });
    },
  };
}

function userMessage({ text, attachments = [], ...metadata }: RemindingMessage): ChatMessage {
  return {
    id: generateId(),
    role: "user",
    parts: [...attachments.map((data) => ({ type: "data-attachment" as const, data })), { type: "text", text }],
    metadata: { createdAt: Date.now(), ...metadata },
  };
}

/**
 * The conversation up to the last user message, with harness commands that ran since; `undefined` when there is none.
 */
function beforeAnswer(messages: readonly ChatMessage[]): ChatMessage[] | undefined {
  const last = messages.findLastIndex((message) => message.role === "user");
  if (last === -1) return undefined;
  const since = messages.slice(last + 1);
  const commands = since.filter(({ role }) => role === "system");
  // Copied where there was an answer: the originals stay with it on another branch.
  const isAnswered = commands.length < since.length;
  return [
    ...messages.slice(0, last + 1),
    ...commands.map((command) => (isAnswered ? { ...command, id: generateId() } : command)),
  ];
}

/** The most characters of a reason that are passed on. */
const longestReason = 2000;

/** The text of a denial for the model. */
function denialText(reason = ""): string {
  const said = reason.trim().slice(0, longestReason);
  return said === "" ? "The person did not allow this." : `The person did not allow this. They say: ${said}`;
}

/** The input of the call that waits for the person's decision. */
function inputOf(messages: readonly ChatMessage[], toolCallId: string): unknown {
  const parts = messages.flatMap((message) => message.parts.filter(isQuestion));
  return parts.findLast((part) => part.toolCallId === toolCallId)?.input;
}

/**
 * The messages with the question about `toolCallId` answered, and with the denial where it is denied; `undefined` when
 * there is no such question.
 */
function answerQuestion(messages: readonly ChatMessage[], toolCallId: string, denial: string | undefined) {
  const index = messages.findLastIndex((message) =>
    message.parts.some((part) => isQuestion(part) && part.toolCallId === toolCallId),
  );
  const message = messages[index];
  if (!message) return undefined;
  const answer = denial === undefined ? { approved: true } : { approved: false, reason: denial };
  const parts = message.parts.map(
    (part): MessagePart =>
      isQuestion(part) && part.toolCallId === toolCallId
        ? { ...part, state: "approval-responded", approval: { ...part.approval, ...answer } }
        : part,
  );
  return messages.with(index, { ...message, parts });
}
