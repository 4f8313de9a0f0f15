import type { Source } from "#lib/vfs/source.ts";

/** A source, and where its files stand among those of the others. */
export interface PlacedMount {
  readonly id: string;
  readonly source: Source;
  readonly label: string;
  /** Full commit id; absent for uploads and samples. */
  readonly commit?: string;
  /** Whether its tree is `/workspace`, or chosen skill folders appear under the profile's roots. */
  readonly as: "project" | "install";
  /** With `install`: under the project's root or the home folder's. */
  readonly scope: "project" | "home";
  /**
   * The SKILL.md files inside the mount whose folders are installed, the first of two of one name ahead. Absent: with
   * `install` all, of a project none.
   */
  readonly chosen?: readonly string[];
  /** Where its whole tree can be browsed: `/workspace` or `/mnt/<label>`. */
  readonly at: string;
}
