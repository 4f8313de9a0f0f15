import { useState } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { Conversation } from "#lib/chat/session.ts";

/**
 * Returns a selector of the messages that, while an answer streams, changes at each step instead of each word: counting everything sixty
 * times a second would make the page stutter.
 */
export function steadyMessages(): (state: { readonly conversation: Conversation }) => readonly ChatMessage[] {
  let kept: readonly ChatMessage[] = [];
  let keptStep: string | undefined;
  return ({ conversation: { messages, status } }) => {
    const step = status.kind === "streaming" ? stepOf(messages) : undefined;
    if (step === undefined || step !== keptStep) kept = messages;
    keptStep = step;
    return kept;
  };
}

/** Changes whenever a part of the last message begins or changes its state. */
function stepOf(messages: readonly ChatMessage[]): string {
  const last = messages.at(-1);
  const states = last?.parts.map((part) => ("state" in part ? `${part.type} ${part.state}` : part.type));
  return JSON.stringify([messages.length, last?.id, states]);
}

/** The messages as of the last step: see `steadyMessages`. */
export function useSteadyMessages(): readonly ChatMessage[] {
  const [select] = useState(steadyMessages);
  return useWorkspace(select);
}
