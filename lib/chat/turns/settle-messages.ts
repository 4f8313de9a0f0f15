import type { ChatMessage, MessagePart, ToolPart } from "#lib/chat/message.ts";
import type { ChatStatus } from "#lib/chat/session.ts";

/** What the model reads as the result of a call that never finished. */
export const interruptedText = "interrupted";
/** What a model is told of a call that was still being written when the answer reached its greatest length. */
const cutText =
  "The answer reached its length limit before this call was complete, so it was not made, and nothing was changed. Make it in smaller pieces.";

function isToolPart(part: MessagePart): part is ToolPart {
  return "toolCallId" in part;
}

/**
 * The messages with nothing left half done, as they are after a stop, a failure or a reload. The SDK
 * leaves text `streaming` after an abort, and refuses to send a call that has no result.
 * An unanswered question to the person stays open. `isCut`: whether it was its length that ended the last answer.
 */
export function settleMessages(messages: readonly ChatMessage[], isCut = false): ChatMessage[] {
  return mapParts(messages, (part) => settlePart(part, isCut));
}

/** Settles the messages and closes open questions: the person has gone on without answering. */
export function dismissQuestions(messages: readonly ChatMessage[]): ChatMessage[] {
  const text = "The person went on without answering whether this is allowed.";
  return mapParts(settleMessages(messages), (part) => (isQuestion(part) ? closed(part, text) : part));
}

/** The conversation as the next message finds it: settled, questions closed, calls still under way left out. */
export function closeForNext(messages: readonly ChatMessage[]): ChatMessage[] {
  const ended = messages.map((message) => {
    const parts = message.parts.filter((part) => !isToolPart(part) || !isOpenCall(part));
    return parts.length === message.parts.length ? message : { ...message, parts };
  });
  return dismissQuestions(ended);
}

/** Where a conversation stands when nothing runs. A message of the person that nothing answered was interrupted, too. */
export function restingStatus(messages: readonly ChatMessage[]): ChatStatus {
  const last = messages.findLast((message) => message.role !== "system");
  if (!last) return { kind: "ready" };
  if (last.parts.some(isQuestion)) return { kind: "asking" };
  const isCut = last.role === "user" || last.metadata?.isUnfinished === true;
  return { kind: isCut ? "interrupted" : "ready" };
}

/** The messages with their last answer marked as whole. */
export function finishAnswer(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const index = messages.findLastIndex(({ role }) => role === "assistant");
  const answer = messages[index];
  if (!answer?.metadata?.isUnfinished) return messages;
  const { isUnfinished: _, ...metadata } = answer.metadata;
  return messages.with(index, { ...answer, metadata });
}

/**
 * The settled messages as an answer that was cut off goes on from them: without a thought at its end, which no provider
 * takes back without what came of it. `undefined` when there is no such answer.
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

/** Keeps every message and array that does not change, so that what is drawn stays drawn. */
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
  // A provider refuses a call without input, and one cut in the middle may have none yet.
  return { ...call, state: "output-error", input: part.input ?? {}, errorText } as MessagePart;
}
