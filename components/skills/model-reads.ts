import { textField, toolCallOf } from "#components/chat/tool-call.ts";
import type { ChatMessage } from "#lib/chat/message.ts";

/**
 * The files whose text the model has got in a conversation: read by its tools, or given to it by a
 * person's slash command. Browsing does not count.
 */
export function modelReads(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { parts, metadata } of messages) {
    if (metadata?.invoked) paths.add(metadata.invoked.location);
    for (const part of parts) {
      const call = toolCallOf(part);
      const path = call?.state === "done" && call.tool === "read_file" ? textField(call.output, "path") : undefined;
      if (path !== undefined) paths.add(path);
    }
  }
  return paths;
}
