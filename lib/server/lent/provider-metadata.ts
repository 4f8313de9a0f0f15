import "#lib/chat/zod-jitless.ts";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { z } from "zod";

/** Characters of one signature, or of one thought in its provider's cipher. */
const longestSeal = 512 * 1024;
const mostDetails = 1000;

const seal = z.string().max(longestSeal);
const word = z.string().max(256);

/** One entry of OpenRouter's `reasoning_details`: a thought, in words or in its maker's cipher. */
const reasoningDetail = z.object({
  type: z.enum(["reasoning.text", "reasoning.summary", "reasoning.encrypted"]),
  id: word.nullable().exactOptional(),
  format: word.nullable().exactOptional(),
  index: z.number().exactOptional(),
  text: seal.nullable().exactOptional(),
  summary: seal.exactOptional(),
  data: seal.exactOptional(),
  signature: seal.nullable().exactOptional(),
});

/**
 * What a provider wants to have back with the next request, word for word: how it signed or sealed what its model thought,
 * and under which id. Nothing else that its package could be told here (containers, caching, files) is on the list.
 */
const kept = z.object({
  anthropic: z.object({ signature: seal.exactOptional(), redactedData: seal.exactOptional() }).exactOptional(),
  google: z.object({ thoughtSignature: seal }).exactOptional(),
  openai: z
    .object({
      itemId: word.exactOptional(),
      reasoningEncryptedContent: seal.nullable().exactOptional(),
      phase: word.nullable().exactOptional(),
    })
    .exactOptional(),
  "openai-compatible": z.object({ thoughtSignature: seal }).exactOptional(),
  openaiCompatible: z.object({ thoughtSignature: seal }).exactOptional(),
  openrouter: z.object({ reasoning_details: z.array(reasoningDetail).max(mostDetails) }).exactOptional(),
});

/**
 * The allow-list for a part of a request. Read provider by provider, so that what is not on it takes nothing else along; a
 * part of which nothing is kept has no options.
 */
export const keptOptions = z.unknown().transform(keptMetadata).exactOptional();

/** `value` by the allow-list: what is not on it, or too long, is left out. */
function keptMetadata(value: unknown): z.infer<typeof kept> {
  const { shape } = kept;
  const given = Object(value) as Readonly<Record<string, unknown>>;
  const read = Object.entries(shape).flatMap(([provider, schema]) => {
    const parsed = Object.hasOwn(given, provider) ? schema.safeParse(given[provider]) : undefined;
    return parsed?.success && Object.keys(Object(parsed.data)).length > 0 ? [[provider, parsed.data]] : [];
  });
  return Object.fromEntries(read);
}

/** A part of an answer as it is passed on, with the metadata of the allow-list; `undefined` for what no page reads. */
export function passedOn(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart | undefined {
  if (part.type === "raw" || part.type === "custom" || part.type === "ping") return undefined;
  if (part.type === "finish") {
    const { inputTokens, outputTokens } = part.usage;
    return { type: "finish", finishReason: part.finishReason, usage: { inputTokens, outputTokens } };
  }
  if (!("providerMetadata" in part)) return part;
  const { providerMetadata, ...rest } = part;
  const metadata = keptMetadata(providerMetadata);
  return (Object.keys(metadata).length > 0 ? { ...rest, providerMetadata: metadata } : rest) as typeof part;
}
