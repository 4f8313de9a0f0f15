import type { ChatMessage } from "#lib/chat/message.ts";
import type { Skill } from "#lib/harness/model.ts";
import { stepOf } from "./steps.ts";
import { toolCallOf } from "./tool-call.ts";

/**
 * For each message, the ids of the tool calls in it by which the model read a skill's SKILL.md for the
 * first time in the conversation, as one string: finished messages keep an equal value while the last grows.
 */
export function activatingCalls(messages: readonly ChatMessage[], skills: readonly Skill[]): readonly string[] {
  const active = new Set<string>();
  return messages.map((message) => {
    const ids: string[] = [];
    for (const part of message.parts) {
      const call = toolCallOf(part);
      if (call?.state !== "done") continue;
      const { tier, skill } = stepOf(call, skills);
      if (tier !== 2 || !skill || active.has(skill.location)) continue;
      active.add(skill.location);
      ids.push(call.id);
    }
    return ids.join(" ");
  });
}
