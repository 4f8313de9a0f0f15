import type { SkillList } from "#lib/git/clone-protocol.ts";
import { fieldText } from "#lib/skills/fields.ts";
import { parseStandard } from "#lib/skills/standard.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotPaths } from "#lib/vfs/snapshot.ts";

/** Skills of a source that is still on its way: to be looked at, not to be read, judged or used. */
export interface FoundSkills {
  /** The first of them by path; at most `shown`. */
  readonly skills: readonly FoundSkill[];
  readonly skillCount: number;
  /** Files that have not come yet. */
  readonly coming: number;
}

export interface FoundSkill {
  /** Of its SKILL.md in the source. */
  readonly path: string;
  /** As its frontmatter says; its folder's where that cannot be read. What a harness makes of it is not known yet. */
  readonly name: string;
  readonly description?: string;
}

/** As many as a person takes in while the rest comes; reading thousands would hold up the page for nothing. */
const shown = 100;

export function foundSkills({ snapshot, fileCount }: SkillList): FoundSkills {
  const paths = snapshotPaths(snapshot);
  const skillIndexes = [...paths.keys()].filter((index) => isSkillFile(paths[index] as string));
  return {
    skills: skillIndexes.slice(0, shown).map((index) => foundSkill(snapshot, paths[index] as string, index)),
    skillCount: skillIndexes.length,
    coming: fileCount - paths.length,
  };
}

function isSkillFile(path: string): boolean {
  return basename(`/${path}`).toLowerCase() === "skill.md";
}

function foundSkill({ bytes, offsets }: Snapshot, path: string, index: number): FoundSkill {
  return describeSkill(path, bytes.subarray(offsets[index], offsets[index + 1]));
}

/** What a SKILL.md says of itself. `path`: relative, in the source. */
export function describeSkill(path: string, bytes: Uint8Array): FoundSkill {
  const parsed = parseStandard(new TextDecoder().decode(bytes));
  const field = (key: string) => (parsed.kind === "parsed" ? fieldText(parsed.fields, key) : undefined);
  const description = field("description");
  return {
    path,
    name: field("name") || basename(dirname(`/${path}`)) || path,
    ...(description && { description }),
  };
}
