import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { ReadSkill, SkillFile } from "./read-skill.ts";

/**
 * By a file's bytes, which never change (see `Files.read`), so that a rescan of 2,000 skills after an edit reads one.
 * A file that is gone takes its entries along, and each has but one for a harness.
 */
const memory = new WeakMap<Uint8Array, Map<Profile, ReadSkill>>();

/** What came of these bytes at this place before, or else what `read` makes of them. */
export function rememberedRead(profile: Profile, file: SkillFile, bytes: Uint8Array, read: () => ReadSkill): ReadSkill {
  const byProfile = memory.get(bytes) ?? new Map<Profile, ReadSkill>();
  const known = byProfile.get(profile);
  if (known && isSamePlace(known.file, file)) return known;
  const made = read();
  memory.set(bytes, byProfile.set(profile, made));
  return made;
}

/** Spelled out: asked for every skill on each rescan, where a loop over the keys takes as long as all the rest. */
function isSamePlace(a: SkillFile, b: SkillFile): boolean {
  return (
    a === b ||
    (a.location === b.location &&
      a.root === b.root &&
      a.namespace === b.namespace &&
      a.printedDirectory === b.printedDirectory &&
      a.printedLocation === b.printedLocation &&
      a.target === b.target)
  );
}
