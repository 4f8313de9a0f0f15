import { createAnthropic } from "@ai-sdk/anthropic";
import type { LanguageModelV4 } from "@ai-sdk/provider";

export interface AnthropicOptions {
  readonly model: string;
  readonly key: string;
  /** Up to and including `/v1`; Anthropic's own when absent. */
  readonly baseUrl?: string;
  readonly headers?: Record<string, string>;
  readonly fetch?: typeof fetch;
}

/** What a call straight from a page needs: without the header, Anthropic answers no cross-origin request. */
export const directBrowserAccess = {
  headers: { "anthropic-dangerous-direct-browser-access": "true" },
} as const;

export function createAnthropicModel({ model, key, baseUrl, headers, fetch }: AnthropicOptions): LanguageModelV4 {
  const provider = createAnthropic({
    apiKey: key,
    ...(baseUrl && { baseURL: baseUrl }),
    ...(headers && { headers }),
    ...(fetch && { fetch }),
  });
  return provider(model);
}
