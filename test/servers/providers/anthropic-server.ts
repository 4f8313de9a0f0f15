import type { IncomingMessage } from "node:http";
import { type FakeProvider, type FakeProviderOptions, type Refusal, startProvider } from "./fake-provider.ts";
import { argumentPieces, pieces, type ScriptedRequest, type ScriptedTurn, sealOf } from "./model-script.ts";

const allowedHeaders = [
  "anthropic-beta",
  "anthropic-dangerous-direct-browser-access",
  "anthropic-version",
  "authorization",
  "content-type",
  "x-api-key",
];

const errors: Record<number, { type: string; message: string }> = {
  400: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" },
  401: { type: "authentication_error", message: "invalid x-api-key" },
  404: { type: "not_found_error", message: "model not found" },
  413: { type: "request_too_large", message: "Request exceeds the maximum size" },
  429: { type: "rate_limit_error", message: "This request would exceed your rate limit." },
  529: { type: "overloaded_error", message: "Overloaded" },
};

interface MessagesBody {
  readonly model: string;
  readonly system?: string | readonly { readonly text: string }[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly ContentBlock[];
  }[];
  readonly tools?: readonly { readonly name: string }[];
}

interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

/** Anthropic's Messages API on 127.0.0.1: streaming, tool use, thinking, errors, and its rules for calls from pages. */
export function startAnthropicServer(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const wire = { allowedHeaders, refusalOf, errorBody, scriptedRequest, events: messageEvents };
  return startProvider(wire, { key: "test-anthropic-key", ...options });
}

function refusalOf({ url, method, headers }: IncomingMessage, key: string, body: MessagesBody): Refusal | undefined {
  if (method !== "POST" || url?.split("?")[0] !== "/v1/messages") return { status: 404, message: "not found" };
  if (headers.origin && headers["anthropic-dangerous-direct-browser-access"] !== "true") {
    const header = "anthropic-dangerous-direct-browser-access";
    return { status: 401, message: `CORS requests must set '${header}' header` };
  }
  if (!headers["anthropic-version"]) return { status: 400, message: "anthropic-version: header is required" };
  return headers["x-api-key"] === key ? unsignedThought(body) : { status: 401 };
}

/** A thought that is sent back must have its original signature. */
function unsignedThought({ messages }: MessagesBody): Refusal | undefined {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const isBroken = blocks.some(
    (block) => block.type === "thinking" && block.signature !== sealOf(block.thinking ?? ""),
  );
  return isBroken ? { status: 400, message: "messages: Invalid `signature` in `thinking` block" } : undefined;
}

function errorBody(status: number, message: string | undefined) {
  const error = { ...(errors[status] ?? { type: "api_error", message: "Internal server error" }) };
  if (message !== undefined) error.message = message;
  return { type: "error", error, request_id: "req_test" };
}

function scriptedRequest({ model, system = "", messages, tools = [] }: MessagesBody): ScriptedRequest {
  const blocks = messages.map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
  }));
  const isSaid = ({ role, content }: (typeof blocks)[number]) =>
    role === "user" && content.some((block) => block.type === "text");
  const last = blocks.findLastIndex(isSaid);
  const results = blocks.slice(last + 1).flatMap(({ content }) => content.filter(({ type }) => type === "tool_result"));
  return {
    model,
    system: typeof system === "string" ? system : system.map(({ text }) => text).join("\n"),
    said: (blocks[last]?.content ?? []).flatMap(({ text }) => text ?? []).join("\n"),
    results: results.map(({ content }) => resultText(content)),
    tools: tools.map(({ name }) => name),
  };
}

function resultText(content: ContentBlock["content"] = ""): string {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("\n");
}

let lastMessage = 0;
let lastCall = 0;

function event(type: string, data: object, isText = false) {
  return { event: type, data: JSON.stringify({ type, ...data }), isText };
}

function* messageEvents(turn: ScriptedTurn, { model }: MessagesBody) {
  const usage = { input_tokens: 100 - (turn.cached ?? 0), cache_read_input_tokens: turn.cached ?? 0, output_tokens: 1 };
  yield event("message_start", {
    message: {
      id: `msg_${++lastMessage}`,
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      usage,
    },
  });
  let index = 0;
  if (turn.thought !== undefined) yield* thinkingEvents(turn.thought, index++);
  if (turn.text !== undefined) yield* textEvents(turn.text, index++, turn.endsEarly ?? false);
  if (turn.endsEarly) return;
  if (turn.failsWith !== undefined) {
    yield event("error", { error: { type: "overloaded_error", message: turn.failsWith } });
    return;
  }
  for (const call of turn.calls ?? []) {
    yield event("content_block_start", {
      index,
      content_block: { type: "tool_use", id: `toolu_${++lastCall}`, name: call.name, input: {} },
    });
    for (const part of argumentPieces(call)) {
      yield event("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: part } });
    }
    yield event("content_block_stop", { index: index++ });
  }
  const stops = turn.stops && { length: "max_tokens", "content-filter": "refusal" }[turn.stops];
  const stop_reason = stops ?? (turn.calls?.length ? "tool_use" : "end_turn");
  yield event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
  yield event("message_stop", {});
}

function* thinkingEvents(thinking: string, index: number) {
  yield event("content_block_start", { index, content_block: { type: "thinking", thinking: "", signature: "" } });
  yield event("content_block_delta", { index, delta: { type: "thinking_delta", thinking } });
  yield event("content_block_delta", { index, delta: { type: "signature_delta", signature: sealOf(thinking) } });
  yield event("content_block_stop", { index });
}

function* textEvents(words: string, index: number, endsEarly: boolean) {
  yield event("content_block_start", { index, content_block: { type: "text", text: "" } });
  for (const text of pieces(words))
    yield event("content_block_delta", { index, delta: { type: "text_delta", text } }, true);
  if (!endsEarly) yield event("content_block_stop", { index });
}
