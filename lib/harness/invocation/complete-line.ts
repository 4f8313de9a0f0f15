import type { CommandRule, Completion } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import { isHiddenFrom } from "#lib/harness/vocabulary/skill.ts";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { begunName, callPrefix } from "./elsewhere.ts";
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

/**
 * Completions of a line by a later word of a skill's name: `/pd` for `/document-skills:pdf`. The lab offers them after what the harness
 * completes, as a person seldom knows which plugin a skill is called by.
 */
export function completeLaterWord(profile: Profile, session: Session, line: string): readonly Completion[] {
  const { kind } = profile.activation.byUser;
  const typed = begunName(profile, line);
  if (kind === "none" || !typed?.begun) return [];
  const { length } = callPrefix(profile);
  return namedCompletions(profile, session).flatMap((one) =>
    hasLaterWord(one.label.slice(length).toLowerCase(), typed.begun) ? after(typed.before, one) : [],
  );
}

function hasLaterWord(name: string, begun: string): boolean {
  if (name.startsWith(begun)) return false;
  return [...name.matchAll(/[\p{L}\p{N}]+/gu)].some(({ index }) => name.startsWith(begun, index));
}

function commandCompletions({ commands }: Profile): Completion[] {
  return commands.rules
    .filter(({ words }) => !words.includes(nameWord))
    .flatMap(({ words, detail }) =>
      detail === undefined ? [] : [completion(words.filter((word) => word !== restWord).join(" "), detail)],
    );
}

function skillCompletions(profile: Profile, session: Session): Completion[] {
  return profile.activation.byUser.kind === "slash" ? namedCompletions(profile, session) : [];
}

/** Completions of a name at the end of a message, for harnesses in which a skill is named anywhere. */
function mentionCompletions(profile: Profile, session: Session, line: string): Completion[] {
  const typed = profile.activation.byUser.kind === "mention" && begunName(profile, line);
  if (!typed) return [];
  return namedCompletions(profile, session)
    .map((one) => after(typed.before, one))
    .filter(({ insert }) => insert.startsWith(line) && insert !== line);
}

function after(before: string, one: Completion): Completion {
  return { ...one, insert: before + one.insert };
}

function namedCompletions(profile: Profile, { discovery, states }: Session): Completion[] {
  const completions = new Map<string, Completion>();
  for (const skill of discovery.skills) {
    const { name, description, location } = skill;
    // A harness that loads two skills of one name calls the first.
    if (states.get(location) === "off" || isHiddenFrom(skill, "person") || skill.isModelsOnly) continue;
    if (completions.has(name)) continue;
    completions.set(name, completion(callPrefix(profile) + name, description));
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
