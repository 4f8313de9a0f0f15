import "#lib/zod-jitless.ts";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { z } from "zod";

/** The most characters of one signature, or of one encrypted thought. */
const longestSeal = 512 * 1024;
const mostDetails = 1000;

const seal = z.string().max(longestSeal);
const word = z.string().max(256);

/** One entry of OpenRouter's `reasoning_details`: a thought, plain or encrypted by its maker. */
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
 * Metadata that a provider needs back unchanged with the next request: the signature or encryption of its model's
 * reasoning, and the id. Nothing else that its package accepts (containers, caching, files) is on the list.
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
 * The allow-list for a part of a request. Each provider is read separately, so that an unlisted entry does not
 * invalidate the others; a part of which nothing is kept has no options.
 */
export const keptOptions = z.unknown().transform(keptMetadata).exactOptional();

/** `value` filtered by the allow-list: entries that are unlisted or too long are left out. */
function keptMetadata(value: unknown): z.infer<typeof kept> {
  const { shape } = kept;
  const given = Object(value) as Readonly<Record<string, unknown>>;
  const read = Object.entries(shape).flatMap(([provider, schema]) => {
    const parsed = Object.hasOwn(given, provider) ? schema.safeParse(given[provider]) : undefined;
    return parsed?.success && Object.keys(Object(parsed.data)).length > 0 ? [[provider, parsed.data]] : [];
  });
  return Object.fromEntries(read);
}

/**
 * A part of an answer as it is passed on, with only allow-listed metadata; `undefined` for parts that no page reads.
 */
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
