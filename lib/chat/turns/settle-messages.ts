import type { ChatMessage, MessageMetadata, MessagePart, ToolPart } from "#lib/chat/message.ts";
import type { ChatStatus } from "#lib/chat/session.ts";
import { interruptedText } from "#lib/chat/tool-call.ts";

/** What a model is told about a call whose arguments were cut off when the answer reached its greatest length. */
const cutText =
  "The answer reached its length limit before this call was complete, so it was not made, and nothing was changed. Make it in smaller pieces.";

function isToolPart(part: MessagePart): part is ToolPart {
  return "toolCallId" in part;
}

/**
 * The messages with nothing left unfinished after a stop, a failure or a reload. The SDK leaves text `streaming` after
 * an abort, and refuses to send a call without a result. An unanswered question to the person stays open. `isCut`:
 * whether the last answer ended because of its length.
 */
export function settleMessages(messages: readonly ChatMessage[], isCut = false): ChatMessage[] {
  return mapParts(messages, (part) => settlePart(part, isCut));
}

/** Settles the messages and closes open questions: the person has continued without answering. */
export function dismissQuestions(messages: readonly ChatMessage[]): ChatMessage[] {
  const text = "The person went on without answering whether this is allowed.";
  return mapParts(settleMessages(messages), (part) => (isQuestion(part) ? closed(part, text) : part));
}

/** The conversation as the next message needs it: settled, questions closed, unfinished calls left out. */
export function closeForNext(messages: readonly ChatMessage[]): ChatMessage[] {
  const ended = messages.map((message) => {
    const parts = message.parts.filter((part) => !isToolPart(part) || !isOpenCall(part));
    return parts.length === message.parts.length ? message : { ...message, parts };
  });
  return dismissQuestions(ended);
}

/** The status of a conversation when nothing runs. A user message without an answer counts as interrupted, too. */
export function restingStatus(messages: readonly ChatMessage[]): ChatStatus {
  const last = messages.findLast((message) => message.role !== "system");
  if (!last) return { kind: "ready" };
  if (last.parts.some(isQuestion)) return { kind: "asking" };
  const isCut = last.role === "user" || last.metadata?.isUnfinished === true;
  return { kind: isCut ? "interrupted" : "ready" };
}

/** The messages with why the last of them was not answered, or not to its end; without that where nothing is given. */
export function withFailure(
  messages: readonly ChatMessage[],
  told?: Pick<MessageMetadata, "failed" | "failedAs">,
): readonly ChatMessage[] {
  const index = messages.findLastIndex(({ role }) => role !== "system");
  const last = messages[index];
  const { failed, failedAs: _, ...metadata } = last?.metadata ?? {};
  if (!last || (!told && failed === undefined)) return messages;
  return messages.with(index, { ...last, metadata: { ...metadata, ...told } });
}

/** The messages with their last answer marked as complete. */
export function finishAnswer(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const index = messages.findLastIndex(({ role }) => role === "assistant");
  const answer = messages[index];
  if (!answer?.metadata?.isUnfinished) return messages;
  const { isUnfinished: _, ...metadata } = answer.metadata;
  return messages.with(index, { ...answer, metadata });
}

/**
 * The settled messages from which a cut-off answer is continued: without reasoning at its end, which no provider takes
 * back without the output that followed it. `undefined` when there is no such answer.
 */
export function beforeProceeding(messages: readonly ChatMessage[]): readonly ChatMessage[] | undefined {
  const settled = settleMessages(messages);
  const index = settled.findLastIndex(({ role }) => role !== "system");
  const answer = settled[index];
  if (answer?.role !== "assistant") return undefined;
  const end = answer.parts.findLastIndex(({ type }) => type !== "reasoning" && type !== "step-start");
  return settled.with(index, { ...answer, parts: answer.parts.slice(0, end + 1) });
}

export function isQuestion(part: MessagePart): part is Extract<ToolPart, { state: "approval-requested" }> {
  return isToolPart(part) && part.state === "approval-requested";
}

/** Keeps the identity of every message and array that does not change, so that views need not draw them again. */
function mapParts(messages: readonly ChatMessage[], map: (part: MessagePart) => MessagePart): ChatMessage[] {
  return messages.map((message) => {
    const parts = message.parts.map(map);
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts };
  });
}

function settlePart(part: MessagePart, isCut: boolean): MessagePart {
  if (isToolPart(part)) {
    const text = isCut && part.state === "input-streaming" ? cutText : interruptedText;
    return isOpenCall(part) ? closed(part, text) : part;
  }
  if (part.type !== "text" && part.type !== "reasoning") return part;
  return part.state === "streaming" ? { ...part, state: "done" } : part;
}

function isOpenCall({ state }: ToolPart): boolean {
  return state === "input-streaming" || state === "input-available" || state === "approval-responded";
}

function closed(part: ToolPart, errorText: string): MessagePart {
  const { approval: _, ...call } = part;
  // A provider refuses a call without input, and a call that was cut off may have none yet.
  return { ...call, state: "output-error", input: part.input ?? {}, errorText } as MessagePart;
}
