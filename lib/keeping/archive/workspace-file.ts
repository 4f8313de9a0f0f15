import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { LessonTexts } from "#lib/state/lesson.ts";
import type { Selection } from "#lib/state/state.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

/** The paths inside a workspace file, which is a zip archive. */
export const fileNames = {
  manifest: "manifest.json",
  /** In files of version 1: the messages of the only conversation. */
  conversation: "conversation.json",
  /** The conversation with this number, in the format of a conversation file; the first one was on show. */
  conversations: (number: number) => `conversations/${number}.json`,
  /** The files of the source with this number, as they were fetched. */
  files: (source: number) => `sources/${source}/files/`,
  /** The changed files of that source, in their present state. */
  changes: (source: number) => `sources/${source}/changes/`,
  /** The workspace's own files: state files of harnesses, the home folder. */
  own: "own/",
} as const;

export const fileFormat = "skillground-workspace";
/** Raised when the format changes so that an older page could no longer read the file correctly. */
export const fileVersion = 3;
export const fileEnding = ".skillground.zip";

/** The limits of a whole workspace file; each source in it must also keep `mountLimits`. */
export const fileLimits = {
  /** As many as `partPath` of the import can number. */
  sources: 999,
  conversations: 2000,
  files: 3 * mountLimits.files,
  bytes: 4 * mountLimits.bytes,
} as const;

/** One source in the manifest: the mount's metadata. The archive itself says which files it has. */
export interface FileSource {
  readonly source: unknown;
  readonly label: string;
  readonly commit?: string;
  /** The commit at which it was opened, where it has been updated since. */
  readonly trustedCommit?: string;
  /** The ref that it follows again after unpinning, where that is known. */
  readonly unpinnedRef?: string;
  /** Set where the person who saved this file had the source from a workspace file too, and had not compared it. */
  readonly imported?: true;
  readonly as: "project" | "install";
  readonly scope: "project" | "home";
  /** With `install`: paths of the SKILL.md files whose folders are installed; absent for all. */
  readonly chosen?: readonly string[];
  readonly at: string;
  /** The lesson whose project the source is; the source then names the lesson, too. */
  readonly lesson?: LessonTexts;
  /** Paths of files that the person deleted in the source. */
  readonly deleted: readonly string[];
}

/** `manifest.json`. Model keys are never part of a workspace, and so not of this. */
export interface Manifest {
  readonly format: typeof fileFormat;
  readonly version: number;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly harness: string;
  readonly noSkills: boolean;
  readonly selection: Selection;
  /** The progress in the lesson whose project one of the sources is. */
  readonly lessonProgress?: LessonProgress;
  readonly sources: readonly FileSource[];
  /** Paths of the workspace's own files that were deleted. */
  readonly deleted: readonly string[];
}
