import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { FailureError } from "#lib/failure.ts";
import type { LoadedModel } from "./load-model.ts";
import { modelFailure } from "./model-failure.ts";

/** Characters of an answer after which no more is read. */
const longestAnswer = 4000;

/**
 * Puts one question to a model, outside any conversation and without tools.
 * @returns the beginning of the answer
 * @throws FailureError where the model cannot be asked, or `cancelled`
 */
export async function askOnce(
  { model, label }: Pick<LoadedModel, "model" | "label">,
  system: string,
  text: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { stream } = await model.doStream({
      prompt: [
        { role: "system", content: system },
        { role: "user", content: [{ type: "text", text }] },
      ],
      abortSignal: signal,
    });
    const answer = await readAnswer(stream);
    signal.throwIfAborted();
    return answer;
  } catch (caught) {
    if (signal.aborted) throw new FailureError({ code: "cancelled" }, { cause: caught });
    throw new FailureError(modelFailure(caught, label.provider), { cause: caught });
  }
}

async function readAnswer(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<string> {
  const reader = stream.getReader();
  let answer = "";
  try {
    while (answer.length < longestAnswer) {
      const { done, value: part } = await reader.read();
      if (done) break;
      if (part.type === "error") throw part.error;
      if (part.type === "text-delta") answer += part.delta;
    }
    return answer;
  } finally {
    // The rest of a long answer is not awaited.
    void reader.cancel().catch(() => undefined);
  }
}
