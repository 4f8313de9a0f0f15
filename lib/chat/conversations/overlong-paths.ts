import type { ChatMessage, MessagePart } from "#lib/chat/message.ts";
import { textField } from "#lib/chat/tool-call.ts";
import { pathRefusal } from "#lib/chat/tools/limits.ts";

/** Characters that are kept of a path that no tool takes: enough to know it again. */
const keptOfPath = 60;

/**
 * A message from outside or from storage with the calls refused whose path no tool takes (`pathRefusal`): each stays as a
 * call that failed, with the beginning of its path and the reason. The same object where there is none.
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
