import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { LiveReading } from "#lib/upload/live-folder.ts";
import type { LiveFolder } from "#lib/upload/pick.ts";
import type { DeliveredWhole } from "#lib/vfs/delivery.ts";
import type { Edits, Snapshot } from "#lib/vfs/snapshot.ts";
import type { Source } from "#lib/vfs/source.ts";
import type { LessonTexts, LessonWords } from "./lesson.ts";

/** What is known of a source beside its files. */
export interface SourceAbout {
  /** With the ref and path that the server settled. */
  readonly source: Source;
  readonly label: string;
  readonly commit?: string;
  readonly notices: readonly Notice[];
  /** Id of the harness that it was made for, where it says so. */
  readonly madeFor?: string;
  /** Where it was read from, when that can be read again. */
  readonly live?: LiveMount;
  /** Of a lesson's project: the lesson. */
  readonly lesson?: LessonTexts;
  /** With `lesson`: what the whole workshop says and does. */
  readonly words?: LessonWords;
}

/** A source's files, verified, not mounted yet. */
export interface FetchedSource extends SourceAbout {
  readonly snapshot: Snapshot;
}

export function fetchedSource({ about, snapshot }: DeliveredWhole<SourceAbout>): FetchedSource {
  return { ...about, snapshot };
}

/** A mount that follows a folder of the person's disk. */
export interface LiveMount {
  readonly folder: LiveFolder;
  /** What was read last; without stamps after a reload, so that everything is read anew once. */
  readonly last: LiveReading;
}

/** Newer files of a mount, and what was compared with them. */
export interface FetchedUpdate {
  readonly mountId: string;
  readonly fetched: FetchedSource;
  /** The person's changes as they were then. */
  readonly edits: Edits;
  /** Where the source has moved files to, by where they were. */
  readonly renames: ReadonlyMap<string, string>;
  /** What it changes of what its person trusts, in words, once that was looked at. */
  readonly sinceTrusted?: string;
}
