import { type ScriptedCall, sealOf } from "./model-script.ts";

/** A provider's answer to a request without streaming, as documented. */
export interface WholeTurn {
  readonly text: string;
  readonly call?: ScriptedCall;
}

type Whole = (turn: WholeTurn) => object;

function completion({ text, call }: WholeTurn, reasoning_details?: readonly object[]): object {
  const called = call && {
    tool_calls: [
      { id: "call_1", type: "function", function: { name: call.name, arguments: JSON.stringify(call.input) } },
    ],
  };
  const message = { role: "assistant", content: text, ...(reasoning_details && { reasoning_details }), ...called };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "a-model",
    choices: [{ index: 0, message, finish_reason: call ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

function message({ text, call }: WholeTurn): object {
  const called = call && [{ type: "tool_use", id: "toolu_1", name: call.name, input: call.input }];
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "a-model",
    content: [{ type: "text", text }, ...(called ?? [])],
    stop_reason: call ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  };
}

function response({ text, call }: WholeTurn): object {
  const said = { type: "output_text", text, annotations: [] };
  const called = call && [
    { type: "function_call", id: "fc_1", call_id: "call_1", name: call.name, arguments: JSON.stringify(call.input) },
  ];
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "a-model",
    output: [
      { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [said] },
      ...(called ?? []),
    ],
    usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
  };
}

function content({ text, call }: WholeTurn): object {
  const called = call && [{ functionCall: { name: call.name, args: call.input }, thoughtSignature: sealOf("hm") }];
  return {
    candidates: [{ content: { role: "model", parts: [{ text }, ...(called ?? [])] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  };
}

/** By source in `test/wires.ts`. */
export const wholeAnswers: Readonly<Record<string, Whole>> = {
  anthropic: message,
  openai: response,
  google: content,
  openrouter: (turn) =>
    completion(turn, [{ type: "reasoning.encrypted", data: `${sealOf("hm")}.1`, id: "rs_1", index: 0 }]),
  compatible: (turn) => completion(turn),
};
