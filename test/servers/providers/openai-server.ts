import type { IncomingMessage } from "node:http";
import { type FakeProvider, type FakeProviderOptions, startProvider } from "./fake-provider.ts";
import { pieces, type ScriptedRequest, type ScriptedTurn } from "./model-script.ts";

const allowedHeaders = ["authorization", "content-type"];

const errors: Record<number, { message: string; type: string; code: string | null }> = {
  400: {
    message: "This model's maximum context length is 128000 tokens.",
    type: "invalid_request_error",
    code: "context_length_exceeded",
  },
  401: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" },
  429: { message: "Rate limit reached for requests", type: "requests", code: "rate_limit_exceeded" },
};

interface ChatBody {
  readonly model: string;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly {
    readonly role: string;
    readonly content?: string | readonly { readonly text?: string }[] | null;
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** OpenAI's chat completions on 127.0.0.1, as OpenRouter, Ollama and others speak them too: streaming, tools, errors, CORS. */
export function startOpenAiServer(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const wire = { allowedHeaders, refusalOf, errorBody, scriptedRequest, events: completionEvents };
  return startProvider(wire, { key: "test-openai-key", ...options });
}

function refusalOf({ url, headers }: IncomingMessage, key: string) {
  if (url !== "/v1/chat/completions") return { status: 404, message: "not found" };
  return headers.authorization === `Bearer ${key}` ? undefined : { status: 401 };
}

function errorBody(status: number, message: string | undefined): object {
  const error = { ...(errors[status] ?? { message: "Server error", type: "server_error", code: null }), param: null };
  if (message !== undefined) error.message = message;
  return { error };
}

function scriptedRequest({ model, messages, tools = [] }: ChatBody): ScriptedRequest {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const ofRole = (wanted: string, from: number) =>
    messages.slice(from).flatMap(({ role, content }) => (role === wanted ? [textOf(content)] : []));
  return {
    model,
    system: ofRole("system", 0).join("\n"),
    said: textOf(messages[last]?.content),
    results: ofRole("tool", last + 1),
    tools: tools.map((tool) => tool.function.name),
  };
}

function textOf(content: ChatBody["messages"][number]["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("\n");
}

let lastCall = 0;

function* completionEvents(turn: ScriptedTurn, { model, stream_options }: ChatBody) {
  const head = { id: "chatcmpl-test", object: "chat.completion.chunk", created: 1, model };
  const chunk = (delta: object, finish_reason: string | null = null, isText = false) => ({
    data: JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] }),
    isText,
  });
  yield chunk({ role: "assistant", content: "" });
  for (const content of pieces(turn.text ?? "")) yield chunk({ content }, null, true);
  if (turn.failsWith !== undefined) {
    yield { data: JSON.stringify({ error: { message: turn.failsWith, type: "server_error" } }) };
    return;
  }
  for (const [index, { name, input }] of (turn.calls ?? []).entries()) {
    const json = JSON.stringify(input);
    yield chunk({
      tool_calls: [{ index, id: `call_${++lastCall}`, type: "function", function: { name, arguments: "" } }],
    });
    for (const part of [json.slice(0, 5), json.slice(5)]) {
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  yield chunk({}, turn.calls?.length ? "tool_calls" : "stop");
  if (stream_options?.include_usage && !turn.withoutUsage) {
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    yield { data: JSON.stringify({ ...head, choices: [], usage }) };
  }
  yield { data: "[DONE]" };
}
