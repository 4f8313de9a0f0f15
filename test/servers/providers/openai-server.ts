import { type FakeProvider, type FakeProviderOptions, startProvider } from "./fake-provider.ts";
import {
  argumentPieces,
  pieces,
  type ScriptedCall,
  type ScriptedRequest,
  type ScriptedTurn,
  sealOf,
} from "./model-script.ts";
import { openAiWire, refusalAt } from "./openai-wire.ts";

interface ChatBody {
  readonly model: string;
  readonly max_tokens?: number;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly { readonly text?: string }[] | null;
  readonly tool_calls?: readonly unknown[];
  readonly reasoning_details?: readonly { readonly data?: string }[];
}

/** How an OpenAI-compatible server differs from others. */
export interface CompletionsOptions extends FakeProviderOptions {
  /** `thought`: sent in `reasoning_details`, signed, and expected back with the calls after it (OpenRouter). */
  readonly dialect?: "plain" | "openrouter" | "newest-openai" | "object-arguments";
}

/** OpenAI's chat completions on 127.0.0.1, which OpenRouter, Ollama and others speak too: streaming, tools, errors, CORS. */
export function startOpenAiServer(options: CompletionsOptions = {}): Promise<FakeProvider> {
  const { dialect = "plain" } = options;
  return startProvider<ChatBody>(
    {
      ...openAiWire,
      refusalOf: (request, key, body) =>
        refusalAt("/v1/chat/completions", request, key) ?? dialectRefusal(body, dialect),
      scriptedRequest,
      events: (turn, body) => completionEvents(turn, body, dialect),
    },
    { key: "test-openai-key", ...options },
  );
}

function dialectRefusal({ max_tokens, messages, tools = [] }: ChatBody, dialect: CompletionsOptions["dialect"]) {
  if (dialect === "newest-openai" && max_tokens !== undefined) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'.";
    return { status: 400, message };
  }
  if (dialect === "newest-openai" && tools.length > 0)
    return { status: 400, message: "Function tools are not supported with this model in v1/chat/completions." };
  const isBroken = messages.some(
    ({ tool_calls, reasoning_details = [] }) =>
      tool_calls && !reasoning_details.some(({ data }) => data?.startsWith(sealOf("hm"))),
  );
  return dialect === "openrouter" && isBroken ? { status: 400, message: "reasoning_details are missing" } : undefined;
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

function* completionEvents(
  turn: ScriptedTurn,
  { model, stream_options }: ChatBody,
  dialect: CompletionsOptions["dialect"],
) {
  const head = { id: "chatcmpl-test", object: "chat.completion.chunk", created: 1, model };
  const chunk = (delta: object, finish_reason: string | null = null, isText = false) => ({
    data: JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] }),
    isText,
  });
  yield chunk({ role: "assistant", content: "" });
  if (turn.thought !== undefined) yield chunk(thoughtDelta(turn.thought, dialect));
  for (const content of pieces(turn.text ?? "")) yield chunk({ content }, null, true);
  if (turn.endsEarly) return;
  if (turn.failsWith !== undefined) {
    yield { data: JSON.stringify({ error: { message: turn.failsWith, type: "server_error" } }) };
    return;
  }
  for (const [index, call] of (turn.calls ?? []).entries())
    yield* callDeltas(call, index, dialect).map((delta) => chunk(delta));
  const stops = turn.stops && { length: "length", "content-filter": "content_filter" }[turn.stops];
  yield chunk({}, stops ?? (turn.calls?.length ? "tool_calls" : "stop"));
  if (stream_options?.include_usage && !turn.withoutUsage) {
    const prompt_tokens_details = { cached_tokens: turn.cached ?? 0 };
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details };
    yield { data: JSON.stringify({ ...head, choices: [], usage }) };
  }
  yield { data: "[DONE]" };
}

let lastThought = 0;

function thoughtDelta(thought: string, dialect: CompletionsOptions["dialect"]) {
  if (dialect !== "openrouter") return { reasoning_content: thought };
  const common = { format: "openai-responses-v1", id: `rs_${++lastThought}`, index: 0 };
  const details = [
    { type: "reasoning.summary", summary: thought, ...common },
    { type: "reasoning.encrypted", data: `${sealOf(thought)}.${lastThought}`, ...common },
  ];
  return { reasoning: thought, reasoning_details: details };
}

function callDeltas(call: ScriptedCall, index: number, dialect: CompletionsOptions["dialect"]): object[] {
  const id = `call_${++lastCall}`;
  const { name, input } = call;
  if (dialect === "object-arguments")
    return [{ tool_calls: [{ index, id, type: "function", function: { name, arguments: input } }] }];
  return [
    { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
    ...argumentPieces(call).map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
  ];
}
