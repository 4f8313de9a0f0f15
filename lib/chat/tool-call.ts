import type { MessagePart, ToolPart } from "./message.ts";
import { harnessOutputOf } from "./tools/harness-output.ts";

/** A tool call of any tool, the profile's own included: the AI SDK types each tool's part apart. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly state: "writing" | "running" | "asking" | "done" | "failed" | "denied";
  readonly input: unknown;
  /** Only when `done`. */
  readonly output: unknown;
  /** What the model read in place of an output. Only when `failed`. */
  readonly error: string | undefined;
  /** How the harness itself shows the call and what came of it, where it does. */
  readonly shows?: { readonly call: string; readonly result: string };
}

/** The tool call in a part of a message; `undefined` for text and everything else. */
export function toolCallOf(part: MessagePart): ToolCall | undefined {
  if (!("toolCallId" in part)) return undefined;
  const output = part.state === "output-available" ? part.output : undefined;
  const harness = part.type === "dynamic-tool" ? harnessOutputOf(output) : undefined;
  return {
    id: part.toolCallId,
    tool: "toolName" in part ? part.toolName : part.type.slice("tool-".length),
    state: harness?.refused ? "failed" : callState(part),
    input: part.input,
    output: harness?.refused ? undefined : output,
    error: harness?.refused ? harness.text : part.state === "output-error" ? part.errorText : undefined,
    ...(harness?.shows && { shows: harness.shows }),
  };
}

function callState(part: ToolPart): ToolCall["state"] {
  switch (part.state) {
    case "input-streaming":
      return "writing";
    case "input-available":
      return "running";
    case "approval-requested":
      return "asking";
    case "approval-responded":
      return part.approval.approved ? "running" : "denied";
    case "output-available":
      return "done";
    case "output-error":
      return "failed";
    case "output-denied":
      return "denied";
  }
}

/** A text property of a tool's input or output, which a model may have written in any shape. */
export function textField(value: unknown, field: string): string | undefined {
  if (typeof value !== "object" || value === null || !(field in value)) return undefined;
  const found = (value as Record<string, unknown>)[field];
  return typeof found === "string" ? found : undefined;
}
