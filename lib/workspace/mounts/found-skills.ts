import type { SkillList } from "#lib/git/clone/clone-protocol.ts";
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

/** Bytes of SKILL.md files that are read for it, all at once: a hundred ordinary frontmatters, or a dozen hostile ones. */
const readBytes = 50_000;
/** Where an ordinary frontmatter has ended long before. */
const headBytes = 4_000;

export function foundSkills({ snapshot, fileCount }: SkillList): FoundSkills {
  const paths = snapshotPaths(snapshot);
  const skillIndexes = [...paths.keys()].filter((index) => isSkillFile(paths[index] as string));
  let left = readBytes;
  const describe = (index: number): FoundSkill => {
    const head = frontmatterOf(snapshot, index);
    left -= head.length;
    return describeSkill(paths[index] as string, left < 0 ? new Uint8Array() : head);
  };
  return {
    skills: skillIndexes.slice(0, shown).map(describe),
    skillCount: skillIndexes.length,
    coming: fileCount - paths.length,
  };
}

function isSkillFile(path: string): boolean {
  return basename(`/${path}`).toLowerCase() === "skill.md";
}

/** The beginning of a file, to the end of the frontmatter or what may be one. */
function frontmatterOf({ bytes, offsets }: Snapshot, index: number): Uint8Array {
  const file = bytes.subarray(offsets[index], offsets[index + 1]);
  const head = file.subarray(0, headBytes);
  const text = new TextDecoder("latin1").decode(head);
  const close = text.indexOf("\n---", 3);
  if (!text.startsWith("---")) return new Uint8Array();
  return close < 0 ? head : head.subarray(0, close + "\n---\n".length);
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
