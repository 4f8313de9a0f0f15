import type { Profile, ReloadTrigger } from "#lib/harness/vocabulary/profile.ts";

const triggers: Readonly<Record<ReloadTrigger, string>> = {
  start: "at start",
  command: "on its reload command",
  message: "before each message of a person",
  "new-chat": "on a new conversation",
  "skill-write": "after its model wrote a SKILL.md",
};

/** When a harness looks at the disk again, as a clause without a full stop. */
export function describeReload({ reload }: Profile): string {
  const words = reload.map((trigger) => triggers[trigger]);
  return words.length === 1 ? `${words[0]} only` : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
