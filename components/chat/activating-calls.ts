import type { ChatMessage } from "#lib/chat/message.ts";
import type { Skill } from "#lib/harness/model.ts";
import { subjectOf } from "./step-subject.ts";
import { toolCallOf } from "./tool-call.ts";

/**
 * For each message, the ids of the tool calls in it by which the model read a skill's SKILL.md for the
 * first time in the conversation, as one string: finished messages keep an equal value while the last grows.
 * A skill that a person invoked before is active already.
 */
export function activatingCalls(messages: readonly ChatMessage[], skills: readonly Skill[]): readonly string[] {
  const active = new Set<string>();
  return messages.map((message) => {
    const ids: string[] = [];
    const invoked = message.metadata?.invoked;
    if (invoked) active.add(invoked.location);
    for (const part of message.parts) {
      const call = toolCallOf(part);
      if (call?.state !== "done") continue;
      const { tier, skill } = subjectOf(call, skills);
      if (tier !== 2 || !skill || active.has(skill.location)) continue;
      active.add(skill.location);
      ids.push(call.id);
    }
    return ids.join(" ");
  });
}
