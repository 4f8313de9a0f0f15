import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { findCalled } from "./call-skill.ts";
import { slashNames } from "./typed-names.ts";

/** Names at the start call skills: they mention none. */
const calling = /^\/[a-zA-Z][\w.:-]*(?:\s+\/[a-zA-Z][\w.:-]*)*(?!\S)/;

/**
 * The names of skills that a message has behind a slash, if the harness tells its model of these. One that is off does not count, one that
 * is not for people does.
 */
export function mentionedIn({ activation, catalog }: Profile, session: Session, message: string): readonly string[] {
  const { byUser } = activation;
  if (byUser.kind !== "slash" || byUser.elsewhere?.does !== "note") return [];
  const found = new Map<unknown, string>();
  for (const name of new Set(slashNames(byUser, message.replace(calling, "")))) {
    const skill = findCalled(byUser, session, name);
    const isKnown = skill
      ? session.states.get(skill.location) !== "off"
      : catalog.own?.some((own) => own.name === name);
    if (isKnown && !found.has(skill ?? name)) found.set(skill ?? name, name);
  }
  return [...found.values()];
}
