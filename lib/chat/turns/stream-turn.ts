import "#lib/chat/zod-jitless.ts";
import {
  type FinishReason,
  generateId,
  type InferUIMessageChunk,
  readUIMessageStream,
  type TextStreamPart,
  type ToolSet,
  toUIMessageStream,
} from "ai";
import { paced } from "#lib/async/slices.ts";
import { askAgent, type BoundTools, maxSteps } from "#lib/chat/agent.ts";
import type { ChatMessage, LeftOut, MessageMetadata, TokenUsage } from "#lib/chat/message.ts";
import type { LoadedModel } from "#lib/chat/models/load-model.ts";
import { modelFailure } from "#lib/chat/models/model-failure.ts";
import { costOf } from "#lib/chat/models/prices.ts";
import type { ChatHost, Consents, Instructions } from "#lib/chat/session.ts";
import { withToolNames } from "#lib/chat/tools/named-tools.ts";
import { type Failure, FailureError, type UnfinishedReason } from "#lib/failure.ts";
import { withEstimatedUsage } from "./estimated-usage.ts";
import { isQuestion } from "./settle-messages.ts";

export interface Turn {
  readonly host: ChatHost;
  readonly loaded: LoadedModel;
  /** The system prompt of the whole turn, which stays the same until the person writes again. */
  readonly instructions: Instructions;
  readonly messages: readonly ChatMessage[];
  /** Whether the last message is an answer that was cut off. */
  readonly isCutOff?: boolean;
  /** The calls that the person has allowed. */
  readonly consents: Consents;
  readonly signal: AbortSignal;
}

/**
 * One turn of the model, tool calls and all: the answer as it grows, each time a new object. A last
 * message of the assistant is continued (a question was answered), otherwise a new one begins.
 * Ends quietly when aborted. @throws FailureError after what had arrived by then.
 */
export async function* streamTurn(turn: Turn): AsyncGenerator<ChatMessage> {
  const { loaded, messages, isCutOff = false, signal } = turn;
  const { provider } = loaded.label;
  const last = messages.findLast((message) => message.role !== "system");
  const continued = last?.role === "assistant" ? withoutCost(structuredClone(last)) : undefined;
  let failure: Failure | undefined;
  let finishReason: FinishReason | undefined;
  const fail = (error: unknown) => {
    failure ??= modelFailure(error, provider);
  };
  const { result, tools, spoken, takeLeftOut } = await ask(turn, fail);
  const stream = toUIMessageStream<BoundTools, ChatMessage>({
    stream: result.stream,
    tools,
    originalMessages: spoken,
    generateMessageId: generateId,
    messageMetadata: ({ part }) => {
      if (part.type === "finish") finishReason = part.finishReason;
      return metadataAt(part, loaded, continued && last?.metadata);
    },
  });
  let answer: ChatMessage | undefined;
  // The stream of the message tells of an error in words without a cause, and in some browsers before the model's own does.
  let wordsOnly: unknown;
  const states = readUIMessageStream<ChatMessage>({
    ...(continued && { message: continued }),
    stream: stream.pipeThrough(markingLeftOut(takeLeftOut)).pipeThrough(paced()),
    onError: (error) => {
      wordsOnly ??= error;
    },
  });
  const cut = isCutOff ? (continued?.parts.length ?? 0) - 1 : -1;
  for await (const state of until(signal, states)) {
    answer = withoutCut(state, cut);
    yield answer;
  }
  if (signal.aborted) return;
  if (wordsOnly !== undefined) fail(wordsOnly);
  failure ??= unfinished(finishReason, answer, provider);
  if (failure) throw new FailureError(failure);
}

/** What an answer costs that goes on is known again when all of it has come. */
function withoutCost({ metadata = {}, ...message }: ChatMessage): ChatMessage {
  const { cost: _, ...rest } = metadata;
  return { ...message, metadata: rest };
}

/** Puts the question. `takeLeftOut`: the results that were left out since it was called last. */
async function ask(
  { host, loaded, instructions, messages, isCutOff = false, consents, signal }: Turn,
  onError: (error: unknown) => void,
) {
  const { label } = loaded;
  let leftOut: LeftOut | undefined;
  const onLeftOut = (results: LeftOut) => {
    leftOut = results;
  };
  const names = host.readTools?.();
  // The demo model is a script over the lab's own tools.
  const model = label.scripted ? withEstimatedUsage(loaded.model, names) : withToolNames(loaded.model, names);
  const asked = await askAgent(
    { host, model, instructions, messages, label, isCutOff, consents, onError, onLeftOut },
    signal,
  );
  const takeLeftOut = () => {
    const taken = leftOut;
    leftOut = undefined;
    return taken;
  };
  return { ...asked, takeLeftOut };
}

