import { skillFilesAmong } from "#lib/vfs/files.ts";
import type { Volume } from "#lib/vfs/volume.ts";

/** A mount's volume with the index that placement and discovery need. */
export interface MountTree {
  readonly volume: Volume;
  /** Paths of every SKILL.md in the volume. */
  readonly skillFiles: readonly string[];
}

/** Indexes a volume by its paths: once after filling the volume, and again when a SKILL.md is added or removed. */
export function indexTree(volume: Volume, paths: Iterable<string> = volume.paths()): MountTree {
  return { volume, skillFiles: skillFilesAmong(volume, paths) };
}
