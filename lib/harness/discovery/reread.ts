import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Candidate, Discovery, Skill } from "#lib/harness/vocabulary/skill.ts";
import type { Files } from "#lib/vfs/files.ts";
import { lastReadAs, type ReadSkill, readSkill } from "./read-skill.ts";

/** A tree, and the same tree with other contents of some SKILL.md files. */
interface Retold {
  readonly before: Files;
  readonly now: Files;
  readonly isChanged: (location: string) => boolean;
}

/**
 * What a harness finds now, made from what it found before: only the changed files are read. `undefined` if one of them has changed in more
 * than its description and its instructions, by which no harness decides which skills it loads, or if more than the file itself decided
 * about it: then everything has to be found anew.
 */
export function rereadDiscovery(profile: Profile, discovery: Discovery, retold: Retold): Discovery | undefined {
  const reread = new Map<Skill | undefined, Skill>();
  const candidates: Candidate[] = [];
  for (const candidate of discovery.candidates) {
    const now = retold.isChanged(candidate.location) ? rereadCandidate(profile, candidate, retold) : candidate;
    if (!now) return undefined;
    if (now.skill) reread.set(candidate.skill, now.skill);
    candidates.push(now);
  }
  return { ...discovery, candidates, skills: discovery.skills.map((skill) => reread.get(skill) ?? skill) };
}

function rereadCandidate(profile: Profile, candidate: Candidate, { before, now }: Retold): Candidate | undefined {
  const bytes = before.read(candidate.location);
  const last = bytes && lastReadAs(profile, bytes);
  if (last?.location !== candidate.location || !candidate.skill) return undefined;
  // The cell is of the tree of that time.
  const { cell: _, ...file } = last;
  const [was, is] = [readSkill(profile, before, file), readSkill(profile, now, file)];
  const isItsOwn = JSON.stringify(was.candidate) === JSON.stringify(candidate);
  return isItsOwn && deciding(was) === deciding(is) ? is.candidate : undefined;
}

/** All that may decide about this skill and others, as one text. */
function deciding({ candidate: { notices: _, skill, ...candidate }, reasons, warnings }: ReadSkill): string {
  return JSON.stringify([candidate, skill && { ...skill, description: "", body: "" }, reasons, warnings]);
}
