import type { Identity, Root } from "#lib/harness/vocabulary/discovery.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { type Candidate, ownName, type Skill } from "#lib/harness/vocabulary/skill.ts";
import { printedField } from "#lib/skills/frontmatter.ts";
import { isPlainName } from "#lib/skills/plain-line.ts";
import type { CheckedText } from "./check-text.ts";

/** The facts about a file that decide its labels and flags: see `SkillFile`. */
interface Labelled {
  readonly location: string;
  readonly pathName?: string;
  readonly isListed?: true;
  readonly tellsDescribed?: Root["tellsDescribed"];
}

/**
 * Removes labels that are names of the program's own skills. A remaining label is told only if it is nobody else's name: no command's, no
 * loaded skill's, and no label of a skill found before, loaded or not. See `Identity.labels`. A skill that waits for a file comes after commands
 * and the program's own skills: if one of them has its name, it waits for ever.
 */
export function withOwnLabels(
  { identity, ...profile }: Profile,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (!identity.labels) return candidates;
  const own = new Set((profile.catalog.own ?? []).map(({ name }) => name));
  const ofProgram = new Set([...identity.labels.taken, ...own]);
  const taken = new Set(ofProgram);
  for (const { skill, outcome } of candidates) if (skill && outcome.kind === "loaded") taken.add(skill.name);
  return candidates.map((candidate) => {
    const { skill } = candidate;
    if (skill?.ignoring && ofProgram.has(skill.name)) return { ...candidate, skill: { ...skill, ignoring: [] } };
    if (!skill?.label?.isTold) return candidate;
    const { label, ...unnamed } = skill;
    if (own.has(label.name)) return { ...candidate, skill: unnamed };
    if (taken.has(label.name)) return { ...candidate, skill: { ...skill, label: { ...label, isTold: false } } };
    taken.add(label.name);
    return candidate;
  });
}

/**
 * The frontmatter's name as a label, if it can be called; told if it is one word and differs from the skill's name. A plugin's skill has one
 * even if it does not differ, as `shortNameOf` goes by it.
 */
export function labelOf(
  { labels }: Identity,
  file: Labelled,
  { fields }: CheckedText,
  called: Pick<Skill, "name" | "namespace">,
): Pick<Skill, "label"> {
  const isInPlugin = called.namespace !== undefined;
  const mayHave = isInPlugin || (!file.isListed && file.pathName === undefined);
  const name = labels && mayHave ? printedField(fields, "name") : undefined;
  const own = isInPlugin ? called.name : ownName(file.location);
  if (name === undefined || name === own || !isPlainName(name)) return {};
  const before = called.name.slice(0, isInPlugin ? called.name.lastIndexOf(":") + 1 : 0);
  const whole = name.startsWith(before) ? name : before + name;
  const isWord = /^[\p{L}\p{M}\p{N}_.:-]+$/u.test(whole.normalize("NFC"));
  return { label: { name: whole, isTold: isWord && whole !== called.name } };
}

/** What follows from the file's place: whether it is a command, and whether the model may be told of it. */
export function flagsOf(
  { pathName, tellsDescribed }: Labelled,
  text: CheckedText,
): Pick<Skill, "isCommand" | "isUndescribed"> {
  return {
    ...(pathName !== undefined && { isCommand: true }),
    ...(tellsDescribed && !isDescribed(text, tellsDescribed) && { isUndescribed: true }),
  };
}

function isDescribed(text: CheckedText, how: true | "by-key"): boolean {
  if (how === "by-key") return text.fields.has("description");
  return text.textOf("description") !== "" || !!printedField(text.fields, "when_to_use");
}
