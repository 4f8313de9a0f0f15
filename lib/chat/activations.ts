import type { ChatMessage } from "./message.ts";
import { readsOf } from "./reads.ts";

export interface Activation {
  /** The model, by reading the SKILL.md of its own accord, or a person, by invoking the skill. */
  readonly by: "model" | "user";
  readonly messageId: string;
}

/** Which of the skills at `locations` are active in a conversation, and who activated each first. */
export function activations(
  messages: readonly ChatMessage[],
  locations: Iterable<string>,
): ReadonlyMap<string, Activation> {
  const first = new Map<string, Activation>();
  for (const { path, tier, by, messageId } of readsOf(messages, locations)) {
    if (tier === 2 && !first.has(path)) first.set(path, { by, messageId });
  }
  return first;
}
