import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { LiveReading } from "#lib/upload/live-folder.ts";
import type { LiveFolder } from "#lib/upload/pick.ts";
import type { DeliveredWhole } from "#lib/vfs/delivery.ts";
import type { Edits, Snapshot } from "#lib/vfs/snapshot.ts";
import type { Source } from "#lib/vfs/source.ts";
import type { LessonTexts, LessonWords } from "./lesson.ts";

/** What is known about a source beside its files. */
export interface SourceAbout {
  /** With the ref and path that the server has resolved. */
  readonly source: Source;
  readonly label: string;
  readonly commit?: string;
  readonly notices: readonly Notice[];
  /** Id of the harness that it was made for, where it says so. */
  readonly madeFor?: string;
  /** The folder from which it was read, when that can be read again. */
  readonly live?: LiveMount;
  /** The lesson, where this is a lesson's project. */
  readonly lesson?: LessonTexts;
  /** With `lesson`: the words and actions of the whole workshop. */
  readonly words?: LessonWords;
}

/** A source's verified files, not yet mounted. */
export interface FetchedSource extends SourceAbout {
  readonly snapshot: Snapshot;
}

export function fetchedSource({ about, snapshot }: DeliveredWhole<SourceAbout>): FetchedSource {
  return { ...about, snapshot };
}

/** A mount that follows a folder of the person's disk. */
export interface LiveMount {
  readonly folder: LiveFolder;
  /** The last reading; without stamps after a reload, so that everything is read again once. */
  readonly last: LiveReading;
}

/** Newer files of a mount, and the states that were compared with them. */
export interface FetchedUpdate {
  readonly mountId: string;
  readonly fetched: FetchedSource;
  /** The person's changes when the update was fetched. */
  readonly edits: Edits;
  /** The new paths of files that the source has moved, by their old ones. */
  readonly renames: ReadonlyMap<string, string>;
  /** The changes since the state that its person trusts, in words, once computed. */
  readonly sinceTrusted?: string;
}
