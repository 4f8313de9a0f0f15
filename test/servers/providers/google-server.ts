import type { IncomingMessage } from "node:http";
import { type FakeProvider, type FakeProviderOptions, startProvider } from "./fake-provider.ts";
import { pieces, type ScriptedRequest, type ScriptedTurn, sealOf } from "./model-script.ts";

const allowedHeaders = ["content-type", "x-goog-api-key"];

const errors: Record<number, { message: string; status: string }> = {
  400: { message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" },
  403: { message: "The caller does not have permission.", status: "PERMISSION_DENIED" },
  404: { message: "models/x is not found for API version v1beta.", status: "NOT_FOUND" },
  429: { message: "Resource has been exhausted (e.g. check quota).", status: "RESOURCE_EXHAUSTED" },
  503: { message: "The model is overloaded. Please try again later.", status: "UNAVAILABLE" },
};

interface GenerateBody {
  readonly systemInstruction?: { readonly parts: readonly Part[] };
  readonly contents: readonly { readonly role: string; readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

interface Part {
  readonly text?: string;
  readonly functionCall?: unknown;
  readonly functionResponse?: { readonly response?: unknown };
  readonly thoughtSignature?: string;
}

/**
 * Google's Generative Language API on 127.0.0.1, for a model whose function calls are signed and must be sent back with their signature.
 */
export function startGoogleServer(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const wire = { allowedHeaders, refusalOf, errorBody, scriptedRequest, events: generateEvents };
  return startProvider(wire, { key: "test-google-key", ...options });
}

function errorBody(code: number, message: string | undefined) {
  return { error: { code, ...errors[code], ...(message !== undefined && { message }) } };
}

function refusalOf({ url = "", headers }: IncomingMessage, key: string, body: GenerateBody) {
  if (!/^\/v1(?:beta)?\/models\/[\w.-]+:streamGenerateContent\?alt=sse$/.test(url))
    return { status: 404, message: "not found" };
  return headers["x-goog-api-key"] === key ? unsigned(body) : { status: 400 };
}

function unsigned({ contents }: GenerateBody) {
  const calls = contents.flatMap(({ parts }) => parts.filter(({ functionCall }) => functionCall));
  return calls.some(({ thoughtSignature }) => thoughtSignature !== sealOf("hm"))
    ? { status: 400, message: "Function call is missing a thought_signature in functionCall parts." }
    : undefined;
}

function scriptedRequest(
  { systemInstruction, contents, tools = [] }: GenerateBody,
  { url = "" }: IncomingMessage,
): ScriptedRequest {
  const last = contents.findLastIndex(({ role, parts }) => role === "user" && parts.some(({ text }) => text));
  const after = contents.slice(last + 1).flatMap(({ parts }) => parts);
  return {
    model: /models\/([^:]+)/.exec(url)?.[1] ?? "",
    system: (systemInstruction?.parts ?? []).map(({ text }) => text ?? "").join("\n"),
    said: (contents[last]?.parts ?? []).map(({ text }) => text ?? "").join("\n"),
    results: after.flatMap(({ functionResponse }) => (functionResponse ? [resultText(functionResponse.response)] : [])),
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
  };
}

function resultText(response: unknown): string {
  const { content = response } = Object(response) as { readonly content?: unknown };
  return typeof content === "string" ? content : JSON.stringify(content);
}

function* generateEvents(turn: ScriptedTurn) {
  const event = (parts: readonly object[], more: object = {}, isText = false) => ({
    data: JSON.stringify({ candidates: [{ content: { role: "model", parts }, index: 0, ...more }], responseId: "r" }),
    isText,
  });
  if (turn.thought !== undefined) yield event([{ text: turn.thought, thought: true }]);
  for (const text of pieces(turn.text ?? "")) yield event([{ text }], {}, true);
  if (turn.endsEarly) return;
  if (turn.failsWith !== undefined) {
    yield { data: JSON.stringify({ error: { code: 503, message: turn.failsWith, status: "UNAVAILABLE" } }) };
    return;
  }
  for (const { name, input } of turn.calls ?? [])
    yield event([{ functionCall: { name, args: input }, thoughtSignature: sealOf("hm") }]);
  const finishReason = turn.stops ? { length: "MAX_TOKENS", "content-filter": "SAFETY" }[turn.stops] : "STOP";
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 20, cachedContentTokenCount: turn.cached ?? 0 };
  yield {
    data: JSON.stringify({
      candidates: [{ content: { role: "model", parts: [] }, finishReason, index: 0 }],
      ...(!turn.withoutUsage && { usageMetadata }),
    }),
  };
}
