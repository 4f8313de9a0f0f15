import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { FailureError } from "#lib/failure.ts";
import { parseJson } from "#lib/plain-json.ts";

/** What one answer of a model may come to. The longest that models write are some 128,000 tokens. */
const answerLimits = { characters: 4_000_000, calls: 256 } as const;

type Part = LanguageModelV4StreamPart;

/**
 * Ends an answer that has no end: a model in a loop, or a host that means harm, would fill the page and what it keeps. None
 * of its calls is made. @param provider the host, as failures name it
 */
export function boundAnswer(provider: string): TransformStream<Part, Part> {
  let characters = 0;
  const calls = new Set<string>();
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      if ("delta" in part) characters += part.delta.length;
      // Some hosts tell of all calls before any of them is complete.
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

/** Arguments `null` are none: models write them for tools that need none, and what a tool needs is said by its own check. */
export function withoutNullArguments(): TransformStream<Part, Part> {
  return new TransformStream<Part, Part>({
    transform: (part, controller) =>
      controller.enqueue(part.type === "tool-call" && part.input.trim() === "null" ? { ...part, input: "{}" } : part),
  });
}

/**
 * Leaves out the calls whose arguments broke off because the answer reached its limit: what is there of them is not what
 * the model meant. Whoever settles the conversation finds them begun and not made, and says why.
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
