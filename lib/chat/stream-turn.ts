import "./zod-jitless.ts";
import {
  type FinishReason,
  generateId,
  readUIMessageStream,
  type TextStreamPart,
  type ToolSet,
  toUIMessageStream,
} from "ai";
import { type Failure, FailureError } from "#lib/failure.ts";
import { askAgent, type BoundTools, maxSteps } from "./agent.ts";
import type { ChatMessage, MessageMetadata } from "./message.ts";
import type { LoadedModel } from "./models/load-model.ts";
import { modelFailure } from "./models/model-failure.ts";
import type { ChatHost } from "./session.ts";
import { isQuestion } from "./settle-messages.ts";
import { withToolNames } from "./tools/named-tools.ts";

export interface Turn {
  readonly host: ChatHost;
  readonly loaded: LoadedModel;
  /** The system prompt of the whole turn, which stays the same until the person writes again. */
  readonly instructions: string;
  readonly messages: readonly ChatMessage[];
  readonly signal: AbortSignal;
}

/**
 * One turn of the model, tool calls and all: the answer as it grows, each time a new object. A last
 * message of the assistant is continued (a question was answered), otherwise a new one begins.
 * Ends quietly when aborted. @throws FailureError after what had arrived by then.
 */
export async function* streamTurn({ host, loaded, instructions, messages, signal }: Turn): AsyncGenerator<ChatMessage> {
  const { label } = loaded;
  const last = messages.findLast((message) => message.role !== "system");
  const continued = last?.role === "assistant" ? structuredClone(last) : undefined;
  let failure: Failure | undefined;
  let finishReason: FinishReason | undefined;
  const fail = (error: unknown) => {
    failure ??= modelFailure(error, label.provider);
  };
  // The demo model is a script over the lab's own tools.
  const model = label.scripted ? loaded.model : withToolNames(loaded.model, host.readTools?.());
  const { result, tools, spoken } = await askAgent({ host, model, instructions, messages, onError: fail }, signal);
  const stream = toUIMessageStream<BoundTools, ChatMessage>({
    stream: result.stream,
    tools,
    originalMessages: spoken,
    generateMessageId: generateId,
    messageMetadata: ({ part }) => {
      if (part.type === "finish") finishReason = part.finishReason;
      return metadataAt(part, loaded, continued?.metadata);
    },
  });
  let answer: ChatMessage | undefined;
  // The stream of the message tells of an error in words without a cause, and in some browsers before the model's own does.
  let wordsOnly: unknown;
  const states = readUIMessageStream<ChatMessage>({
    ...(continued && { message: continued }),
    stream,
    onError: (error) => {
      wordsOnly ??= error;
    },
  });
  for await (answer of until(signal, states)) yield answer;
  if (signal.aborted) return;
  if (wordsOnly !== undefined) fail(wordsOnly);
  failure ??= unfinished(finishReason, answer, label.provider);
  if (failure) throw new FailureError(failure);
}

function metadataAt(
  part: TextStreamPart<ToolSet>,
  { label }: LoadedModel,
  before: MessageMetadata | undefined,
): MessageMetadata | undefined {
  if (part.type === "start") return { createdAt: before?.createdAt ?? Date.now(), model: label };
  if (part.type !== "finish") return undefined;
  const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
  const usage = before?.usage ?? { inputTokens: 0, outputTokens: 0 };
  return {
    usage: { inputTokens: usage.inputTokens + inputTokens, outputTokens: usage.outputTokens + outputTokens },
  };
}

/** Why a turn that ended in order has no full answer. */
function unfinished(
  reason: FinishReason | undefined,
  answer: ChatMessage | undefined,
  provider: string,
): Failure | undefined {
  const because = (detail: string): Failure => ({ code: "model-failed", provider, detail });
  if (reason === "length") return because("the answer reached the model's limit");
  if (reason === "content-filter") return because("the provider withheld the answer");
  const asks = answer?.parts.some(isQuestion) ?? false;
  return reason === "tool-calls" && !asks ? because(`no answer after ${maxSteps} steps`) : undefined;
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
