import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type FakeProvider,
  type FakeProviderOptions,
  listen,
  pieces,
  preflight,
  type RecordedRequest,
  readFirstSkill,
  readJson,
  type ScriptedRequest,
  type ScriptedTurn,
  sendEvents,
  turnSource,
} from "./model-script.ts";

/** The request headers that Anthropic's preflight allows; any other makes a browser give up. */
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
  readonly content?: string | readonly { readonly text?: string }[];
}

/** Anthropic's Messages API on 127.0.0.1: streaming, tool use, its errors, and its rules for calls from pages. */
export async function startAnthropicServer({
  script = readFirstSkill,
  key = "test-anthropic-key",
  port = 0,
}: FakeProviderOptions = {}): Promise<FakeProvider> {
  const requests: RecordedRequest[] = [];
  const turns = turnSource(script);
  const server = await listen((request, response) => {
    if (request.method === "OPTIONS") return preflight(request, response, allowedHeaders);
    void answer(request, response).catch((error: Error) => response.destroy(error));
  }, port);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded: RecordedRequest = { headers: request.headers, body: await readJson(request), aborted: false };
    requests.push(recorded);
    response.on("close", () => {
      recorded.aborted = !response.writableFinished;
    });
    const refusal = refusalOf(request, key);
    if (refusal) return sendError(response, refusal.status, refusal.message);
    const body = recorded.body as MessagesBody;
    const turn = turns.next(scriptedRequest(body));
    if (turn.status) return sendError(response, turn.status, turn.message);
    response.writeHead(200, { "content-type": "text/event-stream", "access-control-allow-origin": "*" });
    if (await sendEvents(response, messageEvents(turn, body.model), turn)) response.end();
  }

  return { url: server.url, stop: server.stop, requests, enqueue: turns.enqueue };
}

function refusalOf({ url, method, headers }: IncomingMessage, key: string) {
  if (method !== "POST" || url !== "/v1/messages") return { status: 404, message: "not found" };
  if (headers.origin && headers["anthropic-dangerous-direct-browser-access"] !== "true") {
    const header = "anthropic-dangerous-direct-browser-access";
    return { status: 401, message: `CORS requests must set '${header}' header` };
  }
  if (!headers["anthropic-version"]) return { status: 400, message: "anthropic-version: header is required" };
  return headers["x-api-key"] === key ? undefined : { status: 401, message: undefined };
}

function sendError(response: ServerResponse, status: number, message: string | undefined): void {
  const error = { ...(errors[status] ?? { type: "api_error", message: "Internal server error" }) };
  if (message !== undefined) error.message = message;
  response.writeHead(status, { "content-type": "application/json", "access-control-allow-origin": "*" });
  response.end(JSON.stringify({ type: "error", error, request_id: "req_test" }));
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

let lastCall = 0;

function* messageEvents(turn: ScriptedTurn, model: string) {
  const event = (type: string, data: object, isText = false) => ({
    event: type,
    data: JSON.stringify({ type, ...data }),
    isText,
  });
  const usage = { input_tokens: 100, output_tokens: 1 };
  yield event("message_start", {
    message: { id: "msg_test", type: "message", role: "assistant", model, content: [], stop_reason: null, usage },
  });
  let index = 0;
  if (turn.text !== undefined) {
    yield event("content_block_start", { index, content_block: { type: "text", text: "" } });
    for (const text of pieces(turn.text)) {
      yield event("content_block_delta", { index, delta: { type: "text_delta", text } }, true);
    }
    yield event("content_block_stop", { index: index++ });
  }
  if (turn.failsWith !== undefined) {
    yield event("error", { error: { type: "overloaded_error", message: turn.failsWith } });
    return;
  }
  for (const { name, input } of turn.calls ?? []) {
    const json = JSON.stringify(input);
    yield event("content_block_start", {
      index,
      content_block: { type: "tool_use", id: `toolu_${++lastCall}`, name, input: {} },
    });
    for (const part of [json.slice(0, 5), json.slice(5)]) {
      yield event("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: part } });
    }
    yield event("content_block_stop", { index: index++ });
  }
  const stop_reason = turn.calls?.length ? "tool_use" : "end_turn";
  yield event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
  yield event("message_stop", {});
}
