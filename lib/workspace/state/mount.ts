import type { Failure } from "#lib/failure.ts";
import type { MountProgress, Source } from "#lib/vfs/source.ts";
import type { LessonTexts } from "./lesson.ts";

/** What is known of files that came with a workspace file, which anyone may have made. */
export interface Imported {
  /** The commit, or another state of the source, whose files they were found to be; absent until they were compared. */
  readonly verified?: string;
  /** In how many files they were found to differ from what the source has. */
  readonly differing?: number;
}

/** A source placed in the workspace. Its files are the snapshot of one commit or upload, plus edits. */
export interface Mount {
  readonly id: string;
  readonly source: Source;
  readonly label: string;
  /** Full commit id; absent for uploads and samples. */
  readonly commit?: string;
  /** The commit that its person opened, or said that they trust, where it has been updated since. */
  readonly trustedCommit?: string;
  /** What has changed since then, in words, once somebody has looked; empty where nothing has. */
  readonly sinceTrusted?: string;
  /** With a source pinned by its person: the branch or tag it was taken from; absent for the default branch. */
  readonly unpinnedRef?: string;
  /** Absent for files that this page fetched itself. */
  readonly imported?: Imported;
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
  readonly fileCount: number;
  readonly byteCount: number;
  /** The lesson whose project it is. */
  readonly lesson?: LessonTexts;
}

/** Whether what a mount says of its origin is no more than what a workspace file said. */
export function isUnverified({ imported }: Pick<Mount, "imported">): boolean {
  return imported !== undefined && imported.verified === undefined;
}

/** State of the folder on disk that a mount follows. `locked`: the person must allow reading it again. */
export type LiveStatus = "open" | "reading" | "locked";

/** A mount that can be used while contents of its files are on their way, or have not come. `pending`: of how many. */
export type ArrivingStatus =
  | { readonly kind: "coming"; readonly pending: number; readonly progress: MountProgress }
  /** Nothing comes any more until it is fetched again. Cancelled by the person where `failure` says so. */
  | { readonly kind: "stopped"; readonly pending: number; readonly failure: Failure };
