import { createSnapshot, type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";

export interface SkillText {
  /** The folder's name. */
  readonly name: string;
  readonly snapshot: Snapshot;
}

/** A skill's `name:` line, only for naming the folder: the harnesses read the frontmatter themselves. */
const nameLine = /^---[ \t\r]*\n(?:(?!---)[^\n]*\n)*?name:[ \t]*["']?([a-z0-9][a-z0-9._-]{0,63})["']?[ \t\r]*(?:\n|$)/i;

/** The skill name in the text of a SKILL.md, where it is a valid folder name. */
export function skillFolderName(text: string): string | undefined {
  return nameLine.exec(text)?.[1];
}

/** The text of a SKILL.md as a mount of one skill, in a folder with the skill's name where that is valid. */
export function skillTextSnapshot(text: string): SkillText {
  const name = skillFolderName(text) ?? "skill";
  const bytes = new TextEncoder().encode(text);
  return { name, snapshot: createSnapshot([{ path: `${name}/SKILL.md`, mode: snapshotMode.file, bytes }]) };
}
