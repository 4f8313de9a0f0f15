import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";

/**
 * The candidates without the labels that a command or a skill of the program's own has, and those labels told that nothing
 * else is called: no skill that loads, and none found before, loaded or not. See `Identity.labels`.
 */
export function withOwnLabels(
  { identity, ...profile }: Profile,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (!identity.labels) return candidates;
  const ofProgram = new Set([...identity.labels.taken, ...(profile.catalog.own ?? []).map(({ name }) => name)]);
  const taken = new Set<string>();
  for (const { skill, outcome } of candidates) if (skill && outcome.kind === "loaded") taken.add(skill.name);
  return candidates.map((candidate) => {
    const { skill } = candidate;
    if (!skill?.label?.isTold) return candidate;
    const { label, ...unnamed } = skill;
    if (ofProgram.has(label.name)) return { ...candidate, skill: unnamed };
    if (taken.has(label.name)) return { ...candidate, skill: { ...skill, label: { ...label, isTold: false } } };
    taken.add(label.name);
    return candidate;
  });
}
