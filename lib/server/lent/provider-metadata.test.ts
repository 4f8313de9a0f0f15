import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { keptOptions, passedOn } from "./provider-metadata.ts";

const seal = "c2VhbGVk";

test.each([
  ["Anthropic's signature", { anthropic: { signature: seal } }],
  ["Anthropic's redacted thought", { anthropic: { redactedData: seal } }],
  ["Google's thought signature", { google: { thoughtSignature: seal } }],
  ["OpenAI's sealed thought", { openai: { itemId: "rs_1", reasoningEncryptedContent: seal } }],
  ["Gemini's signature through a compatible host", { openaiCompatible: { thoughtSignature: seal } }],
  ["OpenRouter's details", { openrouter: { reasoning_details: [{ type: "reasoning.encrypted", data: seal }] } }],
])("%s is passed on as it is", (_, options) => {
  expect(keptOptions.parse(options)).toEqual(options);
});

test.each([
  [
    "options that would spend the key",
    { anthropic: { container: { skills: [] }, cacheControl: { type: "ephemeral" } } },
  ],
  ["a provider that nobody lends", { bedrock: { signature: seal } }],
  ["a seal without end", { google: { thoughtSignature: "x".repeat(600_000) } }],
  ["a seal that is none", { google: { thoughtSignature: { $ref: "x" } } }],
  ["more details than thoughts", { openrouter: { reasoning_details: Array(2000).fill({ type: "reasoning.text" }) } }],
  ["what an object has by itself", JSON.parse('{"__proto__": {"signature": "x"}, "constructor": {}}')],
  ["no object", "anthropic"],
])("%s is left out", (_, options) => {
  expect(keptOptions.parse(options)).toEqual({});
});

test("a seal is kept beside what is left out", () => {
  const options = { anthropic: { signature: seal, container: "c" }, bedrock: {}, google: { thoughtSignature: 3 } };
  expect(keptOptions.parse(options)).toEqual({ anthropic: { signature: seal } });
});

test("an answer's parts keep their seals, and nothing of the provider's own bookkeeping", () => {
  const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  const outputTokens = { total: 1, text: 1, reasoning: 0 };
  const finish: LanguageModelV4StreamPart = {
    type: "finish",
    finishReason: { unified: "stop", raw: "stop" },
    usage: { inputTokens, outputTokens, raw: { account: "a" } },
    providerMetadata: { openai: { responseId: "r" } },
  };
  expect(JSON.stringify(passedOn(finish))).not.toMatch(/account|responseId/);
  expect(passedOn({ type: "raw", rawValue: {} })).toBeUndefined();
  const end = { type: "reasoning-end", id: "1", providerMetadata: { anthropic: { signature: seal, x: 1 }, y: {} } };
  expect(passedOn(end as LanguageModelV4StreamPart)).toEqual({
    ...end,
    providerMetadata: { anthropic: { signature: seal } },
  });
});
