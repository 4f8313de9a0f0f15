import type { HarnessOutput, MessagePart, ToolPart } from "./message.ts";
import type { WriteRequest } from "./session.ts";

/** A call of any tool, harness tools included; the AI SDK has a separate type for each tool's part. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly state: "writing" | "running" | "asking" | "done" | "stopped" | "failed" | "denied";
  readonly input: unknown;
  /** Only when `done`. */
  readonly output: unknown;
  /** The text that the model read instead of an output. Only when `stopped` or `failed`. */
  readonly error: string | undefined;
  /** How the harness itself shows the call and its result, where it does. */
  readonly shows?: { readonly call: string; readonly result: string };
}

/** What the model reads as the result of a call that never finished, since the person stopped it or the page was closed. */
export const interruptedText = "interrupted";

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
      return part.errorText === interruptedText ? "stopped" : "failed";
    case "output-denied":
      return "denied";
  }
}

/** A text property of a tool's input or output; the value may have any shape, since a model wrote it. */
export function textField(value: unknown, field: string): string | undefined {
  if (typeof value !== "object" || value === null || !(field in value)) return undefined;
  const found = (value as Record<string, unknown>)[field];
  return typeof found === "string" ? found : undefined;
}

/** The output of a harness's own tool, from any value in a kept conversation. */
export function harnessOutputOf(output: unknown): HarnessOutput | undefined {
  const isOne = typeof output === "object" && output !== null && "text" in output && typeof output.text === "string";
  return isOne ? (output as HarnessOutput) : undefined;
}

/** The output as the model reads it: the harness's text, without what only a person sees. */
export function describeHarnessOutput(output: unknown) {
  const { text, refused, news } = harnessOutputOf(output) ?? { text: JSON.stringify(output) ?? "" };
  return { type: refused ? ("error-text" as const) : ("text" as const), value: news ? `${text}\n\n${news}` : text };
}

/** The command in a shell tool's input, recognised by shape; `undefined` when it is none. */
export function commandOf(input: unknown): string | undefined {
  if (textField(input, "path") !== undefined) return undefined;
  return textField(input, "command") ?? textField(input, "cmd");
}

/** The request in a write tool's input, recognised by shape; `undefined` when it is none (yet). */
export function writeRequestOf(input: unknown): WriteRequest | undefined {
  const path = textField(input, "path");
  if (path === undefined) return undefined;
  const content = textField(input, "content");
  if (content !== undefined) return { path, content };
  const find = textField(input, "old_string");
  const replace = textField(input, "new_string");
  if (find !== undefined && replace !== undefined) return { path, patches: [{ find, replace }] };
  const patches = patchesIn(input);
  return patches && { path, patches };
}

function patchesIn(input: unknown): WriteRequest["patches"] {
  const { patches } = (input ?? {}) as { readonly patches?: unknown };
  if (!Array.isArray(patches)) return undefined;
  const read = patches.flatMap((patch: unknown) => {
    const find = textField(patch, "find");
    const replace = textField(patch, "replace");
    return find === undefined || replace === undefined ? [] : [{ find, replace }];
  });
  return read.length === patches.length ? read : undefined;
}

/** The request with `~` expanded, which a harness's own tools do not know; any other path stays as written. */
export function withHome(request: WriteRequest, home: string): WriteRequest {
  const path = request.path.trim();
  return path === "~" || path.startsWith("~/") ? { ...request, path: home + path.slice(1) } : request;
}

/** The value as JSON on one line. */
export function jsonLine(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (caught) {
    // "Maximum call stack size exceeded".
    if (caught instanceof RangeError) return "(nested too deep to be written out)";
    throw caught;
  }
}
