import { basename } from "#lib/vfs/paths.ts";
import { lastReminded, splitReminder } from "./instructions.ts";
import type { ChatMessage, MessagePart, ToolPart } from "./message.ts";
import { sightOf } from "./model-choice.ts";
import { fileText, placeholder, type RequestPiece, toolPiece } from "./request-pieces.ts";
import type { ChatHost } from "./session.ts";
import { attachedContent } from "./shown/attached-content.ts";
import { shownFile } from "./shown/shown-file.ts";
import { jsonLine, toolCallOf } from "./tool-call.ts";
import { describeOutput, isReadOutput } from "./tools/describe-output.ts";
import { harnessNames, toldReadTools, toldWriteTools } from "./tools/told-tools.ts";
import { leftOutCalls, leftOutText } from "./trim-results.ts";
import { closeForNext } from "./turns/settle-messages.ts";

/**
 * The pieces of `draftRequest` in a different order, computed without the AI SDK, so that a page can show the context's
 * parts when it opens. A test compares the texts of both under every harness.
 * @param messages the conversation so far; what is under way in it is left out
 */
export function sketchRequest(host: ChatHost, messages: readonly ChatMessage[]): readonly RequestPiece[] {
  const { system, developer } = host.instructions();
  const before = closeForNext(messages);
  const reminded = host.remind?.({ text: placeholder }, lastReminded(before));
  const sketch: Sketch = { host, names: namesOf(host), leftOut: leftOutCalls(messages) };
  return [
    { role: "system", text: system },
    ...(developer === undefined ? [] : [{ role: "developer" as const, text: developer }]),
    ...offeredTools(sketch),
    ...before.flatMap((message) => piecesIn(message, sketch)),
    ...(reminded ? [{ role: "reminder" as const, text: splitReminder(reminded.text, reminded).reminder }] : []),
  ];
}

interface Sketch {
  readonly host: ChatHost;
  /** The harness's names for the tools that look at files. */
  readonly names: ReadonlyMap<string, string>;
  /** Calls whose results are no longer sent. */
  readonly leftOut: ReadonlySet<string>;
}

function namesOf(host: ChatHost): ReadonlyMap<string, string> {
  const names = host.readTools?.();
  return names ? harnessNames(names) : new Map();
}

function offeredTools({ host, names }: Sketch): RequestPiece[] {
  const skillTool = host.skillTool?.();
  const runner = host.runTool?.();
  return [
    ...Object.entries(toldReadTools).map(([name, { description, schema }]) =>
      toolPiece(names.get(name) ?? name, description, schema),
    ),
    ...(skillTool ? [toolPiece(skillTool.name, skillTool.description, skillTool.schema)] : []),
    ...(host.writeTools?.() ?? []).map(({ name, kind }) =>
      toolPiece(name, toldWriteTools[kind].description, toldWriteTools[kind].schema),
    ),
    ...(runner ? [toolPiece(runner.name, runner.description, runner.schema)] : []),
  ];
}

/** Harness commands are not sent. */
function piecesIn(message: ChatMessage, sketch: Sketch): RequestPiece[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return message.parts.flatMap((part) => saidByPerson(part, message.id, sketch));
    case "assistant":
      return message.parts.flatMap((part) => saidByModel(part, sketch));
  }
}

function saidByPerson(part: MessagePart, messageId: string, { host }: Sketch): RequestPiece[] {
  if (part.type === "text") return part.text === "" ? [] : [{ role: "user", text: part.text, messageId }];
  if (part.type !== "data-attachment") return [];
  const content = attachedContent(part.data, sightOf(host.models()));
  if (content.type === "text") return [{ role: "user", text: content.text, messageId }];
  const { name, mediaType, data = "" } = part.data;
  return [{ role: "user", text: fileText({ mediaType, filename: name, data: { type: "data", data } }), messageId }];
}

function saidByModel(part: MessagePart, sketch: Sketch): RequestPiece[] {
  if (part.type === "text") return part.text === "" ? [] : [{ role: "assistant", text: part.text }];
  if (part.type === "reasoning") return [{ role: "reasoning", text: part.text }];
  const call = toolCallOf(part);
  if (!call) return [];
  const tool = sketch.names.get(call.tool) ?? call.tool;
  const piece = { callId: call.id, tool };
  const [result = "", ...files] = resultTexts(part as ToolPart, sketch);
  return [
    { role: "tool call", ...piece, text: `${tool} ${jsonLine(call.input)}` },
    { role: "tool result", ...piece, text: result },
    ...files.map((text) => ({ role: "user" as const, text })),
  ];
}

/** The texts that the model gets as the result of a call, with each shown file described in words. */
function resultTexts(part: ToolPart, { host, leftOut }: Sketch): string[] {
  if (leftOut.has(part.toolCallId)) return [leftOutText];
  if (part.state === "output-error") return [part.errorText];
  if (part.state === "output-denied") return [part.approval?.reason ?? "Tool call execution denied."];
  const call = toolCallOf(part);
  if (!call) return [];
  if (call.error !== undefined) return [call.error];
  const { tool, output } = call;
  if (tool !== "read_file" || !isReadOutput(output) || output.shown === undefined) return [describeOutput(call)];
  const { text, file } = shownFile(host, output);
  if (!file) return [text];
  const { type, content } = file;
  return [text, fileText({ mediaType: type, filename: basename(output.path), data: { type: "data", data: content } })];
}
