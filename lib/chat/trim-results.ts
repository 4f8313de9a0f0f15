import type { FilePart, ModelMessage } from "ai";
import type { ChatMessage, LeftOut, MessagePart } from "./message.ts";
import { shownTokens } from "./shown/sight.ts";
import { sampleTokens } from "./tokens/estimate-tokens.ts";

/** What the model reads in place of a result that was left out. */
export const leftOutText = "[Left out to save room. Call the tool again if you need it.]";

/**
 * Shares of the window: results are left out once a request exceeds `from`, until it is below `to`. The rest is for the
 * answer and for estimation errors.
 */
const shares = { from: 0.8, to: 0.5 } as const;

/** The calls whose results the conversation no longer sends. */
export function leftOutCalls(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const parts = messages.flatMap((message) => message.parts);
  return new Set(parts.flatMap((part) => (part.type === "data-trim" ? part.data.calls : [])));
}

/**
 * `messages` without the results of these calls: a provider requires an answer to every call, so a line takes their
 * place.
 */
export function withoutResults(messages: readonly ModelMessage[], calls: ReadonlySet<string>): ModelMessage[] {
  if (calls.size === 0) return [...messages];
  return messages.map((message) => {
    if (message.role !== "tool") return message;
    const content = message.content.map((part) =>
      part.type === "tool-result" && calls.has(part.toolCallId)
        ? { ...part, output: { type: "text" as const, value: leftOutText } }
        : part,
    );
    return { ...message, content };
  });
}

/**
 * The results to leave out of a request that would nearly fill a window of so many tokens: the oldest first, and never
 * those that the model has not seen. `undefined` where nothing need or can be left out.
 */
export function resultsOverWindow(
  instructions: string,
  messages: readonly ModelMessage[],
  window: number,
): LeftOut | undefined {
  const json = countedJson(messages);
  const length = json.length + instructions.length;
  // Nearly everywhere a token has more than one character: most requests need no closer count.
  if (length < window * shares.from) return undefined;
  let size = sampleTokens(instructions) + sampleTokens(json);
  if (size < window * shares.from) return undefined;
  const calls: string[] = [];
  let tokens = 0;
  for (const { id, text } of seenResults(messages)) {
    if (size < window * shares.to) break;
    const saved = sampleTokens(text);
    calls.push(id);
    tokens += saved;
    size -= saved;
  }
  return calls.length > 0 ? { calls, tokens } : undefined;
}

/** The JSON whose tokens are counted: each picture and PDF is replaced by as many words as it costs tokens. */
function countedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const { type, mediaType, data } = Object(inner) as Partial<FilePart>;
    if (type !== "file" || typeof mediaType !== "string") return inner;
    const { data: encoded = "" } = Object(data) as { readonly data?: unknown };
    const bytes = typeof encoded === "string" ? (encoded.length * 3) / 4 : 0;
    return " file".repeat(shownTokens(mediaType, bytes));
  });
}

function seenResults(messages: readonly ModelMessage[]) {
  const answered = messages.slice(
    0,
    messages.findLastIndex(({ role }) => role === "assistant"),
  );
  return answered.flatMap((message) => {
    if (message.role !== "tool") return [];
    return message.content.flatMap((part) => {
      const text = part.type === "tool-result" ? countedJson(part.output) : "";
      return part.type === "tool-result" && text.length > leftOutText.length * 2 ? [{ id: part.toolCallId, text }] : [];
    });
  });
}

/**
 * The results that a person can have left out of a conversation that has become too long: all but those of the last
 * step, or these too where there are no others. `undefined` where there is none.
 */
export function resultsToLeaveOut(messages: readonly ChatMessage[]): LeftOut | undefined {
  const before = leftOutCalls(messages);
  const steps = messages.flatMap(({ parts }) => stepsOf(parts));
  const results = steps.map((step) => step.flatMap((part) => resultOf(part, before)));
  const last = results.findLastIndex((step) => step.length > 0);
  const older = results.slice(0, last).flat();
  const chosen = older.length > 0 ? older : results.flat();
  if (chosen.length === 0) return undefined;
  return { calls: chosen.map(({ id }) => id), tokens: chosen.reduce((sum, { text }) => sum + sampleTokens(text), 0) };
}

function stepsOf(parts: readonly MessagePart[]): MessagePart[][] {
  const steps: MessagePart[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start") steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps;
}

function resultOf(part: MessagePart, before: ReadonlySet<string>) {
  if (!("toolCallId" in part) || part.state !== "output-available" || before.has(part.toolCallId)) return [];
  return [{ id: part.toolCallId, text: JSON.stringify(part.output) ?? "" }];
}

/** The conversation with a mark in its last answer: from there on these results are left out. */
export function markLeftOut(messages: readonly ChatMessage[], data: LeftOut): readonly ChatMessage[] {
  const index = messages.findLastIndex(({ role }) => role === "assistant");
  const answer = messages[index];
  if (!answer) return messages;
  return messages.with(index, { ...answer, parts: [...answer.parts, { type: "data-trim", data: { ...data } }] });
}
