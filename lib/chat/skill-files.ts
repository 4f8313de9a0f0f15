import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { dirname } from "#lib/vfs/paths.ts";

/** A file of a skill, by the tier of progressive disclosure it belongs to. */
export interface SkillFile {
  /** 2: the SKILL.md. 3: a file in the folder of one. */
  readonly tier: 2 | 3;
  readonly skill: Skill;
}

/** Skill by folder. A harness has hundreds of skills, and each row of a file tree asks. */
const folders = new WeakMap<readonly Skill[], ReadonlyMap<string, Skill>>();

/** The skill that the file at `path` belongs to; of nested skills the innermost. `undefined` elsewhere. */
export function skillFileAt(path: string, skills: readonly Skill[]): SkillFile | undefined {
  const byFolder = foldersOf(skills);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const skill = byFolder.get(folder);
    if (skill) return { tier: path === skill.location ? 2 : 3, skill };
    if (folder === dirname(folder)) return undefined;
  }
}

function foldersOf(skills: readonly Skill[]): ReadonlyMap<string, Skill> {
  const known = folders.get(skills) ?? new Map(skills.map((skill) => [skill.directory, skill]));
  folders.set(skills, known);
  return known;
}
