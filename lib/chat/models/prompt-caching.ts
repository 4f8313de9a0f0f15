import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";

/**
 * The call with marks for the provider's prompt cache: after the system prompt, which holds the catalog (tools come
 * before it on the wire), and after the last message. Without them twelve steps over a large catalog are billed twelve
 * times.
 * @param provider the key under which the provider's package reads options
 */
export function withCacheMarks(options: LanguageModelV4CallOptions, provider: string): LanguageModelV4CallOptions {
  const marked = new Set([options.prompt.findLastIndex(({ role }) => role === "system"), options.prompt.length - 1]);
  const prompt = options.prompt.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: { ...message.providerOptions, [provider]: mark } } : message,
  );
  return { ...options, prompt };
}

const mark = { cacheControl: { type: "ephemeral" } };
