import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { wrapModel } from "#lib/chat/models/source.ts";
import { requestTokens } from "#lib/chat/request-pieces.ts";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { withHarnessNames } from "#lib/chat/tools/named-tools.ts";
import { harnessNames } from "#lib/chat/tools/told-tools.ts";
import type { ReadToolNames } from "#lib/harness/vocabulary/access.ts";

/**
 * `model`, a script that reports no usage, with the usage that the context view shows for the same request and answer.
 * @param names the harness's names for the tools that look at files, which the script knows by the lab's own names
 */
export function withEstimatedUsage(model: LanguageModelV4, names: ReadToolNames | undefined): LanguageModelV4 {
  let sent = 0;
  return wrapModel(model, {
    prepare: (options) => {
      sent = requestTokens(names ? withHarnessNames(options, names) : options);
      return options;
    },
    read: () => countingAnswer(sent, names),
  });
}

function countingAnswer(sent: number, names: ReadToolNames | undefined) {
  const texts = new Map<string, string>();
  let written = 0;
  return new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
    transform(part, controller) {
      if (part.type === "text-delta") texts.set(part.id, (texts.get(part.id) ?? "") + part.delta);
      if (part.type === "text-end") written += sampleTokens(texts.get(part.id) ?? "");
      if (part.type === "tool-call") written += sampleTokens(`${nameOf(part.toolName, names)} ${part.input}`);
      controller.enqueue(part.type === "finish" ? { ...part, usage: usageOf(sent, written) } : part);
    },
  });
}

function nameOf(tool: string, names: ReadToolNames | undefined): string {
  return (names && harnessNames(names).get(tool)) ?? tool;
}

function usageOf(sent: number, written: number) {
  return {
    inputTokens: { total: sent, noCache: sent, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: written, text: written, reasoning: undefined },
  };
}
