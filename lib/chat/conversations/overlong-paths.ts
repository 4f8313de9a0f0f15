import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { textField } from "#lib/chat/tool-call.ts";
import { pathRefusal } from "#lib/chat/tools/limits.ts";

/** Characters that are kept of a path that is too long for any tool: enough to recognise it. */
const keptOfPath = 60;

/**
 * A message from outside or from storage in which calls with a path that no tool takes (`pathRefusal`) are refused:
 * each becomes a failed call with the beginning of its path and the reason. Returns the same object where there is no
 * such call.
 */
export function refuseOverlongPaths(message: ChatMessage): ChatMessage {
  const parts = message.parts.map(refusePart);
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts };
}

function refusePart(part: MessagePart): MessagePart {
  if (!("toolCallId" in part)) return part;
  const { output, approval: _, rawInput: __, ...call } = part as typeof part & { output?: unknown; rawInput?: unknown };
  const written = textField(part.input, "path");
  const refusal = [written, textField(output, "path")].map((path) => path && pathRefusal(path)).find(Boolean);
  if (!refusal) return part;
  const path = written !== undefined && pathRefusal(written) ? `${written.slice(0, keptOfPath)}…` : written;
  const input = { ...(part.input as object | undefined), ...(path !== undefined && { path }) };
  return { ...call, state: "output-error", input, errorText: `The call was refused: ${refusal}.` } as MessagePart;
}
