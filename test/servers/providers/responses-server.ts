import type { IncomingMessage } from "node:http";
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

interface ResponsesBody {
  readonly model: string;
  readonly store?: boolean;
  readonly include?: readonly string[];
  readonly input: readonly InputItem[];
  readonly tools?: readonly { readonly name: string }[];
}

interface InputItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
  readonly output?: string;
  readonly call_id?: string;
  readonly encrypted_content?: string | null;
}

/** OpenAI's Responses API on 127.0.0.1, for a reasoning model: its thoughts are encrypted, and calls must be sent back with them. */
export function startResponsesServer(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const wire = { ...openAiWire, refusalOf, scriptedRequest, events: responseEvents };
  return startProvider(wire, { key: "test-openai-key", ...options });
}

function refusalOf(request: IncomingMessage, key: string, body: ResponsesBody) {
  return refusalAt("/v1/responses", request, key) ?? unsealed(body);
}

/** Nothing is stored, so every reference must be in the request; parameters of chat completions are refused. */
function unsealed(body: ResponsesBody) {
  for (const name of ["max_tokens", "messages"])
    if (name in body) return { status: 400, message: `Unsupported parameter: '${name}'` };
  const reference = body.input.find(({ type }) => type === "item_reference");
  if (reference && body.store === false) return { status: 400, message: "Item not found. Items are not persisted." };
  const isLoose = body.input.some(({ type }, at) => type === "reasoning" && !followed(body.input[at + 1]));
  if (isLoose) return { status: 400, message: "Item of type 'reasoning' was provided without its following item." };
  const called = body.input.filter(
    ({ call_id = "", type }) => type === "function_call" && thoughtOf.has(call_id),
  ).length;
  const sealed = body.input.filter(
    (item) => item.type === "reasoning" && item.encrypted_content === sealOf("hm"),
  ).length;
  return called > sealed
    ? { status: 400, message: "Item of type 'function_call' was provided without its required 'reasoning' item." }
    : undefined;
}

function followed(next: InputItem | undefined): boolean {
  return next?.type === "function_call" || next?.role === "assistant";
}

function scriptedRequest({ model, input, tools = [] }: ResponsesBody): ScriptedRequest {
  const last = input.findLastIndex(({ role }) => role === "user");
  const results = input
    .slice(last + 1)
    .flatMap(({ type, output }) => (type === "function_call_output" ? [output ?? ""] : []));
  const system = input.filter(({ role }) => role === "system" || role === "developer");
  return {
    model,
    system: system.map(textOf).join("\n"),
    said: input[last] ? textOf(input[last]) : "",
    results,
    tools: tools.map(({ name }) => name),
  };
}

function textOf({ content = "" }: InputItem): string {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("\n");
}

let lastItem = 0;

/** The thought of each call, which must be sent back with the call. */
const thoughtOf = new Set<string>();

function event(type: string, data: object, isText = false) {
  return { event: type, data: JSON.stringify({ type, ...data }), isText };
}

function* responseEvents(turn: ScriptedTurn, { model }: ResponsesBody) {
  const response = { id: "resp_test", object: "response", created_at: 1, model, service_tier: "default" };
  yield event("response.created", { response });
  let output_index = 0;
  if (turn.thought !== undefined) yield* reasoningEvents(turn.thought, output_index++);
  if (turn.text !== undefined) yield* messageEvents(turn.text, output_index++, turn.endsEarly ?? false);
  if (turn.endsEarly) return;
  if (turn.failsWith !== undefined) {
    const error = { type: "server_error", code: "server_error", message: turn.failsWith, param: null };
    yield event("error", { sequence_number: 9, error });
    return;
  }
  for (const call of turn.calls ?? []) yield* callEvents(call, output_index++, turn.thought !== undefined);
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: turn.cached ?? 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  };
  const reason = turn.stops && { length: "max_output_tokens", "content-filter": "content_filter" }[turn.stops];
  if (reason) yield event("response.incomplete", { response: { ...response, incomplete_details: { reason }, usage } });
  else yield event("response.completed", { response: { ...response, incomplete_details: null, usage } });
}

function* reasoningEvents(thought: string, output_index: number) {
  const item = { type: "reasoning", id: `rs_${++lastItem}`, summary: [] };
  yield event("response.output_item.added", { output_index, item: { ...item, encrypted_content: null } });
  const at = { item_id: item.id, output_index, summary_index: 0 };
  yield event("response.reasoning_summary_part.added", { ...at, part: { type: "summary_text", text: "" } });
  yield event("response.reasoning_summary_text.delta", { ...at, delta: thought });
  yield event("response.reasoning_summary_part.done", { ...at, part: { type: "summary_text", text: thought } });
  const done = { ...item, summary: [{ type: "summary_text", text: thought }], encrypted_content: sealOf(thought) };
  yield event("response.output_item.done", { output_index, item: done });
}

function* messageEvents(text: string, output_index: number, endsEarly: boolean) {
  const id = `msg_${++lastItem}`;
  const item = { type: "message", id, role: "assistant", status: "in_progress", content: [] };
  yield event("response.output_item.added", { output_index, item });
  for (const delta of pieces(text))
    yield event("response.output_text.delta", { item_id: id, output_index, content_index: 0, delta }, true);
  if (!endsEarly) yield event("response.output_item.done", { output_index, item: { ...item, status: "completed" } });
}

function* callEvents(call: ScriptedCall, output_index: number, isThoughtOf: boolean) {
  const id = `fc_${++lastItem}`;
  if (isThoughtOf) thoughtOf.add(`call_${lastItem}`);
  const item = { type: "function_call", id, call_id: `call_${lastItem}`, name: call.name, arguments: "" };
  yield event("response.output_item.added", { output_index, item: { ...item, status: "in_progress" } });
  for (const delta of argumentPieces(call))
    yield event("response.function_call_arguments.delta", { item_id: id, output_index, delta });
  const done = { ...item, arguments: argumentPieces(call).join(""), status: "completed" };
  yield event("response.output_item.done", { output_index, item: done });
}
