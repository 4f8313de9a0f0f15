import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";

export interface OpenAiOptions {
  readonly model: string;
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  /** Empty for servers that ask for none (Ollama, LM Studio). */
  readonly key: string;
  readonly fetch?: typeof fetch;
}

/** Any server that speaks OpenAI's chat completions. */
export function createOpenAiModel({ model, baseUrl, key, fetch }: OpenAiOptions): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: baseUrl.replace(/\/+$/, ""),
    // Without this, streams of OpenAI and most others never say how many tokens they took.
    includeUsage: true,
    ...(key !== "" && { apiKey: key }),
    ...(fetch && { fetch }),
  });
  return provider.chatModel(model);
}
