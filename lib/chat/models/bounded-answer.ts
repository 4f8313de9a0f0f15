import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { FailureError } from "#lib/failure.ts";
import { parseJson } from "#lib/plain-json.ts";

/** The limits of one answer. The longest that models write are some 128,000 tokens. */
const answerLimits = { characters: 4_000_000, calls: 256 } as const;

type Part = LanguageModelV4StreamPart;

/**
 * Ends an answer that exceeds the limits: a model in a loop, or a hostile host, would fill the page and its storage.
 * None of the answer's calls is made.
 * @param provider the host, as failures name it
 */
export function boundAnswer(provider: string): TransformStream<Part, Part> {
  let characters = 0;
  const calls = new Set<string>();
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      if ("delta" in part) characters += part.delta.length;
      // Some hosts announce all calls before any of them is complete.
      if (part.type === "tool-input-start") calls.add(part.id);
      if (part.type === "tool-call") {
        calls.add(part.toolCallId);
        characters += part.input.length;
      }
      const excess = excessOf(characters, calls.size);
      if (excess === undefined) return controller.enqueue(part);
      const detail = `it wrote ${excess} in one answer, more than the lab accepts`;
      controller.enqueue({ type: "error", error: new FailureError({ code: "model-failed", provider, detail }) });
      controller.terminate();
    },
  });
}

function excessOf(characters: number, calls: number): string | undefined {
  if (calls > answerLimits.calls) return `more than ${answerLimits.calls} tool calls`;
  return characters > answerLimits.characters
    ? `more than ${answerLimits.characters / 1_000_000} million characters`
    : undefined;
}

/**
 * Treats the arguments `null` as no arguments: models write them for tools that need none. Each tool's own check
 * reports what it misses.
 */
export function withoutNullArguments(): TransformStream<Part, Part> {
  return new TransformStream<Part, Part>({
    transform: (part, controller) =>
      controller.enqueue(part.type === "tool-call" && part.input.trim() === "null" ? { ...part, input: "{}" } : part),
  });
}

/**
 * Drops the calls whose arguments were cut off at the answer's limit: the fragment is not what the model meant.
 * `settleMessages` later finds these calls begun and not made, and says why.
 */
export function dropCutCalls(): TransformStream<Part, Part> {
  let broken: Part[] = [];
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      if (part.type === "tool-call" && parseJson(part.input) === undefined) {
        broken.push(part);
        return;
      }
      if (part.type === "finish") {
        if (part.finishReason.unified !== "length") for (const call of broken) controller.enqueue(call);
        broken = [];
      }
      controller.enqueue(part);
    },
    flush(controller) {
      for (const call of broken) controller.enqueue(call);
    },
  });
}
