import type { Source } from "#lib/vfs/source.ts";

/** A source, and where its files are placed among those of the others. */
export interface PlacedMount {
  readonly id: string;
  readonly source: Source;
  readonly label: string;
  /** Full commit id; absent for uploads and samples. */
  readonly commit?: string;
  /** `project`: the tree is `/workspace`. `install`: chosen skill folders appear under the profile's roots. */
  readonly as: "project" | "install";
  /** With `install`: whether they appear under the project's root or that of the home folder. */
  readonly scope: "project" | "home";
  /**
   * The SKILL.md files in the mount whose folders are installed, of two skills with one name the first, and commands whose plugins are.
   * Absent: all of an `install`, none of a project.
   */
  readonly chosen?: readonly string[];
  /** Where the whole tree can be browsed: `/workspace` or `/mnt/<label>`. */
  readonly at: string;
}
