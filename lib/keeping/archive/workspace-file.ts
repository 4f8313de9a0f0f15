import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { LessonTexts } from "#lib/state/lesson.ts";
import type { Selection } from "#lib/state/state.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

/** The paths inside a workspace file, which is a zip archive. */
export const fileNames = {
  manifest: "manifest.json",
  /** Of files of the first version: the messages of the one conversation. */
  conversation: "conversation.json",
  /** The conversation with this number, in the form of a conversation's own file; the first was on show. */
  conversations: (number: number) => `conversations/${number}.json`,
  /** The files of the source with this number as they were fetched. */
  files: (source: number) => `sources/${source}/files/`,
  /** Those that a person changed in it, as they are now. */
  changes: (source: number) => `sources/${source}/changes/`,
  /** The workspace's own files: state files of harnesses, the home folder. */
  own: "own/",
} as const;

export const fileFormat = "skillground-workspace";
/** Raised when an older page could not read the file rightly. */
export const fileVersion = 3;
export const fileEnding = ".skillground.zip";

/** The limits of a whole workspace file; each source in it must also keep to `mountLimits`. */
export const fileLimits = {
  sources: 64,
  conversations: 2000,
  files: 3 * mountLimits.files,
  bytes: 4 * mountLimits.bytes,
} as const;

/** One source in the manifest: the mount as the workspace knows it. Which files it has, the archive itself says. */
export interface FileSource {
  readonly source: unknown;
  readonly label: string;
  readonly commit?: string;
  /** The commit it was opened at, where it has been updated since. */
  readonly trustedCommit?: string;
  /** What it follows again once it is pinned no longer, where that is known. */
  readonly unpinnedRef?: string;
  /** Set where whoever saved this file had the source from a workspace file too, and had not compared it. */
  readonly imported?: true;
  readonly as: "project" | "install";
  readonly scope: "project" | "home";
  /** With `install`: paths of the SKILL.md files whose folders are installed; absent for all. */
  readonly chosen?: readonly string[];
  readonly at: string;
  /** The lesson whose project it is; its source then names the lesson, too. */
  readonly lesson?: LessonTexts;
  /** Paths of files that a person deleted in it. */
  readonly deleted: readonly string[];
}

/** `manifest.json`. Keys of models are in no part of a workspace, and so not here. */
export interface Manifest {
  readonly format: typeof fileFormat;
  readonly version: number;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly harness: string;
  readonly noSkills: boolean;
  readonly selection: Selection;
  /** What was done in the lesson whose project one of the sources is. */
  readonly lessonProgress?: LessonProgress;
  readonly sources: readonly FileSource[];
  /** Paths of the workspace's own files that were deleted. */
  readonly deleted: readonly string[];
}
