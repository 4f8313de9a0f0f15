import { createSnapshot, type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";

export interface SkillText {
  /** The folder's name. */
  readonly name: string;
  readonly snapshot: Snapshot;
}

/** A skill's `name:` line. Only to call the folder something: the harnesses read the frontmatter itself. */
const nameLine = /^---[ \t\r]*\n(?:(?!---)[^\n]*\n)*?name:[ \t]*["']?([a-z0-9][a-z0-9._-]{0,63})["']?[ \t\r]*(?:\n|$)/i;

/** The name that the text of a SKILL.md gives its skill, where that is fit for a folder. */
export function skillFolderName(text: string): string | undefined {
  return nameLine.exec(text)?.[1];
}

/** Pasted SKILL.md text as a mount of one skill, in a folder of the skill's name where that is a plain one. */
export function skillTextSnapshot(text: string): SkillText {
  const name = skillFolderName(text) ?? "skill";
  const bytes = new TextEncoder().encode(text);
  return { name, snapshot: createSnapshot([{ path: `${name}/SKILL.md`, mode: snapshotMode.file, bytes }]) };
}
