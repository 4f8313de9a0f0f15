import type { Completion } from "#lib/harness/vocabulary/commands.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Candidate, type Discovery, isHiddenFrom, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { isUndocumented } from "#lib/harness/vocabulary/undocumented.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { findMentions, parseCall } from "./typed-names.ts";

/** What a person types before a skill's name to call it; `/` if the harness has no such way. */
export function callPrefix({ activation: { byUser } }: Pick<Profile, "activation">): string {
  if (byUser.kind === "mention") return byUser.sigil;
  return (byUser.kind === "slash" && byUser.prefixes[0]) || "/";
}

/**
 * What a person types to call a skill by name. `undefined` if they cannot: the harness has no calls, or takes none by such a name (of two
 * words, or in capitals where it makes them small), or it is not documented what its model is given then.
 */
export function callOf(profile: Profile, skill: Pick<Skill, "name" | "hiddenFrom">): string | undefined {
  const { byUser } = profile.activation;
  if (byUser.kind === "none" || isHiddenFrom(skill, "person") || isUndocumented(profile, "sent")) return undefined;
  const call = `${callPrefix(profile)}${skill.name}`;
  const isTaken =
    byUser.kind === "mention"
      ? findMentions(byUser, call).names.has(skill.name)
      : parseCall(byUser, call)?.name === skill.name;
  return isTaken ? call : undefined;
}

/** The name of a skill that was not loaded. */
export function nameOf({ skill, folder, location }: Candidate): string {
  return skill?.name || folder || basename(dirname(location));
}

/** The candidates in places where the harness never looks, in byte order of path. */
function elsewhereIn({ candidates }: Pick<Discovery, "candidates">): readonly Candidate[] {
  return candidates.filter(({ outcome }) => outcome.kind === "outside");
}

/** What a person has typed of a skill's name at the end of a line, in small letters, maybe nothing yet, and what is before its prefix. */
export function begunName(
  profile: Pick<Profile, "activation">,
  line: string,
): { readonly before: string; readonly begun: string } | undefined {
  const prefix = callPrefix(profile);
  const at = profile.activation.byUser.kind === "mention" ? line.lastIndexOf(prefix) : 0;
  const begun = line.slice(at + prefix.length).toLowerCase();
  if (at < 0 || !line.startsWith(prefix, at) || /\s/.test(begun)) return undefined;
  return { before: line.slice(0, at), begun };
}

/** Characters of a message in which names are searched. */
const mostRead = 10_000;

/** Most completions of one line: nobody reads more than a screen of names. */
const mostCompleted = 50;

/**
 * Completions of a name at the end of a line that is no loaded skill's: the name of a skill where the harness never looks, or of one that
 * it will load when it is reloaded (`onDisk`: what it would find then). None before a letter of the name is typed, because there may be
 * hundreds.
 */
export function elsewhereCompletions(
  profile: Profile,
  discovery: Discovery,
  line: string,
  onDisk: Pick<Discovery, "skills" | "candidates"> = discovery,
): readonly Completion[] {
  const typed = begunName(profile, line);
  if (!typed?.begun) return [];
  const prefix = callPrefix(profile);
  const loaded = new Set(discovery.skills.map(({ name }) => name));
  const found = new Map<string, Completion>();
  const offer = (name: string, detail: string, how: Pick<Completion, "elsewhere" | "isPending">) => {
    if (loaded.has(name) || found.has(name) || found.size === mostCompleted) return;
    if (!name.toLowerCase().startsWith(typed.begun)) return;
    found.set(name, { insert: `${typed.before}${prefix}${name}`, label: `${prefix}${name}`, detail, ...how });
  };
  for (const { name, description } of onDisk.skills) offer(name, description, { isPending: true });
  for (const candidate of elsewhereIn(onDisk))
    offer(nameOf(candidate), candidate.skill?.description ?? "", { elsewhere: candidate.location });
  return [...found.values()];
}

/** A name of one word only counts after a word like these: a message about design need not mean a skill called design. */
const pointing = /\b(?:use|try|run|with|load|activate|invoke|skill)\s+["'`]?$/;

/**
 * The skill that a person's message means although the harness never looks for it: called by `/name` or `$name`, or by the longest name in
 * the message. `undefined` if a loaded skill has that name.
 */
export function meantElsewhere(profile: Profile, discovery: Discovery, text: string): Candidate | undefined {
  const loaded = new Set(discovery.skills.map(({ name }) => name.toLowerCase()));
  const byName = new Map<string, Candidate>();
  for (const candidate of elsewhereIn(discovery)) {
    const name = nameOf(candidate).toLowerCase();
    if (!loaded.has(name) && !byName.has(name)) byName.set(name, candidate);
  }
  if (byName.size === 0) return undefined;
  const said = text.slice(0, mostRead).toLowerCase();
  const [called] = [...said.matchAll(/(?:^|\s)(?:\/(?:skills?:)?|\$)([^\s]+)/g)].flatMap(([, name = ""]) => {
    return byName.get(name) ?? byName.get(name.replace(/[.,;:!?]+$/, "")) ?? [];
  });
  if (called || said.startsWith(callPrefix(profile))) return called;
  const [longest] = [...said.matchAll(/[\p{L}\p{N}_-]+/gu)]
    .filter(({ 0: word, index }) => {
      const after = said.slice(index + word.length);
      const isMeant = word.includes("-") || pointing.test(said.slice(0, index)) || /^["'`]?\s+skill\b/.test(after);
      return byName.has(word) && isMeant;
    })
    .map(([word]) => word)
    .sort((one, other) => other.length - one.length);
  return longest === undefined ? undefined : byName.get(longest);
}
