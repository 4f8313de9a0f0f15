import type { CommandRule, Completion } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { callPrefix } from "./elsewhere.ts";
import { nameWord, restWord } from "./run-command.ts";

/**
 * Completions of a line that a person has begun: the harness's commands, then its skills that are on; after the first word of a command,
 * its forms with the name of a skill.
 */
export function completeLine(profile: Profile, session: Session, line: string): readonly Completion[] {
  const mentions = mentionCompletions(profile, session, line);
  if (!line.startsWith("/") || line.includes("\n")) return mentions;
  const all = [
    ...mentions,
    ...commandCompletions(profile),
    ...skillCompletions(profile, session),
    ...stateCompletions(profile, session, line),
  ];
  return all.filter(({ insert }) => insert.startsWith(line) && insert !== line);
}

function commandCompletions({ commands }: Profile): Completion[] {
  return commands.rules
    .filter(({ words }) => !words.includes(nameWord))
    .flatMap(({ words, detail }) =>
      detail === undefined ? [] : [completion(words.filter((word) => word !== restWord).join(" "), detail)],
    );
}

function skillCompletions(profile: Profile, { discovery, states }: Session): Completion[] {
  return profile.activation.byUser.kind === "slash" ? namedCompletions(callPrefix(profile), { discovery, states }) : [];
}

/** Completions of a name at the end of a message, for harnesses in which a skill is named anywhere. */
function mentionCompletions({ activation: { byUser } }: Profile, session: Session, line: string): Completion[] {
  if (byUser.kind !== "mention") return [];
  const begun = new RegExp(`\\${byUser.sigil}${byUser.nameCharacter}*$`).exec(line);
  if (!begun) return [];
  const before = line.slice(0, begun.index);
  return namedCompletions(byUser.sigil, session)
    .map(({ insert, label, detail }) => ({ insert: before + insert, label, detail }))
    .filter(({ insert }) => insert.startsWith(line) && insert !== line);
}

function namedCompletions(prefix: string, { discovery, states }: Pick<Session, "discovery" | "states">): Completion[] {
  const completions = new Map<string, Completion>();
  for (const skill of discovery.skills) {
    const { name, description, location } = skill;
    // A harness that loads two skills of one name calls the first.
    if (states.get(location) === "off" || isHiddenFrom(skill, "person") || skill.isModelsOnly) continue;
    if (completions.has(name)) continue;
    completions.set(name, completion(`${prefix}${name}`, description));
  }
  return [...completions.values()];
}

function stateCompletions({ commands }: Profile, { discovery, states }: Session, line: string): Completion[] {
  const rules = commands.rules.filter(({ words }) => words.includes(nameWord) && line.startsWith(`${words[0]} `));
  return discovery.skills.flatMap(({ name, location }) =>
    rules
      .filter((rule) => changes(rule, states.get(location)))
      .map(({ words, detail = "" }) => {
        return completion(words.map((word) => (word === nameWord ? name : word)).join(" "), detail);
      }),
  );
}

function changes({ does }: CommandRule, state: SkillState | undefined): boolean {
  return does.kind === "set-state" && does.state !== state;
}

function completion(insert: string, detail: string): Completion {
  return { insert, label: insert, detail };
}
