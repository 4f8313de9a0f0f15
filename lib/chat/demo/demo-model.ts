import {
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { inSlices } from "#lib/async/slices.ts";
import { readCatalog } from "#lib/chat/matching/match-skills.ts";
import { offersIn } from "#lib/chat/matching/parse-catalog.ts";
import { answerStream, nothingCounted } from "#lib/chat/models/answer-stream.ts";
import type { Call } from "./look.ts";
import { readPrompt } from "./read-prompt.ts";
import { nextStep, type Step } from "./script.ts";

/**
 * A language model that is a script: it reads the catalog it is sent, picks a skill by name or by shared words, looks
 * at its files through the same tools as any model, and quotes them. It needs no key and no network, and gives the same
 * answer every time. `delay`: milliseconds between the pieces of its text.
 */
export function createDemoModel({ delay = 12 }: { delay?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "demo",
    modelId: "demo",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new UnsupportedFunctionalityError({ functionality: "doGenerate" })),
    doStream: async (options) => {
      const prompt = readPrompt(options);
      // Reads in slices, as a large catalog would hold up the page.
      const offers = await inSlices(offersIn(prompt.told));
      await inSlices(readCatalog(offers));
      return { stream: answerStream(demoParts(options, nextStep(prompt, offers), delay)) };
    },
  };
}

/** The parts of an answer, with a pause before each piece of text. @throws the reason of an abort, as a network stream does */
async function* demoParts(
  { prompt, abortSignal }: LanguageModelV4CallOptions,
  step: Step,
  delay: number,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  yield { type: "response-metadata", modelId: "demo" };
  for (const part of step.kind === "call" ? callParts(step, prompt.length) : textParts(step.text)) {
    if (part.type === "text-delta") await new Promise((resolve) => setTimeout(resolve, delay));
    abortSignal?.throwIfAborted();
    yield part;
  }
  const unified = step.kind === "call" ? "tool-calls" : "stop";
  yield { type: "finish", finishReason: { unified, raw: undefined }, usage: nothingCounted };
}

function* callParts({ tool, inputs }: Call, position: number): Generator<LanguageModelV4StreamPart> {
  for (const [index, value] of inputs.entries()) {
    // Derived from the position in the conversation, so the id is unique there and the same at every run.
    const id = `demo-${position}-${index}`;
    const input = JSON.stringify(value);
    yield { type: "tool-input-start", id, toolName: tool };
    yield { type: "tool-input-delta", id, delta: input };
    yield { type: "tool-input-end", id };
    yield { type: "tool-call", toolCallId: id, toolName: tool, input };
  }
}

function* textParts(text: string): Generator<LanguageModelV4StreamPart> {
  yield { type: "text-start", id: "answer" };
  for (const [delta] of text.matchAll(/[\s\S]{1,16}/gu)) yield { type: "text-delta", id: "answer", delta };
  yield { type: "text-end", id: "answer" };
}
