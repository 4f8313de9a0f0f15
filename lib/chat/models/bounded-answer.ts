import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { FailureError } from "#lib/failure.ts";

/** What one answer of a model may come to. The longest that models write are some 128,000 tokens. */
const answerLimits = { characters: 4_000_000, calls: 256 } as const;

type Part = LanguageModelV4StreamPart;

/**
 * Ends an answer that has no end: a model in a loop, or a host that means harm, would fill the page and what it keeps. None
 * of its calls is made. @param provider the host, as failures name it
 */
export function boundAnswer(provider: string): TransformStream<Part, Part> {
  let characters = 0;
  let calls = 0;
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      if ("delta" in part) characters += part.delta.length;
      if (part.type === "tool-call") {
        calls++;
        characters += part.input.length;
      }
      const excess = excessOf(characters, calls);
      if (excess === undefined) return controller.enqueue(part);
      const detail = `it wrote ${excess} in one answer, more than the lab takes`;
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