/**
 * The answer with the text that was cut off at its part `cut` and the text that goes on from there as one, so that a list or
 * a block of code which was cut in its middle stays one. What was thought between them stands before it; what a provider
 * noted of either is gone, as it is not that text any more.
 */
function withoutCut(answer: ChatMessage, cut: number): ChatMessage {
  const { parts } = answer;
  const before = parts[cut];
  const at = parts.findIndex(({ type }, index) => index > cut && !passedOver.has(type));
  const after = parts[at];
  if (before?.type !== "text" || after?.type !== "text") return answer;
  const { providerMetadata: _, ...going } = after;
  const thoughts = parts.slice(cut, at).filter(({ type }) => type === "reasoning");
  const text = { ...going, text: before.text + after.text };
  return { ...answer, parts: [...parts.slice(0, cut), ...thoughts, text, ...parts.slice(at + 1)] };
}

/** Parts between two texts of which a person reads none, or only where they unfold it. */
const passedOver: ReadonlySet<string> = new Set(["step-start", "custom", "reasoning"]);

/** Puts a mark before the step from which on results were left out. */
function markingLeftOut(take: () => LeftOut | undefined) {
  return new TransformStream<Chunk, Chunk>({
    transform(chunk, controller) {
      const leftOut = chunk.type === "start-step" ? take() : undefined;
      if (leftOut) controller.enqueue({ type: "data-trim", data: { ...leftOut } });
      controller.enqueue(chunk);
    },
  });
}

type Chunk = InferUIMessageChunk<ChatMessage>;

function metadataAt(
  part: TextStreamPart<ToolSet>,
  { label, price }: LoadedModel,
  before: MessageMetadata | undefined,
): MessageMetadata | undefined {
  if (part.type === "start") return { createdAt: before?.createdAt ?? Date.now(), model: label, isUnfinished: true };
  if (part.type !== "finish") return undefined;
  const { inputTokens, outputTokens, inputTokenDetails } = part.totalUsage;
  const cachedTokens = inputTokenDetails.cacheReadTokens || undefined;
  const cacheWriteTokens = inputTokenDetails.cacheWriteTokens || undefined;
  const now = { inputTokens, outputTokens, cachedTokens, cacheWriteTokens };
  const cost = sumCost(before, costOf(now, price?.()));
  return { usage: sumUsage(before?.usage, now), ...(cost !== undefined && { cost }) };
}

/** The cost of a continued answer is known only where the cost of each part is. */
function sumCost(before: MessageMetadata | undefined, now: number | undefined): number | undefined {
  if (now === undefined) return undefined;
  return before?.usage && before.cost === undefined ? undefined : (before?.cost ?? 0) + now;
}

/** What is not reported stays so; what one of the two reports counts. A cache is told of where there was one. */
function sumUsage(before: TokenUsage | undefined, now: TokenUsage): TokenUsage {
  const fields = ["inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens"] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const known = [before?.[field], now[field]].filter((count) => count !== undefined);
      return known.length > 0 ? [[field, known.reduce((sum, count) => sum + count, 0)]] : [];
    }),
  );
}

/** Why a turn that ended in order has no full answer. */
function unfinished(
  reason: FinishReason | undefined,
  answer: ChatMessage | undefined,
  provider: string,
): Failure | undefined {
  const because = (why: UnfinishedReason): Failure => ({ code: "model-unfinished", provider, why });
  if (answer?.parts.some(isQuestion)) return undefined;
  switch (reason) {
    case "length":
      return because("length");
    case "content-filter":
      return because("withheld");
    case "tool-calls":
      return { code: "model-unfinished", provider, why: "steps", steps: maxSteps };
    case "stop":
      return hasAnswer(answer) ? undefined : because("empty");
    case "interrupted":
      return { code: "model-cut", provider };
    case "other":
    case "error":
    case undefined:
      return because("other");
  }
}

/** Whether the last step says something: thoughts, and tools that ran before, are no answer. */
function hasAnswer(answer: ChatMessage | undefined): boolean {
  const parts = answer?.parts ?? [];
  const step = parts.slice(parts.findLastIndex(({ type }) => type === "step-start") + 1);
  return step.some((part) => part.type === "text" && part.text.trim() !== "");
}

/** The values of `stream` until the signal: a model that ignores it must not keep the turn open. */
async function* until<T>(signal: AbortSignal, stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
