import "#lib/zod-jitless.ts";
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
import {
  answeredBy,
  type ChatMessage,
  isSameModel,
  type LeftOut,
  type MessageMetadata,
  type TokenUsage,
} from "#lib/chat/message.ts";
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
  /** The instructions for the whole turn, which stay the same until the person writes again. */
  readonly instructions: Instructions;
  readonly messages: readonly ChatMessage[];
  /** Whether the last message is an answer that was cut off. */
  readonly isCutOff?: boolean;
  /** The calls that the person has allowed. */
  readonly consents: Consents;
  readonly signal: AbortSignal;
}

/**
 * One turn of the model, tool calls included: yields the growing answer, each time as a new object. A last message of
 * the assistant is continued (a question was answered), otherwise a new one begins. Ends quietly when aborted.
 * @throws FailureError after yielding what had arrived by then.
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
  // The message stream reports an error as text without a cause, and in some browsers before the model's own error
  // arrives.
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

/** The cost of a continued answer is known again only when all of it has arrived. */
function withoutCost({ metadata = {}, ...message }: ChatMessage): ChatMessage {
  const { cost: _, ...rest } = metadata;
  return { ...message, metadata: rest };
}

/** Sends the conversation. `takeLeftOut`: the results left out since its last call. */
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
  // The demo model is a script that knows only the lab's own tool names.
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
 * The answer with its cut-off text at part `cut` joined to the text that continues it, so that a list or code block cut
 * in the middle stays one. Reasoning between the two moves before the text; provider metadata of either is dropped, as
 * it belongs to another text.
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

/** Parts between two texts that a person does not see, or only when unfolded. */
const passedOver: ReadonlySet<string> = new Set(["step-start", "custom", "reasoning"]);

/** Inserts a mark before the step from which on results were left out. */
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
  if (part.type === "start") {
    const others = answeredBy({ metadata: before ?? {} }).filter((by) => !isSameModel(by, label));
    const begunBy = others.length > 0 && { begunBy: others };
    return { createdAt: before?.createdAt ?? Date.now(), model: label, ...begunBy, isUnfinished: true };
  }
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

/**
 * A count that neither part reports stays absent; one that only one part reports is taken from it. Cached tokens are
 * reported where there was a cache.
 */
function sumUsage(before: TokenUsage | undefined, now: TokenUsage): TokenUsage {
  const fields = ["inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens"] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const known = [before?.[field], now[field]].filter((count) => count !== undefined);
      return known.length > 0 ? [[field, known.reduce((sum, count) => sum + count, 0)]] : [];
    }),
  );
}

/** Why a turn that ended normally has no complete answer. */
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

/** Whether the last step has text: reasoning and earlier tool calls are no answer. */
function hasAnswer(answer: ChatMessage | undefined): boolean {
  const parts = answer?.parts ?? [];
  const step = parts.slice(parts.findLastIndex(({ type }) => type === "step-start") + 1);
  return step.some((part) => part.type === "text" && part.text.trim() !== "");
}

/** The values of `stream` until the signal aborts: a model that ignores it must not keep the turn open. */
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
